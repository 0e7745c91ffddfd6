"""The check of accessibility itself: which pages it visits, and that it finds something."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe import faults
from cells_factory import FAILED
from site_visitor import PAGES, Visitor, pages_of

pytestmark = pytest.mark.browser


def test_every_page_of_the_site_is_visited(site: Path) -> None:
    assert {path.name for path in pages_of(site)} <= {*PAGES, "cell.html"}
    assert f"cell.html?cell={FAILED}" in PAGES


def test_a_picture_without_words_is_found(visitor: Visitor) -> None:
    page = visitor.open("method.html").page
    page.evaluate("document.querySelector('main').append(new Image(9, 9))")
    found = faults(page)
    page.close()
    assert [fault.split(":")[0] for fault in found] == ["image-alt"]
