"""The home page in a real browser: its first screen, and what follows the reader's choice."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from site_visitor import Visitor

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect


def test_first_screen_of_home_shows_the_finding(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    assert visit.page.get_by_role("slider").bounding_box()["y"] < 300
    box = visit.page.locator(".chart-drawing svg").first.bounding_box()
    assert box["y"] + box["height"] < 800
    visit.page.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_table_of_workloads_fits_and_leads_to_pages(visitor: Visitor, width: int) -> None:
    visit = visitor.open("index.html", width)
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = page.get_by_role("table", name="The engine that leads")
    row = table.get_by_role("row", name="without deletes")
    assert row.get_by_role("cell").first.inner_text().split()[:2] == ["MariaDB", "2.00×"]
    row.get_by_role("link").first.click()
    page.wait_for_url("**/durability.html#commit-flushes")
    assert page.locator("#commit-flushes").count() == 1
    page.close()


def test_storage_is_answered_for_what_was_asked_and_kept_in_the_address(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    page = visit.page
    answer = page.locator(".storage .headline")
    table = page.get_by_role("table", name="One-terabyte volumes, by price")
    expect(answer).to_contain_text("transactions per second for $")
    chosen = table.locator("tr.chosen")
    assert answer.inner_text().startswith(chosen.get_by_role("rowheader").inner_text() + ": about ")
    page.get_by_role("spinbutton", name="Transactions per second").fill("1000000")
    expect(answer).to_contain_text("No listed volume reaches 1,000,000")
    expect(chosen).to_have_count(0)
    page.get_by_role("spinbutton", name="Transactions per second").fill("20")
    page.get_by_role("combobox", name="Workload").select_option("tpcc")
    page.get_by_role("combobox", name="Engine").select_option("mariadb-11.8")
    page.get_by_role("combobox", name="Cores").select_option("16")
    expect(chosen.get_by_role("rowheader")).to_have_count(1)
    said = answer.inner_text()
    page.reload()
    expect(answer).to_have_text(said)
    assert "tps=20&load=tpcc&need=mariadb-11.8&cores=16" in page.url
    assert visit.complaints == []
    page.close()


def test_home_is_light(visitor: Visitor, site: Path) -> None:
    """It loaded what all other pages draw with, and fonts that it hardly used: 371 KB packed."""
    visit = visitor.open("index.html")
    names = [address.removeprefix(f"{visitor.address}/") for address in visit.body_bytes]
    visit.page.close()
    assert "lib/home.js" in names
    assert "lib/charts.js" not in names
    page = (site / "index.html").read_text("utf-8")
    shared = [name for name in names if name.startswith("lib/shared-")]
    assert [f'fetchpriority="low" href="{name}"' in page for name in shared] == [True]
    files = [site / name for name in names if (site / name).is_file()]
    packed = {path.relative_to(site).as_posix(): packed_size(path) for path in files}
    assert sum(packed.values()) < 215_000, packed
    # What is loaded before its first chart is seen, which is a picture then: all but this waits.
    late = re.findall(r'fetchpriority="low"[^>]* href="([^"]+)"', page)
    assert {"lib/home.js", *shared, "data/leaders.json"} <= set(late)
    first = {name: size for name, size in packed.items() if name not in late}
    assert "pictures/index-first-1056-1.svg" in first
    assert sum(first.values()) < 100_000, first


def packed_size(path: Path) -> int:
    """Bytes of a file as a server sends it."""
    return path.stat().st_size if path.suffix == ".woff2" else len(gzip.compress(path.read_bytes()))


def test_slider_moves_the_light_over_the_map_and_stays_in_the_address(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    page = visit.page
    slider = page.get_by_role("slider", name="read-ahead")
    assert slider.get_attribute("aria-valuetext") == "128 KiB"
    opacity = """() => [...document.querySelectorAll(".chart-drawing svg rect")].map((each) =>
        [Math.round(each.getBoundingClientRect().y), Number(each.getAttribute("fill-opacity"))])"""

    def brightest() -> int:
        rows: dict[int, float] = {}
        for y, strength in page.evaluate(opacity):
            rows[y] = max(rows.get(y, 0), strength)
        return sorted(rows).index(max(rows, key=rows.__getitem__))

    before = brightest()
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".control-slider output")).to_have_text("off")
    page.wait_for_function("location.search === '?readahead=0'")
    assert brightest() == 0 != before
    page.reload()
    expect(slider).to_have_attribute("aria-valuetext", "off")
    slider.focus()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert visit.complaints == []
    page.close()


def test_table_of_workloads_follows_its_filter(six: Visitor) -> None:
    visit = six.open("index.html")
    page = visit.page
    head = page.locator(".matrix thead")
    expect(head).to_contain_text("PostgreSQL 18 or MariaDB 11.8")
    for name in ("PostgreSQL 18", "PostgreSQL 15", "MariaDB 10.11", "MySQL 9.7"):
        page.get_by_role("checkbox", name=name).uncheck()
    expect(head).to_contain_text("PostgreSQL 17 or MariaDB 11.8")
    page.get_by_role("checkbox", name="PostgreSQL 15").check()
    page.get_by_role("checkbox", name="MariaDB 11.8").uncheck()
    expect(head).to_contain_text("PostgreSQL 17 or PostgreSQL 15")
    assert visit.complaints == []
    page.close()


def test_each_version_has_its_own_table_of_its_plan(six: Visitor) -> None:
    """A table held the plans of three versions, under one's name."""
    engines = "postgresql-18,postgresql-17,postgresql-15,mariadb-11.8"
    page = six.open(f"olap.html?engines={engines}").page
    page.wait_for_selector("table caption:has-text('The plan of')")
    for name in ("PostgreSQL 18", "PostgreSQL 17", "PostgreSQL 15", "MariaDB 11.8"):
        plan = page.locator("table", has=page.locator("caption", has_text=f"plan of {name}"))
        assert plan.count() == 1
        assert plan.locator("th").first.text_content().strip() == name
    page.close()


def test_an_address_that_asks_for_what_is_not_there_is_answered_in_a_sentence(
    visitor: Visitor,
) -> None:
    """An old link showed the default, as if it had asked for it."""
    visit = visitor.open("index.html?engines=oracle-23,postgresql-17&cores=5")
    notice = visit.page.locator(".unknown-state")
    expect(notice).to_have_text(
        "The address asks for engines oracle-23 and cores 5, which this page doesn't have, so "
        "that part is ignored."
    )
    assert visit.page.get_by_role("checkbox", name="PostgreSQL 17").is_checked()
    assert not visit.page.get_by_role("checkbox", name="MariaDB 11.8").is_checked()
    visit.page.close()
    visit = visitor.open("index.html?engines=postgresql-17&cores=8")
    assert visit.page.locator(".unknown-state").count() == 0
    visit.page.close()
