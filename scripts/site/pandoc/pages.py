"""Reading Quarto pages: front matter, {ojs} cells, and the limits of the documented part."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from scripts.site.errors import SiteError
from scripts.values.plain_yaml import load_yaml

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
CELL = re.compile(r"^```\{(\w+)\}[ ]*\n(.*?)^```[ ]*$", re.DOTALL | re.MULTILINE)
OPTION = re.compile(r"^//\| *([\w-]+): *(.*?) *$")
ATTACHMENT = re.compile(r"FileAttachment\(\"([^\"]+)\"\)")
FRONT_KEYS = {"title", "subtitle", "description", "toc", "page-layout"}
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# All that Markdown or Quarto's shortcodes may begin with; others would only look worse in the file.
MARKUP = re.compile(r"[\\`*_\[\]<>{}$~^@#!|&]|^[-+:=%]|^\w+[.)]")
SHORTCODE = re.compile(r"\{\{<.*?>\}\}")
# Quarto has boxes for them in its themes alone.
CALLOUT = re.compile(r"^:::+ *\{[^}\n]*\.callout-\w+", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """One {ojs} block: where it begins in the page, and whether its output shows."""

    id: str
    line: int
    output: bool
    source: str


def literal(text: str) -> str:
    """A line of Markdown that shows a text as it is, markup included."""
    line = " ".join(text.split())
    return MARKUP.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", line)


@dataclass(frozen=True)
class Page:
    """A page apart: front matter, markdown with places for the cells, the cells."""

    name: str
    front: dict[str, Any]
    markdown: str
    cells: list[Cell] = field(default_factory=list)

    def words(self, key: str) -> str:
        """The text of a key of the front matter, without Markdown's escapes; empty without it."""
        return ESCAPED.sub(r"\1", self.front.get(key) or "")

    @property
    def attachments(self) -> list[str]:
        """Files that the page's cells read, each once."""
        return self.attachments_until(None)

    def attachments_until(self, last: str | None) -> list[str]:
        """Of these, what the cells up to the one with the id `last` read; all for None."""
        found: dict[str, None] = {}
        for cell in self.cells:
            found |= dict.fromkeys(ATTACHMENT.findall(cell.source))
            if cell.id == last:
                break
        return list(found)


def read_page(path: Path) -> Page:
    """Take a .qmd file apart; SiteError at what is outside the documented part of Quarto."""
    text = path.read_text(encoding="utf-8")
    match = FRONT_MATTER.match(text)
    if not match:
        raise SiteError(f"{path.name}:1: begins without front matter; open it with `---` and title")
    front = _front_matter(path.name, match.group(1))
    for key in front:
        if key not in FRONT_KEYS:
            raise SiteError(
                f"{path.name}: front matter key {key!r} is outside the documented part of Quarto; "
                f"allowed are {', '.join(sorted(FRONT_KEYS))}"
            )
    if "title" not in front:
        raise SiteError(f"{path.name}: front matter lacks the key 'title'")
    cells: list[Cell] = []

    def place(block: re.Match[str]) -> str:
        line = text.count("\n", 0, match.end() + block.start()) + 2
        if block.group(1) != "ojs":
            raise SiteError(
                f"{path.name}:{line - 1}: {{{block.group(1)}}} cells are outside the documented "
                "part of Quarto; use {ojs}, or a plain code block without braces"
            )
        cells.append(_cell(path, f"ojs-cell-{len(cells) + 1}", line, block.group(2)))
        return f"```{{=html}}\n{place_of(cells[-1])}\n```"

    markdown = CELL.sub(place, text[match.end() :])
    shortcode = SHORTCODE.search(markdown)
    if shortcode:
        raise SiteError(
            f"{path.name}: the shortcode {shortcode.group(0)} is outside the documented part "
            "of Quarto; write its result out"
        )
    if CALLOUT.search(markdown):
        raise SiteError(
            f"{path.name}: callouts are outside the documented part of Quarto; write a heading"
        )
    return Page(path.stem, front, markdown, cells)


def _front_matter(name: str, text: str) -> dict[str, Any]:
    try:
        front = load_yaml(text) or {}
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise SiteError(f"{name}:{line}: front matter: {error.problem}; mend its YAML") from error
    if not isinstance(front, dict):
        raise SiteError(f"{name}:2: front matter: must be keys with values, such as `title: ...`")
    return front


def place_of(cell: Cell) -> str:
    """The element of a page in which the cell shows its values, as HTML."""
    hidden = "" if cell.output else " hidden"
    return (
        f'<div class="cell"><div class="cell-output cell-output-display{hidden}" '
        f'id="{cell.id}"></div></div>'
    )


def _cell(path: Path, name: str, line: int, block: str) -> Cell:
    lines = block.splitlines()
    options: dict[str, str] = {}
    while lines and (option := OPTION.match(lines[0])):
        options[option.group(1)] = option.group(2)
        lines.pop(0)
    for key, value in options.items():
        if key != "output" or value not in {"true", "false"}:
            raise SiteError(
                f"{path.name}:{line}: cell option `{key}: {value}` is outside the documented part "
                "of Quarto; allowed is `output: true|false`"
            )
    shown = options.get("output", "true") == "true"
    return Cell(name, line + len(options), shown, "\n".join(lines))
