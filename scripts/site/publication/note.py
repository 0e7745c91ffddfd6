"""A line above each page: what could not be computed for it."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path


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
