"""Claims of others in a real browser: their board, and their verdicts on other pages."""

from __future__ import annotations

import pytest
from site_visitor import Visitor

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.plan.study import ROOT

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
    own = visit.page.locator(".claims li")
    assert own.count() == 6
    assert "reproduced" in own.first.inner_text()
    own.first.get_by_role("link").click()
    expect(visit.page.locator("[id='S0.8']")).to_be_in_viewport()
    visit.page.close()
