"""Pages in a real browser: what readers choose, follow and come back to."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from cells_factory import FAILED, REASON
from site_visitor import PAGES, Visitor, serving

from scripts.site.build import build
from scripts.store.build import create_schema

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

FIRST_LINKS = "figure.chart >> nth=0 >> .chart-drawing svg a"


def test_every_page_is_reached_from_the_bar(visitor: Visitor) -> None:
    bar = visitor.open("index.html").page.locator("nav.navbar")
    reached = {link.get_attribute("href") for link in bar.locator(".nav-item a").all()}
    assert reached == {name for name in PAGES if "?" not in name}
    layout = bar.get_by_role("link", name="Layout")
    expect(layout).to_be_hidden()
    bar.get_by_text("Mechanisms").click()
    layout.click()
    expect(bar.page).to_have_url(re.compile(r"/storage-layout\.html$"))
    group = bar.locator("details", has_text="Mechanisms")
    expect(group).not_to_have_attribute("open", "")
    expect(group.locator("summary")).to_have_class(re.compile("active"))
    bar.page.close()


@pytest.mark.parametrize("name", ["oltp.html", "olap.html", "mvcc.html", "releases.html"])
def test_page_of_six_engines_fits_a_phone(six: Visitor, name: str) -> None:
    visit = six.open(name, width=390)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visit.complaints == []
    visit.page.close()


def test_versions_are_set_side_by_side(six: Visitor) -> None:
    page = six.open("releases.html", width=390).page
    rows = page.locator("table", has_text="Clearly better at").locator("tbody tr")
    assert "PostgreSQL 15" in (rows.first.text_content() or "")
    drawing = page.locator("figure.chart").nth(1).locator(".chart-drawing")
    assert "PostgreSQL 18" in drawing.inner_text()
    page.get_by_role("radio", name="MariaDB").check()
    expect(drawing).to_contain_text("MariaDB 11.8")
    assert "family=mariadb" in page.url
    page.close()


def test_failed_cell_is_shown_as_failed(visitor: Visitor) -> None:
    visit = visitor.open("oltp.html")
    notice = visit.page.locator(".notice.failed").first
    assert REASON in notice.inner_text()
    notice.get_by_role("link", name=FAILED).click()
    visit.page.wait_for_selector(".cell-page")
    assert REASON in visit.page.locator(".cell-page").inner_text()
    visit.page.close()


def test_every_dot_leads_to_its_cell(visitor: Visitor) -> None:
    visit = visitor.open("oltp.html")
    links = visit.page.locator(FIRST_LINKS)
    # 2 engines, 4 bandwidths, 2 seeds; the failed one is a cross, and a link too.
    assert links.count() == 16
    visit.page.close()


def test_engine_is_chosen_by_keyboard_and_kept_in_the_address(visitor: Visitor) -> None:
    visit = visitor.open("oltp.html")
    page = visit.page
    before = page.locator(FIRST_LINKS).count()
    page.get_by_role("checkbox", name="MariaDB").focus()
    page.keyboard.press("Space")
    expect(page.locator(FIRST_LINKS)).to_have_count(before // 2)
    assert page.url.endswith("?engines=postgresql-17")
    page.reload()
    page.wait_for_selector(FIRST_LINKS)
    assert not page.get_by_role("checkbox", name="MariaDB").is_checked()
    assert page.locator(FIRST_LINKS).count() == before // 2
    page.close()


def test_last_engine_stays(visitor: Visitor) -> None:
    visit = visitor.open("oltp.html?engines=mariadb-11.8")
    box = visit.page.get_by_role("checkbox", name="MariaDB")
    box.focus()
    visit.page.keyboard.press("Space")
    assert box.is_checked()
    visit.page.close()


def test_read_ahead_is_chosen_with_the_arrow_keys(visitor: Visitor) -> None:
    visit = visitor.open("oltp.html")
    page = visit.page
    page.get_by_role("radio", name="0", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.search === '?ra=128'")
    assert page.get_by_role("radio", name="128", exact=True).is_checked()
    page.close()


def test_cells_are_filtered_by_state_in_the_address(visitor: Visitor) -> None:
    visit = visitor.open("cells.html?status=failed")
    rows = visit.page.locator("tbody tr")
    assert rows.count() == 1
    assert REASON in rows.first.inner_text()
    visit.page.get_by_label("Status").select_option("")
    cells = visit.page.evaluate("fetch('data/cells.json').then((answer) => answer.json())")
    visit.page.get_by_role("button", name="Show all").click()
    assert visit.page.locator("tbody tr").count() == len(cells) > 1
    assert "status" not in visit.page.url
    visit.page.close()


@pytest.mark.parametrize(
    ("page", "file", "rest"),
    [
        ("index.html", "workload_ratios", ".chart-drawing svg"),
        ("deciding.html", "run_lengths", ".chart-drawing svg"),
        ("oltp.html", "oltp_ratio", ".chart-drawing svg"),
        ("method.html", "cpu_time_ratios", ".chart-drawing svg"),
    ],
)
def test_page_without_one_of_its_files_says_so_and_shows_the_rest(
    visitor: Visitor, page: str, file: str, rest: str
) -> None:
    tab = visitor.context.new_page()
    tab.route(f"**/data/{file}.json*", lambda route: route.fulfill(status=404))
    tab.goto(f"{visitor.address}/{page}")
    expect(tab.locator(rest).first).to_be_attached()
    expect(tab.locator(".lost-files")).to_contain_text(f"data/{file}.json can't be loaded")
    expect(tab.locator(".observablehq--error")).to_have_count(0)
    tab.close()


def test_menu_closes_by_escape_by_a_click_elsewhere_and_by_another_menu(visitor: Visitor) -> None:
    visit = visitor.open("method.html")
    first, second = visit.page.locator("#quarto-header details").all()[:2]
    first.locator("summary").click()
    expect(first).to_have_attribute("open", "")
    visit.page.keyboard.press("Escape")
    expect(first).not_to_have_attribute("open", "")
    expect(first.locator("summary")).to_be_focused()
    first.locator("summary").click()
    second.locator("summary").click()
    expect(first).not_to_have_attribute("open", "")
    expect(second).to_have_attribute("open", "")
    visit.page.locator("h1").click()
    expect(second).not_to_have_attribute("open", "")
    visit.page.close()


def test_chart_is_drawn_anew_for_another_width(visitor: Visitor) -> None:
    visit = visitor.open("index.html")
    drawing = visit.page.locator(".chart-drawing svg").first
    assert drawing.get_attribute("width") == "1056"
    visit.page.set_viewport_size({"width": 600, "height": 800})
    expect(visit.page.locator(".chart-drawing svg").first).to_have_attribute("width", "564")
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 600
    visit.page.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing", "These results have no cell missing"),
        (
            "oltp-postgresql-17-bw4-s1-00000000",
            "snakemake --cores 1 results/smoke/verify/oltp-postgresql-17-bw4-s1-00000000.json "
            "--configfile config/smoke.yaml",
        ),
        # Real time has no repeat to the byte.
        (
            "real-time-none-bw64-s1-00000000",
            "sudo .venv/bin/snakemake --cores all --force "
            "results/smoke/cells/real-time-none-bw64-s1-00000000/outcome.json",
        ),
    ],
)
def test_cell_page_names_its_repeat(visitor: Visitor, name: str, words: str) -> None:
    visit = visitor.open(f"cell.html?cell={name}")
    assert words in visit.page.locator("main").inner_text()
    visit.page.close()


def test_pages_of_an_empty_database_say_so(
    browser: BrowserContext, tmp_path: Path, parts: Callable[[], Path]
) -> None:
    path = tmp_path / "empty.duckdb"
    with duckdb.connect(str(path)) as connection:
        create_schema(connection)
    build(path, tmp_path / "site", "small", keep=parts())
    with serving(tmp_path / "site") as address:
        for name in PAGES:
            visit = Visitor(browser, address).open(name)
            # A cell that isn't there has no file, which the browser says; the page says it, too.
            complaints = [
                text for text in visit.complaints if not ("cell=" in name and "404" in text)
            ]
            assert complaints == [], name
            assert visit.page.locator(".observablehq--error").count() == 0, name
            # A control of no values would keep what depends on it waiting, and these cells empty.
            assert visit.page.locator(".observablehq--running").count() == 0, name
            text = visit.page.inner_text("main")
            for slip in ("undefined", "NaN", "[object", "null"):
                assert slip not in text, name
            if PAGES[name] and "cell=" not in name:
                assert "No finished cell of this study answers this question" in text
            visit.page.close()
