"""The report of a comparison, three times: for a pull request, for programs, and for reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.compare.markdown import markdown
from scripts.compare.page import page
from scripts.files import write_whole

NAMES = ("report.md", "report.json", "report.html")


def write_report(found: dict[str, Any], folder: Path) -> list[Path]:
    """Write report.md, report.json and report.html into the comparison's folder."""
    texts = (markdown(found), json.dumps(found, indent=1) + "\n", page(found))
    for name, text in zip(NAMES, texts, strict=True):
        write_whole(folder / name, text)
    return [folder / name for name in NAMES]
