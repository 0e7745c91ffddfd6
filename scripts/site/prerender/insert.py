"""Puts what was drawn of a page into it: for readers without scripts, and until scripts ran."""

from __future__ import annotations

import re
from collections.abc import Mapping

NOTE = (
    '<noscript><p class="notice" data-search="no">Without scripts this page shows its text, and '
    "each chart as a picture, as they are when the page opens. Choosing engines, searching, SQL "
    "and the page of a cell need scripts.</p></noscript>\n"
)
STATIC = re.compile(r"<(h2|p)\b[^>]*>.*?</\1>", re.DOTALL)
EARLY = re.compile(r'<link rel="(modulepreload|preload" as="fetch)"')
ID = re.compile(r' id="[^"]*"')


def with_stills(html: str, cells: Mapping[str, str]) -> str:
    """`html` with the drawn output of each cell before the place where scripts put it.

    Quarto numbers the parts of a cell, too, and so its first place may be ``ojs-cell-3-1``.
    """
    if not cells:
        return html
    parts, at = [], 0
    for name, still in cells.items():
        place = _place(html, name, at)
        # A place that isn't found leaves the output at the page's end, rather than nowhere.
        end = place.start() if place else html.rindex("</main>")
        parts.append(html[at:end] + f"<noscript>{still}</noscript>")
        at = end
    html = "".join(parts) + html[at:]
    after = _after_title(html)
    return html[:after] + "\n" + NOTE + html[after:]


def with_first_look(html: str, cells: Mapping[str, str]) -> str:
    """`html` with what it shows as far as its first chart, until the chart's script has drawn it.

    `cells` has the HTML of each cell up to that of the chart. Headings and text between them are
    taken from the page.
    """
    at = start = _after_title(html)
    parts = []
    for name, look in cells.items():
        place = _place(html, name, at)
        if place is None:
            return html
        between = without_scripts(html[at : place.start()])
        parts += [ID.sub("", match[0]) for match in STATIC.finditer(between)]
        parts.append(look)
        at = place.end()
    # What draws the live chart may come after the picture.
    html = EARLY.sub(r'\g<0> fetchpriority="low"', html[:start]) + html[start:]
    start = _after_title(html)
    look = f'<div class="first-look" inert aria-hidden="true">{"".join(parts)}</div>\n'
    return f"{html[:start]}\n{look}{html[start:]}"


def without_scripts(html: str) -> str:
    """`html` without what only readers without scripts see."""
    return re.sub(r"<noscript>.*?</noscript>", "", html, flags=re.DOTALL)


def _place(html: str, name: str, at: int) -> re.Match[str] | None:
    return re.compile(rf'<div\b[^>]*\bid="{re.escape(name)}(?:-1)?"').search(html, at)


def _after_title(html: str) -> int:
    """Where the page's content begins: after its title and what belongs to that."""
    title = html.index("</h1>")
    first = html.find("</header>", title)
    return first + len("</header>") if first >= 0 else title + len("</h1>")
