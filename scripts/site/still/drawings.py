"""Runs the pages' own scripts in Node, and keeps what they write and draw."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scripts.site.bundle import run_node
from scripts.site.small.pages import Page
from scripts.site.small.render import SCRIPTS

FOLDER = "pictures"
WIDTH = 720
# The width of the text on a wide screen, of a page that takes all of it and of another: base.css.
WIDE = {"full": 1056, "article": 832}
TOKEN = re.compile(r"^\s*(--[\w-]+):\s*(.+?);", re.MULTILINE)
IN_LIGHT = re.compile(r"light-dark\(([^,()]+),[^()]*\)")


def tokens(styles: str) -> dict[str, str]:
    """The variables of a style sheet, with the values that they have in the light."""
    # They are put into attributes, so their own quotes are single ones.
    found = {
        name: IN_LIGHT.sub(r"\1", value).replace('"', "'") for name, value in TOKEN.findall(styles)
    }
    return found | {"--plot-background": found["--paper"]}


def draw(pages: list[Page], site: Path, repository: Path) -> dict[str, dict]:
    """Draw the pages of a site, which has their data and scripts, as they open.

    The pictures are written into it. Return, by page, ``cells``: the HTML of each cell that
    shows something, by its id; ``look``: the same of the cells up to its first chart, as it is
    before scripts have run, or None; and ``faults``: what went wrong, in sentences.
    """
    request = {
        "site": str(site),
        "out": str(site / FOLDER),
        "width": WIDTH,
        "tokens": tokens((site / "styles.css").read_text(encoding="utf-8")),
        "pages": [
            {
                "page": page.name,
                "cells": [cell.id for cell in page.cells],
                "module": str(site / SCRIPTS / f"{page.name}.js"),
                "wide": WIDE.get(page.front.get("page-layout"), WIDE["article"]),
            }
            for page in pages
            if page.cells
        ],
    }
    program = Path(__file__).with_name("draw.js")
    return json.loads(run_node([str(program)], cwd=repository, stdin=json.dumps(request)))
