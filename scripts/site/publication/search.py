"""What the search of the site looks through: ``data/search.json``, an array of sections."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.site.publication.sections import sections

INDEX = "data/search.json"


def write_index(site: Path, pages: list[str]) -> int:
    """Write the sections of the rendered `pages`; return how many there are.

    The browser makes its index of them when a reader first searches, so that the site carries each
    word once.
    """
    rows = []
    for page in pages:
        found = sections((site / page).read_text(encoding="utf-8"))
        title = found[0].heading if found else page
        rows += [
            {"page": page, "anchor": each.anchor, "title": title, "heading": each.heading}
            | {"text": each.text}
            for each in found
        ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (site / INDEX).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return len(rows)
