"""A page while it is loaded: what a reader sees stays where it is, and is there without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from site_visitor import SUM_OF_SHIFTS, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api").expect

PLACES_IN_THE_BAR = """() => [".navbar-brand", ".navbar-nav", ".site-tools", ".search-open"].map(
  (name) => { const {x, y} = document.querySelector(name).getBoundingClientRect(); return [x, y]; }
)"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 820, 760, 390])
def test_bar_of_a_page_that_arrives_in_parts_has_its_final_places(
    visitor: Visitor, width: int
) -> None:
    page = visitor.open("oltp.html", width).page
    places = page.evaluate(PLACES_IN_THE_BAR)
    page.evaluate("() => document.querySelector('.theme-switch').remove()")
    assert page.evaluate(PLACES_IN_THE_BAR) == places
    entries = page.locator(".navbar-nav > li")
    while entries.count() > 1:
        page.evaluate("() => document.querySelector('.navbar-nav > li:last-child').remove()")
        assert page.evaluate(PLACES_IN_THE_BAR) == places
    page.close()


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


def test_search_finds_each_sentence_once(site: Path) -> None:
    sections = json.loads((site / "data/search.json").read_text("utf-8"))
    texts = [section["text"] for section in sections if section["page"] == "oltp.html"]
    assert "".join(texts).count("A transaction costs bytes and instructions.") == 1


def test_data_of_the_first_chart_alone_is_fetched_early(site: Path) -> None:
    page = (site / "oltp.html").read_text("utf-8")
    early = re.findall(r'<link rel="preload" as="fetch"[^>]* href="data/([^"]+)"', page)
    assert {"oltp.json", "oltp_summary.json", "oltp_ratio.json", "failed_cells.json"} <= set(early)
    assert "claims.json" not in early, "it is read at the end of the page"
    assert "data/claims.json" in (site / "site_libs/quarto-ojs/oltp.js").read_text("utf-8")


@pytest.mark.browser
def test_text_is_shown_when_scripts_fail(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    page.route("**/lib/charts.js", lambda route: route.abort())
    page.goto(f"{visitor.address}/oltp.html", wait_until="commit")
    last = page.get_by_role("heading", name="Evidence", include_hidden=True)
    expect(last).to_be_hidden()
    expect(last).to_be_visible()
    expect(page.locator("footer")).to_be_visible()
    page.close()


@pytest.mark.browser
def test_text_is_shown_without_scripts(visitor: Visitor) -> None:
    assert visitor.context.browser is not None
    context = visitor.context.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{visitor.address}/oltp.html")
    expect(page.get_by_role("heading", name="Evidence")).to_be_visible()
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


NEVER_IDLE = "window.requestIdleCallback = () => 0;"
WAITING = ".chart-drawing[aria-busy]"
FAR_BELOW = (
    "share-of-the-device-s-bandwidth-that-a-scan-reaches-by-strategy",
    "95th-percentile-of-a-transaction-s-latency",
    "instructions-per-transaction",
)


@pytest.fixture
def busy_page(visitor: Visitor) -> Iterator[Page]:
    """The page of OLTP in a browser that is never idle, in a window that is low.

    Charts come in any order, and while those above are missing, the last one may stand within two
    heights of a common window. The written text alone keeps it out of reach of this one.
    """
    page = visitor.context.new_page()
    page.set_viewport_size({"width": 1280, "height": 300})
    page.add_init_script(NEVER_IDLE)
    page.goto(f"{visitor.address}/oltp.html")
    page.wait_for_selector(".first-look", state="detached")
    page.wait_for_selector(".observablehq--running", state="detached")
    yield page
    page.close()


@pytest.mark.browser
def test_charts_far_below_are_drawn_on_approach_in_the_place_kept_for_them(busy_page: Page) -> None:
    busy_page.locator("figure.chart").first.scroll_into_view_if_needed()
    expect(busy_page.locator(".chart-drawing svg").first).to_be_visible()
    # By name: until all charts are there, the last of them is another one.
    far = [busy_page.locator(f"#chart-{name}") for name in FAR_BELOW]
    for figure in far:
        expect(figure).to_be_attached()
    # The chart that comes first is drawn at once, wherever it stands.
    waiting = [each for each in far if each.locator(f"{WAITING}:visible").count() == 1]
    assert len(waiting) >= len(far) - 1
    figure = waiting[-1]
    assert figure.locator("svg").count() == 0
    before = figure.bounding_box()
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".chart-drawing svg")).to_be_visible()
    after = figure.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] == pytest.approx(before["height"], abs=1)


@pytest.mark.browser
def test_chart_that_an_address_names_is_drawn_there(visitor: Visitor, busy_page: Page) -> None:
    name = busy_page.locator("figure.chart").last.get_attribute("id")
    busy_page.goto("about:blank")
    busy_page.goto(f"{visitor.address}/oltp.html#{name}")
    expect(busy_page.locator(f"#{name} .chart-drawing svg")).to_be_in_viewport()


TARGETS = [
    *("oltp.html#why", "tpcc.html#why", "mvcc.html#storage", "method.html#statistics"),
    *("glossary.html#checkpoint", "claims.html#S2.3"),
]
TOP_OF_TARGET = """() => Math.round(
  document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect().top)"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_link_to_a_heading_leads_to_it_though_charts_grow_above(
    visitor: Visitor, quarto_visitor: Visitor, width: int
) -> None:
    for each in (visitor, quarto_visitor):
        for name in TARGETS:
            page = each.open(name, width).page
            assert 0 <= page.evaluate(TOP_OF_TARGET) <= 40, name
            page.close()


def _wait_until(page: Page, where: str) -> None:
    """Wait until the target's top is there; the page's policy lets no text be waited for."""
    page.evaluate(f"""() => new Promise((done) => {{
      const look = () => ({TOP_OF_TARGET})() {where} ? done() : requestAnimationFrame(look);
      look();
    }})""")


@pytest.mark.browser
def test_reader_who_moves_is_not_taken_back_to_the_target(visitor: Visitor) -> None:
    page = visitor.open("oltp.html#why").page
    page.mouse.move(400, 400)
    page.mouse.wheel(0, -300)
    _wait_until(page, "> 200")
    place = page.evaluate("scrollY")
    page.evaluate("() => document.querySelector('main').prepend(document.createElement('pre'))")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    assert page.evaluate("scrollY") == pytest.approx(place, abs=80)
    # A link within the page holds its own target again.
    page.evaluate("() => document.querySelector('#TOC a[href=\"#why\"]').click()")
    _wait_until(page, "< 40")
    page.evaluate("""() => { const room = document.createElement("div");
      room.style.height = "999px";
      document.querySelector("main").prepend(room); }""")
    _wait_until(page, "< 40")
    page.close()


@pytest.mark.browser
def test_all_charts_are_drawn_for_print(busy_page: Page) -> None:
    assert busy_page.locator(f"{WAITING}:visible").count() > 1
    busy_page.pdf()
    assert busy_page.locator(f"{WAITING}:visible").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_idle_browser_draws_all_charts_and_nothing_moves(visitor: Visitor, width: int) -> None:
    page = visitor.open("oltp.html", width).page
    assert page.locator(f"{WAITING}:visible").count() == 0
    drawn = page.locator("figure.chart > .chart-drawing:visible:has(svg)").count()
    assert drawn == page.locator("figure.chart > .chart-drawing").count() > 5
    assert page.evaluate(SUM_OF_SHIFTS) <= 0.001
    page.close()
