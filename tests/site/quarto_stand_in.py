#!/usr/bin/env python3
"""Stands in for Quarto 1.10, which tests can't install: its commands, its pages, its errors.

What it writes was taken from pages by Quarto 1.10.18. As that does with `theme: none` and
`minimal`, it makes no bar of pages, gives the project's own template to pandoc with its runtime
among what is included, keeps the source of each cell in the page, hidden, gives each statement a
place with white space in it, and moves the title out of a header that it doesn't know. Its runtime
is a file that does nothing: a page whose cells need it shows nothing. A page named broken.qmd makes
it fail as Quarto does: with an error and a long trace of its own; so does one named colours.qmd,
whose error is coloured and names no page.

STAND_IN_REPOSITORY is the folder with node_modules.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pypandoc
import yaml

CELLS = re.compile(r"^```\{ojs\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS = re.compile(r"\A(?://\|.*\n)*")
PLACEHOLDER = re.compile(r"<!-- htmldependencies:\w+ -->")
DEPENDENCIES = (
    '<script src="site_libs/quarto-ojs/quarto-ojs-runtime.js" type="module"></script>\n'
    '<link href="site_libs/quarto-ojs/quarto-ojs.css" rel="stylesheet">'
)
STYLES = """div.cell + section, div.cell + h2, div.cell + h3, div.cell + p { margin-top: 1rem; }
input[type="radio"], input[type="checkbox"] { margin: 0px 0px 3px 0px; }
.observablehq table { font-size: 0.9em !important; }
"""
# Statements of cells: their places in the source, and whether they give something a name.
PARSE = """
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
const {parseModule} = createRequire(process.cwd() + "/x.js")("@observablehq/parser");
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((source) => {
  try {
    return parseModule(source).cells.map(({id, start, end}) =>
      ({start, end, kind: id ? "declaration" : "expression"}));
  } catch {
    return null;
  }
})));
"""
FILTER = """
function Link(link)
  if not link.target:match("^%a+:") then link.target = link.target:gsub("%.qmd", ".html", 1) end
  return link
end
function Image(image)
  image.attributes.alt = image.attributes["fig-alt"]
  image.attributes["fig-alt"] = nil
  image.classes:insert("img-fluid")
  return image
end
"""


def main() -> int:
    if sys.argv[1:] == ["--version"]:
        print(os.environ.get("STAND_IN_VERSION", "1.10.12"))
        return 0
    command, project, option, out = sys.argv[1:]
    assert (command, option) == ("render", "--output-dir")
    folder = Path(project)
    pages = sorted(path.stem for path in folder.glob("*.qmd"))
    if "broken" in pages:
        fail("[1/2] index.qmd", "ERROR: broken.qmd: no viewer of this name")
    if "colours" in pages:
        colour = "" if "NO_COLOR" in os.environ else "\x1b[91m"
        fail("[1/2] colours.qmd", f"{colour}ERROR: no \x1b[1mviewer\x1b[22m of this name")
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
    (site / "site_libs/quarto-ojs").mkdir(parents=True)
    (site / "site_libs/quarto-ojs/quarto-ojs.css").write_text(STYLES)
    (site / "site_libs/quarto-ojs/quarto-ojs-runtime.js").write_text("window._ojs = {paths: {}};\n")
    return 0


def fail(*said: str) -> None:
    for line in (*said, "\nStack trace:"):
        print(line, file=sys.stderr)
    for line in range(20):
        print(f"    at render (file:///opt/quarto/bin/quarto.js:{line}:2)", file=sys.stderr)
    raise SystemExit(1)


def render(folder: Path, name: str, options: dict) -> str:
    """A page as pandoc makes it of the project's template, and what is done to it then."""
    text = (folder / f"{name}.qmd").read_text()
    blocks = CELLS.findall(text)
    sources = [OPTIONS.sub("", block) for block in blocks]
    done = run("node", "--input-type=module", "--eval", PARSE, input=json.dumps(sources))
    parsed = json.loads(done)
    made = iter(
        cell(number, block, source, statements)
        for number, (block, source, statements) in enumerate(
            zip(blocks, sources, parsed, strict=True), 1
        )
    )
    text = CELLS.sub(lambda _: next(made), text)
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as own:
        own.write(FILTER)
        own.flush()
        html = run(
            pypandoc.get_pandoc_path(),
            *("--from=markdown", "--to=html5", "--standalone", "--mathml", "--toc-depth=2"),
            *(["--toc"] if "\ntoc: false\n" not in text else []),
            f"--template={folder / options['template']}",
            f"--lua-filter={own.name}",
            *(f"--css={style}" for style in options["css"]),
            f"--variable=include-after:{contents(sources) if sources else ''}",
            input=text,
        )
    html = PLACEHOLDER.sub(DEPENDENCIES if sources else "", html)
    return with_known_title(html)


def run(*command: str, input: str) -> str:
    repository = os.environ["STAND_IN_REPOSITORY"]
    return subprocess.run(
        command, input=input, capture_output=True, text=True, check=True, cwd=repository
    ).stdout


def cell(number: int, block: str, source: str, statements: list[dict] | None) -> str:
    """A cell's Markdown: the source before the first place, and again after each expression."""
    if statements is None:
        return f"::: {{.quarto-ojs-syntax-error}}\n```` {{.java}}\n{block}````\n:::\n"
    hidden = " .hidden" if "//| output: false" in block else ""
    parts, shown = ["::::: {.cell}"], 0
    for index, statement in enumerate(statements, 1):
        rest = statements[index - 1 :]
        end = next((each["end"] for each in rest if each["kind"] == "expression"), rest[-1]["end"])
        if statement["start"] >= shown:
            code = source[statement["start"] : end].strip()
            attributes = f'.js .cell-code .hidden startFrom="1" source-offset="-{shown}"'
            parts.append(f"``` {{{attributes}}}\n{code}\n```")
            shown = end
        name = f"ojs-cell-{number}" + (f"-{index}" if len(statements) > 1 else "")
        place = f'::: {{#{name} nodetype="{statement["kind"]}"}}\n:::'
        inner = place if len(statements) == 1 else f":::: {{}}\n{place}\n::::"
        parts.append(f":::::: {{.cell-output .cell-output-display{hidden}}}\n{inner}\n::::::")
    return "\n\n".join([*parts, ":::::"]) + "\n"


def contents(sources: list[str]) -> str:
    cells = [
        {"methodName": "interpret", "cellName": f"ojs-cell-{number}", "source": source}
        for number, source in enumerate(sources, 1)
    ]
    encoded = base64.b64encode(json.dumps({"contents": cells}).encode()).decode()
    return (
        f'<script type="ojs-module-contents">\n{encoded}\n</script>\n<script type="module">\n'
        'window._ojs.paths.runtimeToDoc = "../..";\n'
        "window._ojs.runtime.interpretFromScriptTags();\n</script>\n"
    )


def with_known_title(html: str) -> str:
    """With Quarto's own header before all of the content, unless there is one of its class."""
    if "quarto-title-block" in html:
        return html
    title = re.search(r"<h1\b.*?</h1>", html, re.DOTALL)
    assert title is not None
    header = f'<header id="title-block-header" class="quarto-title-block">{title[0]}</header>'
    html = html.replace(title[0], "", 1)
    return re.sub(r"<main\b[^>]*>", lambda main: main[0] + header, html, count=1)


if __name__ == "__main__":
    sys.exit(main())
