"""Quarto, where it is installed: which version it is, and what it says when it fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from scripts.programs import TooLongError, run_program
from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import read_page
from scripts.site.quarto_cells import with_own_cells

PROGRAM = "quarto"
TRIED = "1.10"
"""The version that the pages were rendered with and compared."""
OLDEST = (1, 4)
"""What came before renders Observable's cells otherwise."""
RENDERERS = ("auto", "quarto", "small")
COLOUR = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
PROGRESS = re.compile(r"^ *\[ *\d+/\d+\] +(\S+)", re.MULTILINE)


def version() -> str | None:
    """Quarto's version, such as ``1.10.12``; None where it is not on PATH or does not answer."""
    if shutil.which(PROGRAM) is None:
        return None
    try:
        done = subprocess.run(
            [PROGRAM, "--version"], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"\d+\.\d+(\.\d+)?", done.stdout)
    return found[0] if done.returncode == 0 and found else None


def choose(renderer: str) -> str:
    """The renderer to use; SiteError when Quarto is asked for and absent, or too old."""
    if renderer == "small":
        return renderer
    found = version()
    if found is None:
        if renderer == "auto":
            return "small"
        raise SiteError(
            "quarto: not found on PATH; install it from its website, or use --renderer small, "
            "which makes the same pages"
        )
    if tuple(map(int, found.split(".")[:2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise SiteError(
            f"quarto: version {found} is too old; install {oldest} or later ({TRIED} is what was "
            "tried), or use --renderer small, which makes the same pages"
        )
    return "quarto"


def render(project: Path, site: Path, log: Path) -> None:
    """Render the project with Quarto into `site`, with our places for cells.

    Raises SiteError with what it says from its last error on, without the trace of its own stack;
    all that it printed is then in `log`.
    """
    command = [PROGRAM, "render", str(project), "--output-dir", "_site"]
    try:
        done = run_program(command, PROGRAM, env=os.environ | {"NO_COLOR": "1"})
    except TooLongError as error:
        log.write_text(error.said, encoding="utf-8")
        raise SiteError(f"{error} (log: {log})") from None
    if done.returncode != 0:
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
        raise SiteError(f"quarto render failed (log: {log}):\n{cause(done.stderr)}")
    (project / "_site").rename(site)
    for source in sorted(project.glob("*.qmd")):
        page = site / f"{source.stem}.html"
        html = page.read_text(encoding="utf-8")
        page.write_text(with_own_cells(html, read_page(source)), encoding="utf-8")


def cause(text: str) -> str:
    """What a failed Quarto says: from the last line with ERROR on, or its last lines.

    The page that it had begun comes first, unless these name one.
    """
    text = COLOUR.sub("", text)
    begun = PROGRESS.findall(text)
    lines = [line for line in text.strip().splitlines() if line.strip()]
    errors = [index for index, line in enumerate(lines) if "ERROR" in line]
    kept = lines[errors[-1] :] if errors else lines[-5:]
    # "    at file:///opt/quarto/bin/quarto.js:1:2": where in Quarto, and nothing of the page.
    without_trace = [line for line in kept if not re.match(r"\s+at |Stack trace", line)]
    said = "\n".join(without_trace[:12])
    return f"{begun[-1]}: {said}" if begun and ".qmd" not in said else said
