"""Lines above a page: that it is of a frozen edition, and what could not be computed for it."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from scripts.site.publication.about import About


def note(about: About, page: str) -> str:
    """HTML for the top of a page; nothing on pages that are of no edition."""
    if about.edition is None:
        return ""
    # A copy lies in editions/<name>/ of the site that it is an edition of.
    return (
        f'<aside class="edition-note" aria-label="Edition"><p>This is edition {about.edition}, '
        f'which stays as it is. <a href="../../{page}">This page today</a> · '
        '<a href="../../editions.html">All editions</a></p></aside>\n'
    )


def missing_note(project: Path) -> str:
    """HTML for the top of every page: the tables that its database lacks, and why."""
    file = project / "data/missing_tables.json"
    missing = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    if not missing:
        return ""
    lines = "".join(
        f"<li><code>{escape(each['missing'])}</code>: {escape(each['reason'])}</li>"
        for each in missing
    )
    return (
        '<aside class="missing-note" aria-label="Missing"><p>These could not be '
        "computed from this study's rows, and pages lack what they would show of them:</p>"
        f"<ul>{lines}</ul></aside>\n"
    )
