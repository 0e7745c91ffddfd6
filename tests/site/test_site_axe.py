"""Every page against axe-core's rules: WCAG 2.0 to 2.2, levels A and AA, and best practice."""

from __future__ import annotations

from pathlib import Path

import pytest
from cells_factory import FAILED
from site_visitor import Visitor
from test_site_pages import PAGES

from scripts.site.build import REPOSITORY

pytestmark = pytest.mark.browser

AXE = REPOSITORY / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FAULTS = """async (tags) => {
  const {violations} = await axe.run(document, {runOnly: tags, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
    `${id}: ${target.join(" ")}: ${failureSummary.split("\\n").at(1)?.trim()}`));
}"""


def faults(visitor: Visitor, name: str, width: int) -> list[str]:
    """What axe-core finds on a page of the site, one entry for each element."""
    visit = visitor.open(name, width)
    visit.page.evaluate(AXE.read_text("utf-8"))
    found = visit.page.evaluate(FAULTS, RULES)
    visit.page.close()
    return found


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_page_keeps_the_rules_of_accessibility(visitor: Visitor, name: str, width: int) -> None:
    assert faults(visitor, name, width) == []


def test_every_page_of_the_site_is_visited(site: Path) -> None:
    assert {path.name for path in site.glob("*.html")} <= {*PAGES, "cell.html"}
    assert f"cell.html?cell={FAILED}" in PAGES


def test_a_picture_without_words_is_found(visitor: Visitor) -> None:
    visit = visitor.open("method.html")
    visit.page.evaluate(AXE.read_text("utf-8"))
    visit.page.evaluate("document.querySelector('main').append(new Image(9, 9))")
    found = visit.page.evaluate(FAULTS, RULES)
    visit.page.close()
    assert [fault.split(":")[0] for fault in found] == ["image-alt"]
