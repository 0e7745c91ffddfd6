"""A page while it is loaded: what a reader sees stays where it is, and is there without scripts."""

from __future__ import annotations

import re
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
def test_text_is_shown_when_scripts_fail(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    page.route("**/lib/charts.js", lambda route: route.abort())
    page.goto(f"{visitor.address}/oltp.html", wait_until="commit")
    last = page.get_by_role("heading", name="Second by second", include_hidden=True)
    expect(last).to_be_hidden()
    expect(last).to_be_visible(timeout=10_000)
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
