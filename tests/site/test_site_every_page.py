"""Every page on a desk and on a phone, loaded once: whole, light, accessible, and still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe import faults
from english_habits import habits_in
from site_visitor import MOST_SHIFT, PAGES, SUM_OF_SHIFTS, Visit, Visitor

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

MARKS = "circle, path, rect, line, text"


@dataclass
class Look:
    """A page that was loaded at a width, and how far its parts had moved by then."""

    name: str
    width: int
    visit: Visit
    moved: float


@pytest.fixture(
    scope="module",
    params=list(product(PAGES, (1280, 390))),
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def look(request: pytest.FixtureRequest, visitor: Visitor) -> Iterator[Look]:
    """A page, loaded once for all tests here, which leave it as it is but for its scrolling."""
    name, width = request.param
    visit = visitor.open(name, width)
    yield Look(name, width, visit, visit.page.evaluate(SUM_OF_SHIFTS))
    visit.page.close()


def test_nothing_moves(look: Look) -> None:
    assert look.moved <= MOST_SHIFT
    assert look.visit.page.locator("footer").is_visible(), "nothing is kept back in the end"


def test_page_fits_the_window(look: Look) -> None:
    page = look.visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= look.width
    for chart in page.locator(".chart-drawing svg").all():
        assert chart.bounding_box()["width"] <= look.width


def test_page_weighs_less_than_a_megabyte_without_data(
    look: Look, visitor: Visitor, site: Path
) -> None:
    asked = look.visit.body_bytes
    paths = {urlsplit(url).path for url in asked if url.startswith(visitor.address)}
    files = [site / path.lstrip("/") for path in paths if not path.startswith("/data/")]
    assert 0 < sum(file.stat().st_size for file in files) < 1_000_000


def test_page_is_whole(look: Look) -> None:
    page = look.visit.page
    assert look.visit.strange_requests == []
    assert look.visit.complaints == []
    # An entry's chart is drawn when the entry is opened.
    page.evaluate(
        "document.querySelectorAll('details:has(figure.chart)').forEach((each) => each.open = true)"
    )
    charts = page.locator("figure.chart").all()
    assert len(charts) >= PAGES[look.name]
    for chart in charts:
        # Charts out of sight are drawn when the browser is idle, or a reader comes near.
        chart.scroll_into_view_if_needed()
        expect(chart.locator(f".chart-drawing svg :is({MARKS})").nth(8)).to_be_attached()
    assert page.locator(".observablehq--error").count() == 0
    text = page.locator("main").inner_text()
    for slip in ("undefined", "NaN", "[object", "null"):
        assert slip not in text
    # What is computed and what is drawn, which no file has as it is read.
    drawn = page.locator("main svg text").all_text_contents()
    assert [what for words in [*text.split("\n"), *drawn] for _, what in habits_in(words)] == []


def test_page_keeps_the_rules_of_accessibility(look: Look) -> None:
    assert faults(look.visit.page) == []
