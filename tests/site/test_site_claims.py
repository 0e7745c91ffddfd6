"""Claims of others in a real browser: their board, and their verdicts on other pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from site_visitor import Visitor

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.plan.study import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect


def test_claims_are_filtered_and_the_choice_is_kept_in_the_address(visitor: Visitor) -> None:
    visit = visitor.open("claims.html")
    page = visit.page
    claims = page.locator(".claim")
    known = len(load_claims(ROOT / CLAIMS_FILE).claims)
    assert claims.count() == known
    page.get_by_label("Verdict").select_option("reproduced")
    found = [claim.get_attribute("id") for claim in claims.all()]
    assert found == ["S0.8", "S2.2", "S2.3", "S2.4"]
    assert page.url.endswith("?verdict=reproduced")
    page.get_by_label("Source").select_option("S3")
    assert claims.count() == 0
    assert f"0 claims of {known}" in page.inner_text("main")
    page.get_by_label("Source").select_option("S0")
    page.reload()
    page.wait_for_selector(".claim")
    assert [claim.get_attribute("id") for claim in claims.all()] == ["S0.8"]
    assert page.get_by_label("Source").input_value() == "S0"
    page.close()


def test_claim_leads_to_its_page_its_cells_and_its_query(visitor: Visitor) -> None:
    visit = visitor.open("claims.html#S0.8")
    page = visit.page
    claim = page.locator("[id='S0.8']")
    expect(claim).to_be_in_viewport()
    text = claim.inner_text()
    assert "reproduced" in text
    assert "a SELECT costs PostgreSQL more pages than it does after VACUUM." in text
    assert "2 pages of 4 KiB per SELECT (interval " in text
    assert "Reproduced if the interval of the difference is above 0" in text
    own_page = claim.get_by_role("link", name="The page on this topic")
    assert own_page.get_attribute("href") == "mvcc.html"
    claim.get_by_text("The query behind this verdict").click()
    assert "FROM claim_summary" in claim.locator("pre").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    claim.get_by_role("link", name="Cells of version-chains, all 4 done").click()
    page.wait_for_selector(".cells tbody tr")
    assert page.locator(".cells tbody tr").count() == 4
    page.close()


def test_claim_that_is_not_comparable_shows_its_figure(visitor: Visitor) -> None:
    visit = visitor.open("claims.html#S0.9")
    claim = visit.page.locator("[id='S0.9']")
    text = claim.inner_text()
    assert "not comparable" in text
    assert "×" in text.split("Why not comparable")[0], "the figure stays"
    assert "The distance between the keys and the empty caches decide the result" in text
    assert "Measured: MariaDB reads" in text
    expect(claim.get_by_text("The query behind this figure")).to_be_visible()
    visit.page.close()


def test_findings_show_the_verdicts_on_their_claims(visitor: Visitor) -> None:
    visit = visitor.open("mvcc.html")
    own = visit.page.locator(".claims tbody tr")
    assert own.count() == 6
    line = "S0.8 After UPDATEs, a SELECT costs PostgreSQL more pages reproduced"
    assert " ".join(own.first.inner_text().split()) == line
    own.first.get_by_role("link").click()
    expect(visit.page.locator("[id='S0.8']")).to_be_in_viewport()
    visit.page.close()


def test_board_shows_each_claim_in_a_line_with_both_figures(visitor: Visitor) -> None:
    visit = visitor.open("claims.html")
    page = visit.page
    lines = page.locator(".claim > details > summary")
    assert {round(line.bounding_box()["height"]) for line in lines.all()} == {24}
    cut = """[...document.querySelectorAll("summary > .claim-short")]
        .filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent)"""
    assert page.evaluate(cut) == []
    line = page.locator("[id='S0.1'] > details > summary")
    assert "1.19–1.8×" in line.inner_text()
    assert line.locator(".strip-band").count() == 1
    strip, dot = (line.locator(part).bounding_box() for part in (".claim-strip", "circle"))
    assert strip["x"] < dot["x"] < strip["x"] + strip["width"]
    assert "2\n" in page.locator("[id='S0.8'] summary").first.inner_text()
    assert "in pages of 4 KiB per SELECT" in page.locator("[id='S0.8'] summary").first.inner_text()
    page.close()


def test_sources_lead_to_where_they_can_be_read(visitor: Visitor) -> None:
    visit = visitor.open("claims.html")
    links = visit.page.locator(".claim-board a[rel]")
    sources = load_claims(ROOT / CLAIMS_FILE).sources.values()
    addresses = [source.url for source in sources if source.url]
    # Two claims of one source of the further literature both name it.
    assert list(dict.fromkeys(link.get_attribute("href") for link in links.all())) == addresses
    assert {link.get_attribute("rel") for link in links.all()} == {"noopener"}
    visit.page.close()


def test_lines_open_by_key_and_by_address_and_stay_below_the_axis(visitor: Visitor) -> None:
    visit = visitor.open("claims.html")
    page = visit.page
    line = page.locator("[id='S2.3'] > details")
    line.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(line.get_by_text("Far faster is at least twice as fast")).to_be_visible()
    page.keyboard.press("Enter")
    expect(line.get_by_text("Far faster is at least twice as fast")).to_be_hidden()
    page.evaluate("location.hash = 'S14.1'")
    expect(page.locator("[id='S14.1'] > details")).to_have_attribute("open", "")
    page.evaluate("location.hash = 'S4.1'")
    expect(page.locator("[id='S4.1'] dl")).to_be_in_viewport()
    heads = page.locator(".claim-heads").bounding_box()
    below = page.locator("[id='S4.1'] > details > summary").bounding_box()
    assert heads["y"] + heads["height"] <= below["y"] + 1
    page.close()


def test_board_fits_a_phone_with_the_strip_below_the_line(visitor: Visitor) -> None:
    visit = visitor.open("claims.html#S0.1", width=390)
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    line = page.locator("[id='S0.1'] > details > summary")
    short, strip = (line.locator(part).bounding_box() for part in (".claim-short", ".claim-strip"))
    assert strip["y"] >= short["y"] + short["height"] - 1
    assert strip["width"] > 300
    page.close()


def test_board_without_scripts_has_all_lines_and_they_open(
    visitor: Visitor, browser: BrowserContext
) -> None:
    page = browser.new_page()
    browser.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.goto(f"{visitor.address}/claims.html", wait_until="networkidle")
    lines = page.locator(".claim > details > summary:visible")
    assert lines.count() == len(load_claims(ROOT / CLAIMS_FILE).claims)
    claim = page.locator("[id='S0.8']")
    claim.locator("summary").first.click()
    expect(claim.get_by_text("Reproduced if the interval of the difference is")).to_be_visible()
    assert page.locator(".claim-query, .claim button").count() == 0
    page.close()
