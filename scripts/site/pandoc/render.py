"""Renders a Quarto website project with pandoc and Observable's runtime."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from scripts.programs import TooLongError, run_program
from scripts.site.bundle import bundle, run_node
from scripts.site.cache import NOTHING, Kept
from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import Page, read_page
from scripts.values.plain_yaml import load_yaml

HERE = Path(__file__).parent
SCRIPTS = "site_libs/quarto-ojs"
# Of Quarto, which puts its own parts of a head there.
PLACEHOLDER = re.compile(r"<!-- htmldependencies:\w+ -->\n")


def pandoc() -> str:
    """Path of pandoc: PyPI's `pypandoc_binary`, else the one on PATH."""
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        found = shutil.which("pandoc")
        if found:
            return found
    raise SiteError(
        "pandoc: not found; install it into the environment with "
        "`pip install pypandoc_binary` (`make setup` does)"
    )


def render(project: Path, out: Path, repository: Path, kept: Kept = NOTHING) -> list[str]:
    """Render the pages of the Quarto project `project` into `out`; return their file names."""
    site = load_yaml((project / "_quarto.yml").read_text(encoding="utf-8"))
    pages = [read_page(path) for path in sorted(project.glob("*.qmd"))]
    _check(project, pages)
    copy_resources(project, out, site)
    styles = site["format"]["html"]["css"]
    frame = [project / "template.html", styles]
    for page in pages:
        name = kept.name("page", [page.front, page.markdown], *frame)
        html = kept.value(name, partial(page_html, page, project, styles))
        (out / f"{page.name}.html").write_text(html, encoding="utf-8")
    return [f"{page.name}.html" for page in pages]


def copy_resources(project: Path, out: Path, settings: dict[str, Any]) -> None:
    """Put what a project's pages use beside them: data, scripts, drawings, styles."""
    out.mkdir(parents=True, exist_ok=True)
    for folder in settings["project"]["resources"]:
        # Both are this build's own, and neither changes a file of the other's.
        shutil.copytree(project / folder, out / folder, copy_function=os.link, dirs_exist_ok=True)
    for name in settings["format"]["html"]["css"]:
        shutil.copyfile(project / name, out / name)


def _check(project: Path, pages: list[Page]) -> None:
    for page in pages:
        for name in page.attachments:
            if not (project / name).is_file():
                raise SiteError(
                    f'{page.name}.qmd: FileAttachment("{name}") names no file; data files are '
                    "made by sql/pages/*.sql and report/experiments/*.yaml"
                )


def compile_cells(pages: list[Page], repository: Path) -> dict[str, str]:
    """The module of each page with cells, which runs them.

    Raises SiteError, with page and line, for a cell that is no JavaScript.
    """
    request = [
        {"page": f"{page.name}.qmd", "cells": [asdict(cell) for cell in page.cells]}
        for page in pages
        if page.cells
    ]
    answer = run_node([str(HERE / "compile.js")], cwd=repository, stdin=json.dumps(request))
    return {Path(page).stem: module for page, module in json.loads(answer).items()}


def write_scripts(
    modules: dict[str, str], site: Path, repository: Path, kept: Kept = NOTHING
) -> None:
    """Write the runtime and each page's module; they lie where Quarto's runtime does.

    So ``import("../../lib/x.js")`` in a cell means the same file when Quarto renders by hand.
    """
    scripts = site / SCRIPTS
    shutil.rmtree(scripts, ignore_errors=True)
    kept.filled(
        kept.name("runtime"), scripts, lambda: bundle(repository, [HERE / "runtime.js"], scripts)
    )
    for name, module in modules.items():
        (scripts / f"{name}.js").write_text(module, encoding="utf-8")


def page_html(page: Page, project: Path, styles: list[str]) -> str:
    """A page of the project as HTML, without what ``publication`` adds."""
    front = {key: page.front[key] for key in ("title", "subtitle") if key in page.front}
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as metadata:
        json.dump({**front, "css": styles}, metadata)
        metadata.flush()
        toc = ["--toc", "--toc-depth=2"] if page.front.get("toc", True) else []
        try:
            done = run_program(
                [
                    pandoc(),
                    "--from=markdown",
                    "--to=html5",
                    "--standalone",
                    "--mathml",
                    "--syntax-highlighting=none",
                    "--wrap=preserve",
                    f"--template={project / 'template.html'}",
                    f"--lua-filter={HERE / 'filter.lua'}",
                    f"--metadata-file={metadata.name}",
                    *toc,
                ],
                "pandoc",
                stdin=page.markdown,
            )
        except TooLongError as error:
            raise SiteError(f"{page.name}.qmd: {error}") from None
    if done.returncode != 0:
        raise SiteError(f"{page.name}.qmd: pandoc says: {done.stderr.strip()}")
    return PLACEHOLDER.sub("", done.stdout)
