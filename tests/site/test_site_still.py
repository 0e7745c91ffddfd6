"""Pages without scripts: their main numbers and pictures are there."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from site_visitor import Visitor

from scripts.site.build import REPOSITORY
from scripts.site.prerender.drawings import tokens
from scripts.site.prerender.insert import with_first_look, with_stills

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

SMALL = """<main><header><h1>T</h1>
<p>Sub</p></header>
<div class="cell"><div class="cell-output" id="ojs-cell-1"></div></div>
<p>Between</p><div class="cell"><div class="cell-output" id="ojs-cell-10"></div></div></main>"""
QUARTO = SMALL.replace('id="ojs-cell-1"', 'data-x="1" id="ojs-cell-1-1" data-nodetype="expression"')


@pytest.mark.parametrize("html", [SMALL, QUARTO])
def test_drawn_output_stands_before_its_place(html: str) -> None:
    made = with_stills(html, {"ojs-cell-1": "<p>One</p>", "ojs-cell-10": "<p>Ten</p>"})
    words = ["Sub", "Without scripts", "<p>One</p></noscript><div", "Between", "<p>Ten</p>"]
    places = [made.index(word) for word in words]
    assert places == sorted(places)


@pytest.mark.parametrize("html", [SMALL, QUARTO])
def test_first_look_has_the_cells_and_the_words_between_them(html: str) -> None:
    with_heading = with_stills(html, {"ojs-cell-1": "<p>One</p>"}).replace(
        "<p>Between</p>", '<h2 id="between">Between</h2>'
    )
    made = with_first_look(with_heading, {"ojs-cell-1": "<p>One</p>", "ojs-cell-10": "<p>Ten</p>"})
    parts = "<p>One</p><h2>Between</h2><p>Ten</p>"
    look = f'<div class="first-look" inert aria-hidden="true">{parts}</div>'
    assert f"</header>\n{look}\n" in made
    assert made.replace(f"\n{look}\n", "") == with_heading


def test_scripts_and_data_wait_for_the_picture_of_the_first_chart() -> None:
    links = (
        '<link rel="modulepreload" href="lib/a.js">'
        '<link rel="preload" as="fetch" crossorigin href="data/a.json">'
        '<link rel="preload" as="font" href="lib/a.woff2">'
    )
    made = with_first_look(links + SMALL, {"ojs-cell-1": "<p>One</p>"})
    assert '<link rel="modulepreload" fetchpriority="low" href="lib/a.js">' in made
    assert '<link rel="preload" as="fetch" fetchpriority="low" crossorigin' in made
    assert '<link rel="preload" as="font" href' in made
    assert with_first_look(links + SMALL, {"ojs-cell-7": "<p>Seven</p>"}) == links + SMALL


def test_output_without_a_place_is_not_lost() -> None:
    assert with_stills(SMALL, {"ojs-cell-7": "<p>Seven</p>"}).endswith(
        "<noscript><p>Seven</p></noscript></main>"
    )


def test_pictures_have_the_light_colours_of_the_style_sheet() -> None:
    found = tokens((REPOSITORY / "report/styles.css").read_text())
    assert found["--paper"] == found["--plot-background"] == "#fffefb"
    assert '"' not in found["--sans"]


def test_page_of_queries_says_what_it_needs(site: Path) -> None:
    # Its editor can't be where nothing is shown: it once ended the drawing of all pages.
    text = (site / "sql.html").read_text("utf-8")
    assert "Queries need scripts and WebAssembly" in text
    assert "cm-editor" not in text


def test_pictures_are_whole_documents(site: Path) -> None:
    pictures = sorted((site / "pictures").glob("*.svg"))
    assert len(pictures) > 40
    for picture in pictures:
        text = picture.read_text("utf-8")
        drawing = ElementTree.fromstring(text)
        assert drawing.tag.endswith("svg")
        assert sum(1 for _ in drawing.iter()) > 5, picture.name
        for foreign in ("var(--", "currentColor", "href", "NaN", "undefined"):
            assert foreign not in text, f"{picture.name}: {foreign}"


@pytest.mark.browser
def test_page_without_scripts_shows_numbers_and_pictures(
    visitor: Visitor, browser: BrowserContext
) -> None:
    page = browser.new_page()
    browser.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    for name, words in (
        ("index", "PostgreSQL answers 21 of TPC-H"),
        ("oltp", "MariaDB's lead shrinks"),
    ):
        page.goto(f"{visitor.address}/{name}.html", wait_until="networkidle")
        text = page.inner_text("main")
        assert words in text
        assert "Without scripts" in text
        assert page.locator(".first-look").is_hidden()
        pictures = page.locator("figure.chart img:not(.first-look img)")
        assert pictures.count() >= 1
        for picture in pictures.all():
            picture.scroll_into_view_if_needed()
            page.wait_for_function("(image) => image.complete", arg=picture.element_handle())
            assert picture.evaluate("(image) => image.naturalWidth") > 300
        assert page.get_by_role("button").count() == 0
    page.close()
