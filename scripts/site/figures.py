"""The drawn figures: their sizes, by which their place is kept, and what a phone shows of them.

A phone has a drawing of its own, ``figures/<name>-narrow.svg``. It is made of the ``<view>``
elements of ``figures/<name>.svg``, one below the other, unless it was drawn by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

FIGURE = re.compile(r"\]\((figures/[\w-]+\.svg)\)\{(?=fig-alt=)")
SIZE = re.compile(r"<svg[^>]* width=\"(\d+)\" height=\"(\d+)\"")
IMAGE = re.compile(r"<img\b[^>]*\bsrc=\"(figures/[\w-]+)\.svg\"[^>]*>")
VIEW = re.compile(r"<view id=\"[\w-]+\" viewBox=\"(\d+) (\d+) (\d+) (\d+)\"/>\n?")
DRAWING = re.compile(r"<svg[^>]*>\n?(.*)</svg>", re.DOTALL)
NARROW = "-narrow.svg"
# Screens that are narrower than this have the narrow drawings; styles.css has the same limit.
NARROW_BELOW_PX = 560
# Of a narrow drawing, whose letters are never larger than those of the text.
LEAST_WIDTH = 366
# Between two views, in the drawing's own pixels.
GAP = 14


def add_sizes(project: Path) -> None:
    """Give each figure of the Quarto project's pages the width and height that its file states."""

    def sized(match: re.Match[str]) -> str:
        size = size_of((project / match.group(1)).read_text(encoding="utf-8"))
        return (
            match.group(0) if size is None else f"{match.group(0)}width={size[0]} height={size[1]} "
        )

    for page in project.glob("*.qmd"):
        text = page.read_text(encoding="utf-8")
        page.write_text(FIGURE.sub(sized, text), encoding="utf-8")


def add_narrow(project: Path) -> None:
    """Draw for phones what was not drawn by hand, of the views of each figure."""
    for path in sorted((project / "figures").glob("*.svg")):
        narrow = path.with_name(path.stem + NARROW)
        drawing = stacked(path.read_text(encoding="utf-8"))
        if drawing is not None and not narrow.exists():
            narrow.write_text(drawing, encoding="utf-8")


def size_of(svg: str) -> tuple[int, int] | None:
    """The width and the height that a drawing states."""
    size = SIZE.search(svg)
    return (int(size.group(1)), int(size.group(2))) if size else None


def stacked(svg: str) -> str | None:
    """A drawing of the views of another, one below the other; None where it has none."""
    views = [tuple(map(int, view)) for view in VIEW.findall(svg)]
    drawing = DRAWING.search(svg)
    if not views or drawing is None:
        return None
    content = f'<g id="all">\n{VIEW.sub("", drawing.group(1))}</g>\n'
    parts: list[str] = []
    top = 0
    for left, upper, width, height in views:
        place = f'<svg y="{top}" width="{width}" height="{height}"'
        shown = '<use href="#all"/>\n' if parts else content
        parts.append(f'{place} viewBox="{left} {upper} {width} {height}">\n{shown}</svg>\n')
        top += height + GAP
    width, height = max(LEAST_WIDTH, *(view[2] for view in views)), top - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">\n{"".join(parts)}</svg>\n'
    )


def with_narrow(html: str, site: Path) -> str:
    """A rendered page of `site` on which phones have the narrow drawings."""

    def picture(match: re.Match[str]) -> str:
        name = f"{match.group(1)}{NARROW}"
        narrow = site / name
        size = size_of(narrow.read_text(encoding="utf-8")) if narrow.exists() else None
        if size is None:
            return match.group(0)
        source = f'media="(max-width: {NARROW_BELOW_PX}px)" srcset="{name}"'
        source += f' width="{size[0]}" height="{size[1]}"'
        return f"<picture><source {source}>{match.group(0)}</picture>"

    return IMAGE.sub(picture, html)
