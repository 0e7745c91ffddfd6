"""Pages by Quarto with the cells as ours: without their source, and without Quarto's runtime.

Quarto writes the source of each cell into the page, hidden, a place for each of its statements, and
a runtime that evaluates the source in the browser. Ours runs what was compiled while the site was
built, so that a page weighs 130 KB less, and its policy allows no evaluation.
"""

from __future__ import annotations

import re

from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import Page, place_of

CELL = re.compile(r'<div\b[^>]*\bclass="(?:[^"]* )?cell(?: [^"]*)?"[^>]*>')
DIV = re.compile(r"<(/?)div\b[^>]*>")
RUNTIME = re.compile(
    r'<link\b[^>]*\bhref="[^"]*/quarto-ojs\.css"[^>]*>\n?'
    r'|<script\b[^>]*\bsrc="[^"]*/quarto-ojs-runtime\.js"[^>]*>\s*</script>\n?'
    r'|<script\b[^>]*\btype="ojs-module-contents"[^>]*>.*?</script>\n?'
    r"|<script\b[^>]*>[^<]*\bwindow\._ojs\b[^<]*</script>\n?",
    re.DOTALL,
)


def with_own_cells(html: str, page: Page) -> str:
    """`html`, which Quarto made of `page`, with a place for each cell alone.

    Raises SiteError when the cells can't be told apart.
    """
    html = RUNTIME.sub("", html)
    parts, at, found = [], 0, 0
    while start := CELL.search(html, at):
        end = _end(html, start.end())
        if found < len(page.cells):
            parts += [html[at : start.start()], place_of(page.cells[found])]
        at, found = end, found + 1
    if found != len(page.cells):
        raise SiteError(
            f"{page.name}.qmd: Quarto wrote {found} cells for its {len(page.cells)}, so that they "
            "can't be told apart; use --renderer small, which makes the same pages"
        )
    return "".join(parts) + html[at:]


def _end(html: str, at: int) -> int:
    """Where a div ends whose content begins at `at`."""
    depth = 1
    for tag in DIV.finditer(html, at):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return len(html)
