"""Sizes of the drawn figures, so that their place is kept while they are loaded."""

from __future__ import annotations

import re
from pathlib import Path

FIGURE = re.compile(r"\]\((figures/[\w-]+\.svg)\)\{(?=fig-alt=)")
SIZE = re.compile(r"<svg[^>]* width=\"(\d+)\" height=\"(\d+)\"")


def add_sizes(project: Path) -> None:
    """Give each figure of the Quarto project's pages the width and height that its file states."""

    def sized(match: re.Match[str]) -> str:
        size = SIZE.search((project / match.group(1)).read_text(encoding="utf-8"))
        if size is None:
            return match.group(0)
        return f"{match.group(0)}width={size.group(1)} height={size.group(2)} "

    for page in project.glob("*.qmd"):
        text = page.read_text(encoding="utf-8")
        page.write_text(FIGURE.sub(sized, text), encoding="utf-8")
