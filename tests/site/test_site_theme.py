"""Light and dark: what the system says, what a reader chose, and whether drawings follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from site_visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

COLOURS = """(selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return [style.color, style.backgroundColor, style.filter];
}"""
DARK, LIGHT = "rgb(22, 21, 19)", "rgb(255, 254, 251)"


def ground(page: Page) -> str:
    return page.evaluate(COLOURS, "body")[1]


def test_dark_is_switched_on_and_kept_from_page_to_page(visitor: Visitor) -> None:
    page = visitor.open("oltp.html").page
    button = page.get_by_role("button", name="Dark colours")
    assert ground(page) == LIGHT
    assert page.evaluate(COLOURS, ".chart-drawing")[2] == "none"
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert ground(page) == DARK
    assert page.evaluate(COLOURS, ".chart-drawing")[2].startswith("invert")
    page.goto(page.url.replace("oltp", "method"))
    assert ground(page) == DARK
    # Back at what the system says, nothing is kept.
    page.get_by_role("button", name="Dark colours").click()
    assert ground(page) == LIGHT
    assert page.evaluate("localStorage.length") == 0
    page.close()


def test_dark_follows_the_system(visitor: Visitor) -> None:
    page = visitor.open("oltp.html").page
    page.emulate_media(color_scheme="dark")
    button = page.get_by_role("button", name="Dark colours")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert ground(page) == DARK
    # Paper is white.
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(COLOURS, "h1")[0] == "rgb(29, 28, 26)"
    assert page.evaluate(COLOURS, ".chart-drawing")[2] == "none"
    page.close()
