"""The report of a comparison, three times: for a pull request, for programs, and for reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.compare.markdown import markdown
from scripts.compare.page import page
from scripts.files import write_whole

NAMES = ("report.md", "report.json", "report.html")
SITE_PAGE = "site/comparison.html"


def write_report(found: dict[str, Any], folder: Path) -> list[Path]:
    """Write report.md, report.json and report.html into the comparison's folder.

    Its website, where there is one, gets the last as a page of its own.
    """
    texts = (markdown(found), json.dumps(found, indent=1) + "\n", page(found))
    for name, text in zip(NAMES, texts, strict=True):
        write_whole(folder / name, text)
    paths = [folder / name for name in NAMES]
    if found["has_site"]:
        paths.append(folder / SITE_PAGE)
        write_whole(paths[-1], page(found, site=""))
    return paths
