"""axe-core's rules: WCAG 2.0 to 2.2, levels A and AA, and best practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.site.build import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = REPOSITORY / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FAULTS = """async (tags) => {
  const {violations} = await axe.run(document, {runOnly: tags, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
    `${id}: ${target.join(" ")}: ${failureSummary.split("\\n").at(1)?.trim()}`));
}"""


def faults(page: Page) -> list[str]:
    """What axe-core finds on a page, one entry for each element."""
    page.evaluate(AXE.read_text("utf-8"))
    return page.evaluate(FAULTS, RULES)
