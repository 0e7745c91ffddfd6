"""The text of a rendered page by its headings: what a search looks through."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

HEADINGS = ("h1", "h2", "h3")
# Their text isn't what a reader reads. A noscript is: computed sentences stand in it.
SKIPPED = ("script", "style", "svg", "math", "template", "button")
# Classes of what isn't shown, such as the source of cells in a page that Quarto made.
HIDDEN = {"hidden", "cell-code"}
WITHOUT_END = ("br", "hr", "img", "input", "source")
# Words on both sides of one of these are apart.
APART = ("p", "li", "td", "th", "dt", "dd", "div", "br", "figcaption", "tr", "pre", "blockquote")


@dataclass
class Section:
    """What stands below one heading; the page's own title has the anchor ""."""

    anchor: str
    heading: str
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words with single spaces between them."""
        return " ".join("".join(self.words).split())


class _Reader(HTMLParser):
    """Collects the sections of the element main."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: list[Section] = []
        self.inside = False
        self.skipping = 0
        self.heading = False
        # Quarto gives the id to a section around the heading, the small renderer to the heading.
        self.around = ""
        # The kind of the element that no search is for, and how many of it are open.
        self.unsearched = ""
        self.open = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = dict(attributes)
        if self.unsearched:
            self.open += tag == self.unsearched
        elif tag == "main":
            self.inside = True
        elif tag in SKIPPED:
            self.skipping += 1
        elif tag not in WITHOUT_END and (
            has.get("data-search") == "no" or HIDDEN & set((has.get("class") or "").split())
        ):
            self.unsearched, self.open = tag, 1
        elif tag == "section":
            self.around = has.get("id") or ""
        elif self.inside and tag in HEADINGS:
            anchor = "" if tag == "h1" else has.get("id") or self.around
            self.sections.append(Section(anchor, ""))
            self.heading = True
        elif tag in APART:
            self._add(" ")

    def handle_endtag(self, tag: str) -> None:
        if self.unsearched:
            self.open -= tag == self.unsearched
            self.unsearched = self.unsearched if self.open else ""
        elif tag == "main":
            self.inside = False
        elif tag in SKIPPED:
            self.skipping -= 1
        elif tag in HEADINGS and self.heading:
            self.heading = False
            self.sections[-1].heading = self.sections[-1].text
            self.sections[-1].words.clear()

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, words: str) -> None:
        if self.inside and not self.skipping and not self.unsearched and self.sections:
            self.sections[-1].words.append(words)


def sections(html: str) -> list[Section]:
    """The sections of a page's content, in its order, those without any text included."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.sections
