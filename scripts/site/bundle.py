"""Scripts and fonts of the pages, bundled so that no request leaves the site.

A page that says ``import("../../lib/<name>.js")`` gets ``report/entries/<name>.js`` with all that
it imports, minified: one ES module, or two where it shares a part with another entry. Entries that
no page imports aren't shipped.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from scripts.programs import TooLongError, run_program
from scripts.site.errors import SiteError

LIBRARY = re.compile(r"import\(\"\.\./\.\./lib/([\w-]+)\.js\"\)")
FONTS = {
    "source-sans-3.woff2": "source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "source-serif-4.woff2": "source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
    "source-serif-4-italic.woff2": "source-serif-4/files/source-serif-4-latin-wght-italic.woff2",
}
# Entries that have much in common, which is a file of its own: a reader of both loads it once.
SHARING = ("charts", "home")
SHARED = re.compile(r"\bfrom ?\"\./(shared-\w+)\.js\"|\bimport ?\"\./(shared-\w+)\.js\"")
# What every page loads, whatever its cells import.
ALWAYS = ("early", "tools", "search")
# What is no module: those run after the page was read, and some was drawn.
CLASSIC = {"early"}
# What runs queries on the SQL page: fetched when a reader asks for it, and too large for a bundle.
DUCKDB = ("duckdb-eh.wasm", "duckdb-browser-eh.worker.js")


def node_modules(repository: Path) -> Path:
    """The folder of npm's packages; SiteError with the fix when it isn't complete."""
    folder = repository / "node_modules"
    missing = [
        name
        for name in (
            "esbuild",
            "@codemirror/lang-sql",
            "@observablehq/plot",
            "@observablehq/runtime",
            "fflate",
            "htl",
            "jsdom",
            "minisearch",
            "@observablehq/parser",
            "@duckdb/duckdb-wasm",
            "@fontsource-variable/source-sans-3",
        )
        if not (folder / name).is_dir()
    ]
    if missing:
        raise SiteError(
            f"{folder}: lacks the npm package{'s' * (len(missing) > 1)} {', '.join(missing)}; "
            f"run `npm ci` in {repository}"
        )
    return folder


def run_node(command: list[str], cwd: Path, stdin: str | None = None) -> str:
    """Standard output of a Node program; SiteError with its last words when it fails."""
    node = shutil.which("node")
    if node is None:
        raise SiteError("node: not found on PATH; install Node.js 18 or newer, or run `make setup`")
    try:
        done = run_program([node, *command], "node", cwd=cwd, stdin=stdin)
    except TooLongError as error:
        raise SiteError(f"{Path(command[0]).name}: {error}") from None
    if done.returncode != 0:
        # Node shows the line that failed, which of bundled code is all of it.
        lines = (line.strip() for line in done.stderr.splitlines())
        words = [line for line in lines if 0 < len(line) < 500]
        named = [line for line in words if re.search(r"Error|:\d+: ", line)]
        raise SiteError((named or words or [f"{command[0]}: failed with no output"])[0])
    return done.stdout


def bundle(repository: Path, entries: list[Path], folder: Path) -> None:
    """Bundle ES modules and their imports into `folder`, minified, each under its name."""
    node_modules(repository)
    form = "iife" if {entry.stem for entry in entries} <= CLASSIC else "esm"
    command = [str(Path(__file__).with_suffix(".js")), form, str(folder), *map(str, entries)]
    run_node(command, cwd=repository)


def libraries(pages: list[Path]) -> list[str]:
    """Names of the entries that the pages import."""
    return sorted({name for page in pages for name in LIBRARY.findall(page.read_text("utf-8"))})


def modules_of(project: Path, name: str) -> list[str]:
    """The files that a page loads for the entry `name`: its own, and what it shares."""
    text = (project / "lib" / f"{name}.js").read_text(encoding="utf-8")
    return [f"lib/{name}.js", *(f"lib/{a or b}.js" for a, b in SHARED.findall(text))]


def add_libraries(repository: Path, project: Path) -> None:
    """Fill ``lib/`` of the Quarto project `project`: imported entries, fonts, DuckDB if used."""
    used = libraries(sorted(project.glob("*.qmd")))
    sharing = [name for name in used if name in SHARING]
    for names in (sharing, *([name] for name in (*used, *ALWAYS) if name not in SHARING)):
        entries = [repository / "report" / "entries" / f"{name}.js" for name in names]
        for name, entry in zip(names, entries, strict=True):
            if not entry.is_file():
                raise SiteError(
                    f'report: a page imports "lib/{name}.js", but {entry} does not exist'
                )
        if entries:
            bundle(repository, entries, project / "lib")
    if "sql" in used:
        (project / "lib" / "duckdb").mkdir()
        for name in DUCKDB:
            source = node_modules(repository) / "@duckdb" / "duckdb-wasm" / "dist" / name
            shutil.copyfile(source, project / "lib" / "duckdb" / name)
    fonts = project / "lib" / "fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    for name, font in FONTS.items():
        shutil.copyfile(node_modules(repository) / "@fontsource-variable" / font, fonts / name)
