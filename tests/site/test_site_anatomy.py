"""The strip of pages of one transaction: by slider and keyboard, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import duckdb
import pytest
from axe import faults
from site_visitor import Visitor

from scripts.site.build import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

KIB = 1024


def test_only_pages_that_were_asked_for_are_used(database: Path) -> None:
    with duckdb.connect(str(database), read_only=True) as connection:
        query = (REPOSITORY / "sql/pages/anatomy.sql").read_text().rstrip().rstrip(";")
        rows = connection.sql(
            f"SELECT engine, read_ahead_kb, step, bytes, used, part FROM ({query})"
            " WHERE work = 'transaction' AND operation = 'read' ORDER BY ALL"
        ).fetchall()
    by_engine = {row[:3]: row[3:] for row in rows}
    # The last of two transactions alone, in the three of its steps that read.
    assert len(rows) == len(by_engine) == 2 * 3 * 3
    step = "range of 100"
    assert by_engine["mariadb-11.8", 2048, step] == (16 * KIB, "1111", "sbtest1")
    assert by_engine["postgresql-17", 0, step] == (8 * KIB, "11", "sbtest1")
    assert by_engine["postgresql-17", 128, step] == (128 * KIB, "11" + "0" * 30, "sbtest1")


def test_writes_of_a_checkpoint_belong_to_the_update_before_it(database: Path) -> None:
    with duckdb.connect(str(database), read_only=True) as connection:
        rows = connection.sql(
            "SELECT step, operation FROM traced_pages WHERE phase = 'update'"
            " AND cell_id LIKE 'anatomy-postgresql-17-%-128-%' ORDER BY request_index"
        ).fetchall()
    assert rows == [("UPDATE", "read"), ("checkpoint", "write")]


@pytest.fixture(params=[1280, 390])
def chart(request: pytest.FixtureRequest, visitor: Visitor) -> Iterator[tuple[Page, Locator]]:
    """The page of OLTP at a desk and on a phone, and its strip of pages."""
    visit = visitor.open("oltp.html", width=request.param)
    figure = visit.page.locator("figure.chart", has_text="A square is a page")
    figure.scroll_into_view_if_needed()
    visit.page.wait_for_function(
        "figure => !figure.querySelector('[aria-busy]')", arg=figure.element_handle()
    )
    yield visit.page, figure
    assert visit.complaints == []
    assert faults(visit.page) == []
    visit.page.close()


@pytest.mark.browser
def test_strip_says_what_is_read_and_used_and_follows_the_slider(
    chart: tuple[Page, Locator],
) -> None:
    page, figure = chart
    title = "PostgreSQL read up to 256× as much for this one transaction; MariaDB reads no more"
    assert title in figure.inner_text()
    drawn = figure.locator(".chart-drawing")
    assert re.search(
        r"reads 384 KiB in 3 requests.*uses 24 KiB", " ".join(drawn.inner_text().split())
    )
    slider = page.get_by_role("slider", name="Read-ahead")
    assert slider.get_attribute("aria-valuetext") == "128 KiB"
    before = figure.bounding_box()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "figure => figure.textContent.includes('6.00 MiB') || figure.textContent.includes('6 MiB')",
        arg=page.locator("figure.chart", has_text="A square is a page").element_handle(),
    )
    after = page.locator("figure.chart", has_text="A square is a page").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["height"] - before["height"]) < 60, "nothing below moves with the slider"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page fits"
    assert "ahead=2048" in page.url


@pytest.mark.browser
def test_requests_are_read_with_the_arrow_keys(chart: tuple[Page, Locator]) -> None:
    page, figure = chart
    marks = figure.locator("svg [tabindex]")
    assert figure.locator("svg [tabindex='0']").count() == 1
    marks.first.focus()
    assert marks.first.get_attribute("aria-label") == (
        "PostgreSQL 17, 10 SELECTs by key, sbtest1, from byte 7,340,032 on, Read: 128 KiB, "
        "Asked for: 8 KiB, 1,001 µs after the begin, by made"
    )
    page.keyboard.press("ArrowRight")
    expect = figure.locator("svg :focus").get_attribute("aria-label")
    assert expect is not None
    assert expect.startswith("PostgreSQL 17, range of 100")


@pytest.mark.browser
def test_another_work_is_chosen(chart: tuple[Page, Locator]) -> None:
    page, _ = chart
    page.get_by_role("radio", name="UPDATE").check()
    words = page.locator("figure.chart", has_text="A square is a page")
    words.get_by_text("write sbtest1").first.wait_for()
    assert "Pages of one UPDATE" in words.inner_text()
