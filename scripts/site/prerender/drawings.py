"""Runs the pages' own scripts in Node, and keeps what they write and draw."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from scripts.files.hashes import made_of
from scripts.site.bundle import run_node
from scripts.site.cache import NOTHING, Kept
from scripts.site.pandoc.pages import Page
from scripts.site.pandoc.render import SCRIPTS

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


def draw(pages: list[Page], site: Path, repository: Path, kept: Kept = NOTHING) -> dict[str, dict]:
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
    }
    # Any page may read any data file.
    shared = made_of(request["tokens"], site / "data", site / "lib") if kept.folder else ""
    drawn: dict[str, Any] = {}
    names, missing = {}, []
    for page in pages:
        if not page.cells:
            continue
        module = site / SCRIPTS / f"{page.name}.js"
        wide = WIDE.get(page.front.get("page-layout", ""), WIDE["article"])
        one = {"page": page.name, "cells": [cell.id for cell in page.cells], "wide": wide}
        names[page.name] = kept.name("drawn", shared, one, module)
        found = kept.find(names[page.name], site / FOLDER)
        drawn[page.name] = found[0] if found else None
        if not found:
            missing.append(one | {"module": str(module)})
    if missing:
        request["pages"] = missing
        program = Path(__file__).with_name("draw.js")
        made = json.loads(run_node([str(program)], cwd=repository, stdin=json.dumps(request)))
        for name, result in made.items():
            pictures = (site / FOLDER).glob(f"{name}-*.svg")
            own = re.compile(rf"{re.escape(name)}-(first-\d+-)?\d+\.svg")
            files = sorted(path for path in pictures if own.fullmatch(path.name))
            kept.keep(names[name], result, site / FOLDER, files)
        drawn |= made
    return drawn
