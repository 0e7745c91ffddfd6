"""What a page fetches early: fonts, the modules of its cells, and the data of its first chart."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.site.bundle import libraries, modules_of
from scripts.site.pandoc.pages import Page

FONTS = "lib/fonts/source-{}.woff2"
# One font is enough for tables and labels; the home page is to be light, too.
WITHOUT_SERIF = {"cell", "index"}


def preloads(page: Page, project: Path, first_chart: str | None) -> list[str]:
    """Elements for the head of a page of the Quarto project `project`, as HTML.

    `first_chart` is the id of the cell that draws it; None where the page has no chart. What only
    cells after that one read is fetched when they run: it would take room on the line from what
    the chart needs.
    """
    fonts = [*([] if page.name in WITHOUT_SERIF else ["serif-4"]), "sans-3"]
    used = libraries([project / f"{page.name}.qmd"])
    modules = [module for name in used for module in modules_of(project, name)]
    early = page.attachments_until(first_chart)
    data = [*early, *_files_of(early, project)]
    return [
        *(
            _link("preload", FONTS.format(font), 'as="font" type="font/woff2" crossorigin ')
            for font in fonts
        ),
        *(_link("modulepreload", module) for module in modules),
        *(_link("preload", name, 'as="fetch" crossorigin ') for name in data),
    ]


def _link(kind: str, address: str, more: str = "") -> str:
    return f'<link rel="{kind}" {more}href="{address}">'


def _files_of(attachments: list[str], project: Path) -> list[str]:
    """The data files of the experiments whose specifications are among `attachments`."""
    found = []
    for name in attachments:
        text = (project / name).read_text(encoding="utf-8")
        if text.startswith("{"):
            about = json.loads(text)
            found += [f"data/{about['name']}_{query}.json" for query in about.get("queries", [])]
    return list(dict.fromkeys([*found, *(["data/failed_cells.json"] if found else [])]))
