"""The home page in a real browser: its headline, and what follows the reader's choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cells_factory import ALL_ENGINES
from database_factory import make_database
from site_visitor import Visitor, serving

from scripts.site.build import build

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect


def test_first_screen_of_home_shows_the_finding(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    headline = visit.page.locator(".headline")
    assert headline.inner_text().startswith("At 16 MiB/s PostgreSQL 17 makes 1.50× (")
    box = visit.page.locator(".chart-drawing svg").first.bounding_box()
    assert box["y"] + box["height"] < 800
    visit.page.close()


def test_home_follows_its_filter_and_says_what_stands_behind_a_point(
    browser: BrowserContext, tmp_path: Path, packages: None
) -> None:
    """Without PostgreSQL 18 the chart had no crossover, and the headline went on telling of one."""
    make_database(tmp_path / "six.duckdb", ALL_ENGINES)
    build(tmp_path / "six.duckdb", tmp_path / "site", "small")
    with serving(tmp_path / "site") as address:
        visit = Visitor(browser, address).open("index.html")
        page = visit.page
        headline = page.locator(".headline")
        assert headline.inner_text().startswith("At 16 MiB/s PostgreSQL 18 makes 1.50×")
        before = headline.inner_text()
        assert "measured for 10 seconds. All runs are too short" in page.inner_text(".chart-note")
        for name in ("PostgreSQL 18", "PostgreSQL 15", "MariaDB 10.11"):
            page.get_by_role("checkbox", name=name).uncheck()
        expect(headline).not_to_have_text(before)
        assert headline.inner_text().startswith("At 16 MiB/s PostgreSQL 17 makes 1.50×")
        assert "of 4 points (PostgreSQL 17 and MariaDB 11.8)" in page.inner_text("main")
        assert visit.complaints == []
        page.goto(f"{address}/olap.html")
        page.wait_for_selector("table caption:has-text('The plan of')")
        for name in ("PostgreSQL 18", "PostgreSQL 17", "PostgreSQL 15", "MariaDB 11.8"):
            plan = page.locator("table", has=page.locator("caption", has_text=f"plan of {name}"))
            assert plan.count() == 1, "a table held the plans of three versions, under one's name"
            assert plan.locator("th").first.text_content().strip() == name
        page.close()
