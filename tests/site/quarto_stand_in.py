#!/usr/bin/env python3
"""Stands in for Quarto 1.10, which tests can't install: its commands, its pages' frame, its errors.

A page named broken.qmd makes it fail as Quarto does: with an error and a long trace of its own.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

FRAME = """<!DOCTYPE html>
<html lang="en"><head>
<title>{name} – bandwise</title>
</head><body class="nav-fixed">
<header id="quarto-header" class="headroom fixed-top">
<nav class="navbar navbar-expand-lg" data-bs-theme="dark">
<div class="navbar-container container-fluid"><ul class="navbar-nav">{links}</ul></div>
</nav>
</header>
<div id="quarto-content"><nav id="TOC" role="doc-toc"></nav><main id="quarto-document-content">
<header id="title-block-header" class="quarto-title-block default"><div class="quarto-title">
<h1 class="title">{name}</h1></div></header>
<p>{name}</p>
{cells}</main></div>
</body></html>
"""
CELL = '<div class="cell"><div id="ojs-cell-{number}" data-nodetype="expression"></div></div>\n'
LINK = '<li><a class="dropdown-item" href="./{name}.html">{name}</a></li>'


def main() -> int:
    if sys.argv[1:] == ["--version"]:
        print(os.environ.get("STAND_IN_VERSION", "1.10.12"))
        return 0
    command, project, option, out = sys.argv[1:]
    assert (command, option) == ("render", "--output-dir")
    folder = Path(project)
    pages = sorted(path.stem for path in folder.glob("*.qmd"))
    if "broken" in pages:
        print("[1/2] index.qmd", file=sys.stderr)
        print("ERROR: broken.qmd: no viewer of this name", file=sys.stderr)
        print("\nStack trace:", file=sys.stderr)
        for line in range(20):
            print(f"    at render (file:///opt/quarto/bin/quarto.js:{line}:2)", file=sys.stderr)
        return 1
    site = folder / out
    site.mkdir()
    links = "".join(LINK.format(name=name) for name in pages)
    for name in pages:
        count = (folder / f"{name}.qmd").read_text().count("```{ojs}")
        cells = "".join(CELL.format(number=number) for number in range(1, count + 1))
        (site / f"{name}.html").write_text(FRAME.format(name=name, links=links, cells=cells))
    (site / "search.json").write_text("[]")
    for path in folder.glob("*.css"):
        shutil.copy(path, site)
    for name in ("lib", "data", "figures"):
        shutil.copytree(folder / name, site / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
