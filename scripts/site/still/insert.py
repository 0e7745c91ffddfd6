"""Puts what was drawn of a page into it, where only readers without scripts see it."""

from __future__ import annotations

import re
from collections.abc import Mapping

NOTE = (
    '<noscript><p class="notice">Without scripts this page shows each chart as a picture, as it is '
    "when the page opens. Choosing engines, searching and SQL need scripts.</p></noscript>\n"
)


def with_stills(html: str, cells: Mapping[str, str]) -> str:
    """`html` with the drawn output of each cell before the place where scripts put it.

    Quarto numbers the parts of a cell, too, and so its first place may be ``ojs-cell-3-1``.
    """
    if not cells:
        return html
    parts, at = [], 0
    for name, still in cells.items():
        place = re.compile(rf'<div\b[^>]*\bid="{re.escape(name)}(?:-1)?"').search(html, at)
        # A place that isn't found leaves the output at the page's end, rather than nowhere.
        end = place.start() if place else html.rindex("</main>")
        parts.append(html[at:end] + f"<noscript>{still}</noscript>")
        at = end
    html = "".join(parts) + html[at:]
    title = html.index("</h1>")
    first = html.find("</header>", title)
    # After the title with its subtitle, and before the first of the page's content.
    after = first + len("</header>") if first >= 0 else title + len("</h1>")
    return html[:after] + "\n" + NOTE + html[after:]
