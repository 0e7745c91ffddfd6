"""The words of the site's pages: what a reader of them would read, as ``said.js`` writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.site.build import REPOSITORY, prepare
from scripts.site.bundle import run_node
from scripts.site.pandoc.pages import read_page
from scripts.site.pandoc.render import SCRIPTS, compile_cells, render, write_scripts

MAIN = re.compile(r"<main.*</main>", re.DOTALL)
# Lists of all that was measured, and the page on which one asks for more.
LEFT_OUT = {"advise", "cell", "cells", "sql"}
PAGES = sorted({path.stem for path in (REPOSITORY / "report").glob("*.qmd")} - LEFT_OUT)


@dataclass(frozen=True)
class Said:
    """What each page says when all is unfolded, and how many words a reader sees at once."""

    words: dict[str, str]
    seen: dict[str, int]


def said(database: Path, folder: Path, names: Sequence[str] = PAGES) -> Said:
    """The words of pages of the site of `database`, which is made in `folder`."""
    project, site = folder / "project", folder / "site"
    prepare(database, project, cells=False)
    for path in project.glob("*.qmd"):
        if path.stem not in names:
            path.unlink()
    sources = [read_page(path) for path in sorted(project.glob("*.qmd"))]
    render(project, site, REPOSITORY)
    write_scripts(compile_cells(sources, REPOSITORY), site, REPOSITORY)
    request = {
        "site": str(site),
        "pages": [
            {
                "page": page.name,
                "html": MAIN.search((site / f"{page.name}.html").read_text("utf-8"))[0],
                "cells": [cell.id for cell in page.cells],
                "module": str(site / SCRIPTS / f"{page.name}.js"),
            }
            for page in sources
        ],
    }
    program = Path(__file__).with_suffix(".js")
    answer = json.loads(run_node([str(program)], cwd=REPOSITORY, stdin=json.dumps(request)))
    assert answer["faults"] == []
    return Said(answer["words"], answer["seen"])
