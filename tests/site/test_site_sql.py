"""The SQL page: DuckDB in the browser on the site's own files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from site_visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

FIRST_ANSWER_S = 1.5
LOADING_MS = 60_000
COUNTS = "SELECT engine, count(*) AS n, sum(seed) FROM CELLS WHERE experiment = 'oltp' GROUP BY 1"


def run(page: Page, sql: str) -> None:
    """Type a query and run it."""
    page.get_by_role("textbox", name="SQL").fill(sql)
    page.get_by_role("button", name="Run", exact=True).click()
    wait(page)


def wait(page: Page) -> None:
    """Wait until what runs has an answer or an error."""
    page.locator(".sql-result > :first-child").wait_for(state="attached", timeout=LOADING_MS)
    page.get_by_role("button", name="Run", exact=True).and_(page.locator(":enabled")).wait_for()


def rows(page: Page) -> list[list[str]]:
    """The rows of the last result."""
    found = page.locator(".sql-result section").last.locator("tbody tr").all()
    return [row.locator("td").all_inner_texts() for row in found]


def test_query_runs_on_the_sites_own_files(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    asked = set(visit.body_bytes)
    assert not [url for url in asked if url.endswith((".wasm", ".parquet", "worker.js"))]
    run(page, COUNTS)
    assert sorted(rows(page)) == [["mariadb-11.8", "8", "12"], ["postgresql-17", "8", "12"]]
    # Of the tables only those that the query names.
    fetched = [url.rpartition("/")[2] for url in visit.body_bytes if url.endswith(".parquet")]
    assert fetched == ["cells.parquet"]
    run(page, 'SELECT count(*) FROM "Cells"')
    assert len(rows(page)) == 1
    page.get_by_role("textbox", name="SQL").fill("SELEC 1")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("syntax error")
    assert visit.strange_requests == []
    assert visit.complaints == []
    page.close()


def test_size_that_is_said_is_that_of_the_files(visitor: Visitor, site: Path) -> None:
    visit = visitor.open("sql.html")
    # Without the compressed copies, which only some servers send.
    files = [path for path in (site / "lib/duckdb").iterdir() if path.suffix in (".js", ".wasm")]
    size = sum(path.stat().st_size for path in files)
    assert f"{size / 1e6:.0f} MB from this site" in visit.page.inner_text("main")
    visit.page.close()


def test_all_tables_are_known_before_any_is_fetched(visitor: Visitor, site: Path) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    relations = json.loads((site / "data/tables.json").read_text("utf-8"))
    names = sorted(each["name"] for each in relations if each["kind"] != "macro")
    run(page, "SHOW TABLES")
    assert sorted(name for (name,) in rows(page)) == names
    run(page, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'main'")
    assert rows(page) == [[str(len(names))]]
    assert not [url for url in visit.body_bytes if url.endswith(".parquet")]
    run(page, "SELECT * FROM oltp_sumary")
    expect(page.get_by_role("alert")).to_contain_text('Did you mean "oltp_summary"?')
    page.close()


def test_error_while_a_query_runs_is_no_empty_result(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    run(visit.page, "SELECT CAST(cell_id AS INTEGER) FROM cells")
    expect(visit.page.get_by_role("alert")).to_contain_text("Could not convert string")
    visit.page.close()


def test_each_of_several_statements_is_answered(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    run(page, "SELECT 1 AS one; -- ;\nSELECT ';' AS two;")
    assert "2 statements in" in page.locator(".sql-status").inner_text()
    sections = page.locator(".sql-result section")
    assert [section.locator("td").inner_text() for section in sections.all()] == ["1", ";"]
    run(page, "SELECT 1; SELEC 2")
    expect(page.get_by_role("alert")).to_contain_text("Statement 2 of 2: Parser Error")
    page.close()


def test_json_of_settings_is_read(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    run(
        page,
        "SELECT DISTINCT factors_json ->> '$.engine' AS engine, "
        "factors_json ->> '$.\"device.bandwidth_mib_s\"', json_keys(factors_json), "
        "factors_json ->> 'absent', job_json ->> '$.seed' "
        "FROM cells WHERE experiment = 'oltp' AND engine = 'mariadb-11.8' "
        "AND read_bandwidth_mib_s = 4 AND seed = 1",
    )
    keys = '["device.bandwidth_mib_s","engine","seed"]'
    # An answer that may be that of an inner key would be worse than none.
    nested = "not read here: JSON of several levels"
    assert rows(page) == [["mariadb-11.8", "4", keys, "", nested]]
    run(page, "SELECT json_array_length(factors_json) FROM cells")
    expect(page.get_by_role("alert")).to_contain_text("json_extract_string(text, '$.key')")
    assert "INSTALL" not in page.inner_text(".sql-result")
    run(page, "SELECT factors_json -> '$.engine' FROM cells")
    expect(page.get_by_role("alert")).to_contain_text("The operator -> isn't known")
    page.close()


def test_every_claims_query_is_one_click_away_and_runs(visitor: Visitor) -> None:
    visit = visitor.open("claims.html#S0.8")
    page = visit.page
    page.locator("[id='S0.8']").get_by_role("link", name="Run the query").click()
    page.wait_for_selector(".sql")
    wait(page)
    assert "FROM claim_summary" in page.get_by_role("textbox", name="SQL").inner_text()
    assert page.url.endswith("sql.html?claim=S0.8")
    assert rows(page)[0][0] == "reproduced"
    buttons = page.locator(".sql-queries button").all()
    assert len(buttons) > 30
    for button in buttons:
        button.click()
        page.wait_for_timeout(20)
        wait(page)
        assert page.get_by_role("alert").count() == 0, page.get_by_role("alert").inner_text()
        title = page.locator(".sql-title").inner_text()
        # A claim's number is followed by a colon there.
        assert title in (button.inner_text(), button.inner_text().replace(" ", ": ", 1))
        assert " in " in page.locator(".sql-status").inner_text()
    page.close()


def test_typed_query_is_replaced_only_when_its_reader_says_so(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    text = page.get_by_role("textbox", name="SQL")
    text.fill("SELECT 42 AS mine")
    sample = page.get_by_role("button", name="Verdicts with their figures")
    sample.click()
    page.get_by_role("button", name="Keep it").click()
    assert text.inner_text() == "SELECT 42 AS mine"
    assert page.locator(".sql-result *").count() == 0
    sample.click()
    page.keyboard.press("Escape")
    assert text.inner_text() == "SELECT 42 AS mine"
    sample.click()
    page.get_by_role("button", name="Replace it").click()
    wait(page)
    assert "FROM claim_verdicts" in text.inner_text()
    # Nothing was typed since.
    page.get_by_role("button", name="Where a cell's virtual time goes").click()
    expect(text).to_contain_text("FROM cell_steps")
    page.close()


def test_shared_link_runs_and_draws(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit = visitor.open("sql.html")
    page = visit.page
    page.get_by_role("button", name="Throughput at each bandwidth").click()
    wait(page)
    took = re.search(r" in ([\d.]+) s\.", page.locator(".sql-status").inner_text())
    assert float(took.group(1)) < FIRST_ANSWER_S
    drawing = page.locator(".sql-chart .chart-drawing svg[aria-label]")
    expect(drawing).to_have_attribute("aria-label", "tps_median over bandwidth_mib_s")
    page.get_by_label("Figure").select_option("tps_high")
    expect(drawing).to_have_attribute("aria-label", "tps_high over bandwidth_mib_s")
    page.get_by_role("button", name="Copy a link to this").click()
    page.get_by_text("Copied", exact=True).wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    page.close()
    again = visitor.open(link.rpartition("/")[2])
    wait(again.page)
    assert len(rows(again.page)) > 1
    drawing = again.page.locator(".sql-chart .chart-drawing svg[aria-label]")
    expect(drawing).to_have_attribute("aria-label", "tps_high over bandwidth_mib_s")
    # A bandwidth with one run has no interval.
    assert drawing.locator("circle").count() == sum(bool(row[4]) for row in rows(again.page))
    again.page.close()


def test_result_is_sorted_and_saved(visitor: Visitor) -> None:
    visit = visitor.open(f"sql.html?query={quote(COUNTS.replace('count(*)', 'max(cell_id)'))}")
    page = visit.page
    wait(page)
    header = page.get_by_role("columnheader", name="engine")
    header.get_by_role("button").click()
    assert header.get_attribute("aria-sort") == "ascending"
    assert [row[0] for row in rows(page)] == ["mariadb-11.8", "postgresql-17"]
    header.get_by_role("button").click()
    assert [row[0] for row in rows(page)] == ["postgresql-17", "mariadb-11.8"]
    run(page, """SELECT 'a "b", c' AS words, 2.5 AS figure, NULL AS gone""")
    with page.expect_download() as download:
        page.get_by_role("link", name="All rows as CSV").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert text == 'words,figure,gone\n"a ""b"", c",2.5,\n'
    page.close()


def test_names_of_tables_and_columns_are_completed(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    text = page.get_by_role("textbox", name="SQL")
    text.fill("")
    text.press_sequentially("SELECT 1 FROM oltp_summ")
    option = page.get_by_role("option", name="oltp_summary")
    option.wait_for()
    assert "median and interval over the seeds" in page.locator(".cm-completionInfo").inner_text()
    # The editor takes no key for its list while it fills it, nor in the list's first 75 ms.
    page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)").wait_for()
    page.wait_for_timeout(100)
    page.keyboard.press("Enter")
    assert text.inner_text() == "SELECT 1 FROM oltp_summary"
    text.press_sequentially(" WHERE bandwidth_mib_s_per")
    page.get_by_role("option", name="bandwidth_mib_s_per_gips").wait_for()
    page.keyboard.press("Escape")
    # The key that moves the focus still does.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    assert visit.complaints == []
    page.close()


def test_tables_are_found_by_subject_and_shown(visitor: Visitor) -> None:
    visit = visitor.open("sql.html")
    page = visit.page
    listed = page.locator(".sql-schema details:visible")
    every = listed.count()
    page.get_by_label("Name or subject").fill("verdict")
    assert 0 < listed.count() < every
    listed.filter(has_text="claim_verdicts").first.locator("summary").click()
    page.get_by_role("button", name="Show rows").and_(page.locator(":visible")).click()
    wait(page)
    assert "FROM claim_verdicts" in page.get_by_role("textbox", name="SQL").inner_text()
    assert len(rows(page)) > 10
    page.close()


def test_result_is_in_sight_on_a_phone(visitor: Visitor) -> None:
    visit = visitor.open("sql.html", width=390)
    page = visit.page
    page.get_by_role("button", name="Verdicts with their figures").click()
    wait(page)
    expect(page.locator(".sql-status")).to_be_in_viewport()
    expect(page.locator(".sql-result tbody tr").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
