"""A page while it is loaded: what a reader sees stays where it is, and is there without scripts."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from site_visitor import Visitor
from test_site_pages import PAGES

expect = pytest.importorskip("playwright.sync_api").expect

MOST_SHIFT = 0.05
SUM_OF_SHIFTS = """new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 100);
})"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_moves(visitor: Visitor, name: str, width: int) -> None:
    visit = visitor.open(name, width)
    assert visit.page.evaluate(SUM_OF_SHIFTS) <= MOST_SHIFT
    assert visit.page.locator("footer").is_visible(), "nothing is kept back in the end"
    visit.page.close()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "drawn"), [(1280, 832), (390, 358)])
def test_picture_of_the_first_chart_stands_where_the_chart_will(
    visitor: Visitor, width: int, drawn: int
) -> None:
    page = visitor.context.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.route("**/lib/tools.js", lambda route: route.abort())
    page.route("**/lib/charts.js", lambda route: route.abort())
    page.goto(f"{visitor.address}/oltp.html", wait_until="commit")
    image = page.locator(".first-look figure.chart img").first
    page.wait_for_function("(image) => image.complete", arg=image.element_handle())
    assert image.evaluate("(image) => image.currentSrc").endswith(f"/oltp-first-{drawn}-1.svg")
    place = image.bounding_box()
    page.close()
    live = visitor.open("oltp.html", width).page
    assert live.locator(".first-look").count() == 0
    assert live.locator(".chart-drawing svg").first.bounding_box() == pytest.approx(place, abs=1)
    live.close()


@pytest.mark.browser
def test_choices_in_the_address_have_no_picture_of_others(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    page.route("**/lib/tools.js", lambda route: route.abort())
    page.goto(f"{visitor.address}/oltp.html?engines=mariadb-11.8")
    assert page.locator(".first-look").is_hidden()
    page.wait_for_selector(".chart-drawing svg")
    page.close()


def test_search_finds_each_answer_once(site: Path) -> None:
    sections = json.loads((site / "data/search.json").read_text("utf-8"))
    texts = [section["text"] for section in sections if section["page"] == "oltp.html"]
    answer = re.search(
        r'class="headline computed">([^<]+)', (site / "oltp.html").read_text("utf-8")
    )
    assert answer is not None
    assert "".join(texts).count(unescape(answer[1])) == 1


@pytest.mark.browser
def test_text_is_shown_when_scripts_fail(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    page.route("**/lib/charts.js", lambda route: route.abort())
    page.goto(f"{visitor.address}/oltp.html", wait_until="commit")
    last = page.get_by_role("heading", name="Second by second", include_hidden=True)
    expect(last).to_be_hidden()
    expect(last).to_be_visible(timeout=15_000)
    expect(page.locator("footer")).to_be_visible()
    page.close()


@pytest.mark.browser
def test_text_is_shown_without_scripts(visitor: Visitor) -> None:
    assert visitor.context.browser is not None
    context = visitor.context.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{visitor.address}/oltp.html")
    expect(page.get_by_role("heading", name="Second by second")).to_be_visible(timeout=2_000)
    context.close()


def test_place_of_every_figure_is_kept(site: Path) -> None:
    images = [
        image
        for page in site.glob("*.html")
        for image in re.findall(r"<img [^>]+>", page.read_text("utf-8"))
    ]
    assert len(images) > 10
    for image in images:
        assert re.search(r' width="\d+"', image)
        assert re.search(r' height="\d+"', image)
