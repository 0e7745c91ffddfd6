"""Charts in a real browser: their marks are read by pointer, keyboard and touch."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from site_visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

MARKS = "svg [tabindex]"


@pytest.fixture
def page(visitor: Visitor) -> Iterator[Page]:
    """The page of OLTP, open."""
    visit = visitor.open("oltp.html")
    yield visit.page
    assert visit.complaints == []
    visit.page.close()


def middle(mark: Locator) -> tuple[float, float]:
    """Where a mark is in the window."""
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_chart_is_one_tab_stop_whose_marks_are_read_with_the_arrow_keys(page: Page) -> None:
    drawing = page.locator(".chart-drawing").first
    assert drawing.locator(MARKS).count() > 16
    assert drawing.locator("svg [tabindex='0']").count() == 1
    page.get_by_role("checkbox", name="MariaDB").focus()
    tip = drawing.locator(".mark-tip")
    focused = drawing.locator("svg :focus")
    while focused.count() == 0:
        page.keyboard.press("Tab")
    first = focused.get_attribute("aria-label")
    assert first is not None
    assert re.fullmatch(
        r"PostgreSQL 17, 4 MiB/s, Transactions per second: [\d.]+, "
        r"Median of 2 runs: [\d.]+, interval [\d.]+ to [\d.]+, Seed 1",
        first,
    )
    expect(tip).to_contain_text("interval")
    page.keyboard.press("ArrowRight")
    assert (focused.get_attribute("aria-label") or "").endswith("Seed 2")
    page.keyboard.press("End")
    assert "÷" in (focused.get_attribute("aria-label") or ""), "the ratio is a part of the chart"
    page.keyboard.press("Home")
    assert focused.get_attribute("aria-label") == first
    page.keyboard.press("ArrowUp")
    assert focused.get_attribute("aria-label") != first
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    assert focused.count() == 0, "the next stop is outside of the chart"
    page.keyboard.press("Shift+Tab")
    expect(focused).to_have_count(1)
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cell-page")
    assert "cell=oltp-postgresql-17-bw4-s1" in page.url


def test_mark_is_read_with_the_pointer_and_a_click_beside_it_follows_its_link(page: Page) -> None:
    drawing = page.locator(".chart-drawing").first
    x, y = middle(drawing.locator("svg a").first)
    tip = drawing.locator(".mark-tip")
    page.mouse.move(x + 20, y + 20)
    expect(tip).to_contain_text("Median of 2 runs")
    box, place = tip.bounding_box(), drawing.bounding_box()
    assert box is not None
    assert place is not None
    assert place["x"] <= box["x"]
    assert box["x"] + box["width"] <= place["x"] + place["width"]
    page.mouse.click(x + 20, y + 20)
    assert "oltp.html" in page.url, "too far from the mark to mean it"
    page.mouse.click(x + 8, y + 8)
    page.wait_for_selector(".cell-page")


@pytest.mark.parametrize(
    "name",
    [
        "oltp.html",
        "olap.html",
        "mvcc.html",
        "storage-layout.html",
        "deciding.html",
        "durability.html",
        "scaling.html",
    ],
)
def test_every_chart_has_marks_with_words(visitor: Visitor, name: str) -> None:
    visit = visitor.open(name, width=390)
    page = visit.page
    # Drawings in steps have their words beside them.
    for drawing in page.locator(".chart-drawing:not(.steps *)").all():
        marks = drawing.locator(MARKS)
        assert marks.count() > 1
        for mark in (marks.first, marks.last):
            words = mark.get_attribute("aria-label") or ""
            assert re.search(r"\d", words)
            assert not re.search("undefined|NaN|null", words)
        assert drawing.locator("svg title").count() == 0, "the browser would show it, too"
        x, y = middle(marks.last)
        page.mouse.move(x, y)
        tip = drawing.locator(".mark-tip")
        expect(tip).to_be_visible()
        box = tip.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.close()


@pytest.fixture
def touched(browser: BrowserContext, visitor: Visitor) -> Iterator[Page]:
    """The page of OLTP on a screen that is touched."""
    assert browser.browser is not None
    context = browser.browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    visit = Visitor(context, visitor.address).open("oltp.html", width=390)
    yield visit.page
    context.close()


def test_first_tap_shows_a_mark_and_the_second_follows_its_link(touched: Page) -> None:
    drawing = touched.locator(".chart-drawing").first
    tip = drawing.locator(".mark-tip")
    x, y = middle(drawing.locator("svg a").first)
    touched.touchscreen.tap(x, y)
    expect(tip).to_contain_text("Median of 2 runs")
    assert "oltp.html" in touched.url
    other = middle(drawing.locator("svg a").nth(3))
    touched.touchscreen.tap(*other)
    expect(tip).to_contain_text("16 MiB/s")
    assert "oltp.html" in touched.url, "it was the first tap on this mark"
    touched.touchscreen.tap(*middle(touched.locator("h1")))
    expect(tip).to_be_hidden()
    x, y = middle(drawing.locator("svg a").first)
    touched.touchscreen.tap(x, y)
    expect(tip).to_be_visible()
    touched.touchscreen.tap(x, y)
    touched.wait_for_selector(".cell-page")


def test_numbers_and_drawing_are_taken_along(page: Page) -> None:
    figure = page.locator("#chart-pages-per-transaction")
    with page.expect_download() as download:
        figure.get_by_role("button", name="Data (CSV)").click()
    assert download.value.suggested_filename.endswith(".csv")
    lines = download.value.path().read_text("utf-8").splitlines()
    assert lines[0] == 'Engine,MiB/s,"4 KiB pages per transaction, median",Low,High,Seeds'
    figure.get_by_text("The numbers").click()
    assert len(lines) == 1 + figure.locator("tbody tr").count()
    with page.expect_download() as download:
        figure.get_by_role("button", name="SVG").click()
    assert download.value.suggested_filename.endswith(".svg")
    drawing = ElementTree.parse(download.value.path()).getroot()
    assert drawing.tag.endswith("svg")
    text = download.value.path().read_text("utf-8")
    assert "Source Sans 3" in text, "the site's variables have their values"
    assert page.url in text


def test_view_is_linked_to_and_cited(page: Page, browser: BrowserContext) -> None:
    browser.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("checkbox", name="MariaDB").uncheck()
    figure = page.locator("figure.chart").nth(3)
    figure.get_by_role("link", name="Link to this view").click()
    expect(figure.locator(".chart-said")).to_have_text("The link is copied")
    address = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"oltp\.html\?engines=postgresql-17#chart-", address)
    figure.get_by_role("button", name="Cite").click()
    assert address in figure.locator(".chart-cite p").inner_text()
    figure.get_by_role("button", name="Copy BibTeX").click()
    expect(figure.get_by_text("Copied", exact=True)).to_be_visible()
    title = figure.locator("figcaption strong").inner_text()
    page.goto("about:blank")
    page.goto(address)
    again = page.locator("figure.chart", has=page.get_by_text(title, exact=True))
    expect(again).to_be_in_viewport()
    assert not page.get_by_role("checkbox", name="MariaDB").is_checked()


def test_charts_of_a_page_have_addresses_of_their_own(visitor: Visitor) -> None:
    for name in ("oltp.html", "mvcc.html", "durability.html"):
        visit = visitor.open(name)
        ids = [chart.get_attribute("id") for chart in visit.page.locator("figure.chart").all()]
        assert len(set(ids)) == len(ids), name
        visit.page.close()


OWN_POINTS = "engine,read_bandwidth_mib_s,tps\npostgresql-17,16,31.5\npostgresql-17,64,77\n"


def test_own_points_stand_over_the_published_curves_and_are_taken_away(page: Page) -> None:
    page.get_by_text("Add your own points").click()
    files = page.get_by_label("Files")
    mine = {"name": "mine.csv", "mimeType": "text/csv", "buffer": OWN_POINTS.encode()}
    files.set_input_files(mine)
    expect(page.get_by_text("2 runs of mine.csv added, as stars.")).to_be_visible()
    own = page.get_by_role("checkbox", name="PostgreSQL 17 (yours)")
    expect(own).to_be_checked()
    drawing = page.locator(".chart-drawing").first
    mark = drawing.get_by_label(re.compile(r"PostgreSQL 17 \(yours\), 64 MiB/s, .*: 77$"))
    expect(mark).to_have_count(1)
    assert "yours" not in page.url
    files.set_input_files({**mine, "name": "bad.csv", "buffer": b"engine,tps\nx,1\n"})
    expect(page.get_by_text("bad.csv has no column read_bandwidth_mib_s.")).to_be_visible()
    expect(mark).to_have_count(1)
    page.get_by_role("button", name="Take them away").click()
    expect(mark).to_have_count(0)
    expect(own).to_have_count(0)


def test_back_undoes_a_choice_and_forward_makes_it_again(page: Page) -> None:
    box = page.get_by_role("checkbox", name="MariaDB")
    marks = page.locator(".chart-drawing").first.get_by_label(re.compile("^MariaDB"))
    expect(marks).not_to_have_count(0)
    box.uncheck()
    expect(marks).to_have_count(0)
    page.go_back()
    expect(box).to_be_checked()
    expect(marks).not_to_have_count(0)
    page.go_forward()
    expect(box).not_to_be_checked()
    expect(marks).to_have_count(0)


def test_slider_that_is_dragged_is_one_step_back(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    slider = visit.page.get_by_role("slider")
    first = slider.input_value()
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    visit.page.mouse.move(box["x"] + 4, y)
    visit.page.mouse.down()
    for step in range(1, 6):
        visit.page.mouse.move(box["x"] + step * box["width"] / 5 - 4, y)
    visit.page.mouse.up()
    assert slider.input_value() != first
    visit.page.go_back()
    expect(slider).to_have_value(first)
    assert "readahead" not in visit.page.url
    visit.page.close()
