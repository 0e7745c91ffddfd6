#!/usr/bin/env python3
"""Stands in for Quarto 1.10, which tests can't install: its commands, its pages' frame, its errors.

As Quarto does with `theme: none`, it makes no bar of pages, and gives the project's own template to
pandoc, with the styles of ``_quarto.yml`` and its runtime among what is included. A page named
broken.qmd makes it fail as Quarto does: with an error and a long trace of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pypandoc
import yaml

CELL = (
    '```{{=html}}\n<div class="cell"><div class="cell-output cell-output-display">'
    '<div id="ojs-cell-{number}" data-nodetype="expression"></div></div></div>\n```\n'
)
CELLS = re.compile(r"^```\{ojs\}\n.*?^```$", re.DOTALL | re.MULTILINE)
RUNTIME = '<script type="module" src="site_libs/quarto-ojs/quarto-ojs-runtime.js"></script>\n'
CONTENTS = '<script type="ojs-module-contents">e30=</script>\n'


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
    options = yaml.safe_load((folder / "_quarto.yml").read_text())["format"]["html"]
    assert (options["theme"], options["minimal"]) == ("none", True)
    for name in pages:
        (site / f"{name}.html").write_text(render(folder, name, options))
    (site / "search.json").write_text("[]")
    for name in options["css"]:
        shutil.copy(folder / name, site)
    for name in ("lib", "data", "figures"):
        shutil.copytree(folder / name, site / name)
    return 0


def render(folder: Path, name: str, options: dict) -> str:
    """A page as pandoc makes it of the project's template."""
    count = iter(range(1, 1000))
    text = (folder / f"{name}.qmd").read_text()
    text = CELLS.sub(lambda _: CELL.format(number=next(count)), text)
    return subprocess.run(
        [
            pypandoc.get_pandoc_path(),
            "--from=markdown",
            "--to=html5",
            "--standalone",
            *(["--toc"] if "\ntoc: false\n" not in text else []),
            f"--template={folder / options['template']}",
            *(f"--css={style}" for style in options["css"]),
            f"--variable=header-includes:{RUNTIME}",
            f"--variable=include-after:{CONTENTS}",
        ],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
