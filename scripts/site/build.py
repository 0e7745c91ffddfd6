"""Building the site: a Quarto project with its data, then a renderer, then one rename."""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import duckdb

from scripts.files.hashes import CODE, made_of
from scripts.site import quarto
from scripts.site.bundle import add_libraries, libraries, node_modules, run_node
from scripts.site.cache import NOTHING, Kept
from scripts.site.cells import export_cells
from scripts.site.errors import SiteError
from scripts.site.export import export
from scripts.site.figures import add_narrow, add_sizes
from scripts.site.menu import add_pages
from scripts.site.moved import write_moved
from scripts.site.not_found import write_not_found
from scripts.site.own import own_specifications, write_own_pages
from scripts.site.packed import pack
from scripts.site.pandoc.pages import read_page
from scripts.site.pandoc.render import compile_cells, pandoc, write_scripts
from scripts.site.pandoc.render import render as render_small
from scripts.site.prose.pages import write_pages
from scripts.site.publication.about import load_about
from scripts.site.publication.finish import finish
from scripts.site.publication.glossary import write_glossary
from scripts.site.specification import load_specifications
from scripts.site.tables import export_tables
from scripts.values.plain_yaml import load_yaml

REPOSITORY = Path(__file__).resolve().parents[2]
# What data files are made of, besides the database and code.
QUERIES = ("sql/pages", "sql/columns", "report/experiments", "report/own")
# What a site is made of, besides the database and code.
SOURCES = ("report", "sql", "CITATION.cff", "LICENSE")


def prepare(
    database: Path,
    project: Path,
    repository: Path = REPOSITORY,
    outputs: Path | None = None,
    kept: Kept = NOTHING,
    cells: bool = True,
    every_sentence: bool = False,
) -> dict[str, int]:
    """Make `project` a complete Quarto website project: sources, ``data/`` and ``lib/``.

    Return the rows of each data file. `project` must not exist, or be empty. `outputs`: the folder
    of measured cells, whose raw outputs the site shall have. What `kept` has is not made again.
    Without `cells` the files of each single cell and of the SQL page are left out, which take most
    of the time. With `every_sentence` a sentence that the rows don't support is an error.
    """
    # Before the data files, which take a minute.
    node_modules(repository)
    project.mkdir(parents=True, exist_ok=True)
    if any(project.iterdir()):
        raise SiteError(f"{project}: isn't empty; name a new folder with --out, or delete it")
    source = repository / "report"
    files = [source / name for name in ("_quarto.yml", "template.html")]
    for path in [*source.glob("*.css"), *files]:
        shutil.copyfile(path, project / path.name)
    shutil.copytree(source / "figures", project / "figures")
    data = project / "data"
    queries = [repository / name for name in QUERIES]
    rows = kept.filled(
        kept.name("data", database, *queries), data, lambda: export(database, data, repository)
    )
    if cells:
        kept.filled(
            kept.name("tables", database, *queries),
            data,
            lambda: export_tables(database, data, repository),
        )
        # Outputs are more than what is worth keeping twice.
        made = kept if outputs is None else NOTHING
        made.filled(
            made.name("cells", database, *queries),
            data / "cells",
            lambda: export_cells(database, data, repository, outputs),
        )
    specifications = load_specifications(repository)
    pages = sorted(source.glob("*.qmd"))
    texts = write_pages(database, pages, repository, every_sentence, kept)
    for page, text in texts.items():
        (project / page).write_text(text, encoding="utf-8")
    add_sizes(project)
    add_narrow(project)
    with duckdb.connect(str(database), read_only=True) as connection:
        write_own_pages(connection, project, repository)
        specifications |= own_specifications(connection, repository)
    write_glossary(project, repository)
    add_pages(project / "_quarto.yml", specifications)
    # What is no row of a study: what tests found, what devices can do, what others set.
    for path in sorted(source.glob("*.json")):
        shutil.copyfile(path, data / path.name)
    scripts = [each for each in sorted(source.rglob("*")) if each.suffix in (".js", ".json")]
    names = [str(each.relative_to(source)) for each in scripts]
    name = kept.name("lib", names, *scripts, libraries(sorted(project.glob("*.qmd"))))
    kept.filled(name, project / "lib", lambda: add_libraries(repository, project))
    return rows


def build(
    database: Path,
    out: Path,
    renderer: str = "auto",
    repository: Path = REPOSITORY,
    outputs: Path | None = None,
    keep: Path | None = None,
    every_sentence: bool = False,
) -> tuple[str, dict[str, int]]:
    """Build the site in `out`; return the renderer used and the rows of each data file.

    It is written beside `out` and renamed, so a reader never meets half a site. Parts that were
    made of the same before are taken from the folder `keep`; a site of which all is the same stays
    as it is. With `every_sentence` a sentence that the rows don't support is an error.
    """
    chosen = quarto.choose(renderer)
    out = out.absolute()
    # A workflow may have taken index.html away, its output, before it calls this.
    parts = {path.name for path in out.iterdir()} if out.exists() else set()
    if parts and not parts & {"index.html", "site_libs"}:
        raise SiteError(f"{out}: holds something else than a site; name another with --out")
    kept = Kept(keep, tools()) if keep else NOTHING
    inputs = None
    if keep and outputs is None:
        by = [every_sentence, chosen, quarto.version() if chosen == "quarto" else None]
        inputs = made_of(kept.tools, *by, database, *(repository / name for name in SOURCES))
        rows = kept.rows_of(out, inputs)
        if rows is not None:
            return chosen, rows
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as folder:
        project, site = Path(folder) / "project", Path(folder) / "site"
        rows = prepare(database, project, repository, outputs, kept, every_sentence=every_sentence)
        # Before the renderer takes its time: Quarto passes cells over that can't be read.
        sources = [read_page(path) for path in sorted(project.glob("*.qmd"))]
        cells = [[page.name, [asdict(cell) for cell in page.cells]] for page in sources]
        modules = kept.value(
            kept.name("modules", cells), lambda: compile_cells(sources, repository)
        )
        if chosen == "quarto":
            quarto.render(project, site, out.parent / f"{out.name}-quarto.log")
        else:
            render_small(project, site, repository, kept)
        write_scripts(modules, site, repository, kept)
        faults = finish(site, project, repository, load_about(repository, project), kept)
        for fault in faults:
            print(f"site: not drawn for readers without scripts: {fault}", file=sys.stderr)
        write_moved(site, repository)
        settings = (project / "_quarto.yml").read_text(encoding="utf-8")
        write_not_found(site, load_yaml(settings)["website"])
        pack(site, kept)
        old = Path(folder) / "old"
        if out.exists():
            out.rename(old)
        site.rename(out)
    kept.finished(out, inputs, rows)
    return chosen, rows


def tools() -> str:
    """The code, and the programs that a site is made with."""
    program = Path(pandoc()).stat()
    programs = [run_node(["--version"], REPOSITORY), program.st_size, program.st_mtime_ns]
    packages = REPOSITORY / "package-lock.json"
    return made_of(*(REPOSITORY / name for name in CODE), packages, programs)
