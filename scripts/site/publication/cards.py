"""Pictures that other sites show with a link to a page, drawn of the page's first chart."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path

from scripts.site.bundle import node_modules, run_node
from scripts.site.kept import NOTHING, Kept
from scripts.site.small.pages import Page
from scripts.site.still.drawings import FOLDER, tokens

FONT = "Source Sans 3"
FONTS = (
    "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf",
    "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf",
)
CHART = re.compile(rf'src="{FOLDER}/([\w-]+\.svg)"')
SENTENCE = re.compile(r'<p class="headline[^"]*">(.*?)</p>', re.DOTALL)


def draw_cards(
    pages: list[Page],
    drawn: Mapping[str, dict],
    site: Path,
    repository: Path,
    kept: Kept = NOTHING,
) -> None:
    """Write ``pictures/<page>.png`` for each page.

    The sentence is the page's headline where it has one, else its subtitle or description.
    """
    styles = tokens((site / "styles.css").read_text(encoding="utf-8"))
    colours = {name: styles[f"--{name}"] for name in ("paper", "ink", "muted", "accent")}
    folder = site / FOLDER
    folder.mkdir(exist_ok=True)
    cards, names = [], []
    for page in pages:
        html = "".join(drawn.get(page.name, {}).get("cells", {}).values())
        sentence, chart = SENTENCE.search(html), CHART.search(html)
        said = page.words("subtitle") or page.words("description")
        if sentence:
            said = unescape(re.sub(r"<[^>]+>", "", sentence[1]))
        card = {"name": page.name, "title": page.words("title"), "text": said, "chart": None}
        name = kept.name("card", colours, card, *([folder / chart[1]] if chart else []))
        if not kept.find(name, folder):
            cards.append(card | {"chart": str(folder / chart[1]) if chart else None})
            names.append(name)
    if not cards:
        return
    request = {
        "out": str(folder),
        "font": FONT,
        "fonts": [str(node_modules(repository) / name) for name in FONTS],
        "colours": colours,
        "cards": cards,
    }
    program = Path(__file__).with_name("card.js")
    run_node([str(program)], cwd=repository, stdin=json.dumps(request))
    for name, card in zip(names, cards, strict=True):
        kept.keep(name, True, folder, [folder / f"{card['name']}.png"])
