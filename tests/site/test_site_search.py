"""The search and the glossary: what they hold, and that a keyboard and a finger reach it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from site_visitor import Visitor, pages_of

from scripts.site.build import REPOSITORY
from scripts.site.errors import SiteError
from scripts.site.publication.glossary import SOURCE, anchor, load_glossary
from scripts.site.publication.sections import sections

QUARTO = """<body><nav>Bar</nav><main><h1 class="title">OLTP</h1><p>Lead &amp; sub.</p>
<section id="why" class="level2"><h2 data-anchor-id="why">Why</h2><p>One</p>
<noscript><p data-search="no">No.</p></noscript>
<p>two<sub>3</sub>.</p>
<script>let hidden;</script><svg><text>4</text></svg><noscript><p>Sum 5.</p></noscript>
<section id="more"><h3>More</h3>six</section></section></main><footer>Foot</footer></body>"""


def test_sections_are_read_from_both_renderers() -> None:
    small = QUARTO.replace('<section id="why" class="level2"><h2 data', '<h2 id="why" data')
    small = small.replace('<section id="more"><h3>', '<h3 id="more">').replace("</section>", "")
    for html in (QUARTO, small):
        assert [(each.anchor, each.heading, each.text) for each in sections(html)] == [
            ("", "OLTP", "Lead & sub."),
            ("why", "Why", "One two3. Sum 5."),
            ("more", "More", "six"),
        ]


def test_source_of_cells_and_what_is_hidden_is_not_searched() -> None:
    source = (
        '<div class="sourceCode cell-code hidden"><pre>a = <div>FileAttachment</div></pre></div>'
    )
    page = (
        f'<main><h1>T</h1>One {source}<br class="hidden">two <p class="x hidden">no</p>three</main>'
    )
    assert [each.text for each in sections(page)] == ["One two three"]


def test_every_place_that_the_search_leads_to_is_there(site: Path) -> None:
    rows = json.loads((site / "data/search.json").read_text("utf-8"))
    pages = {page.name for page in pages_of(site)}
    assert {row["page"] for row in rows} == pages
    for row in rows:
        html = (site / row["page"]).read_text("utf-8")
        assert not row["anchor"] or f'id="{row["anchor"]}"' in html, row
        assert row["heading"]


def test_limits_of_requests_are_found_by_their_usual_name(site: Path) -> None:
    rows = json.loads((site / "data/search.json").read_text("utf-8"))
    named = [row for row in rows if "IOPS" in row["heading"]]
    assert ("deciding.html", "requests") in [(row["page"], row["anchor"]) for row in named]


def test_every_term_has_its_place_on_the_page(site: Path) -> None:
    html = (site / "glossary.html").read_text("utf-8")
    terms = json.loads((site / "data/glossary.json").read_text("utf-8"))
    assert len(terms) == len(load_glossary(REPOSITORY)) > 20
    for term in terms:
        assert f'id="{term["anchor"]}"' in html


def test_no_two_terms_share_a_word_or_a_place() -> None:
    places = [anchor(term) for term in load_glossary(REPOSITORY)]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: {text: T, also: [b]}\nB: {text: T}\n", '"B" stands under a and B'),
        ("a: {txt: T}\n", "glossary.yaml:1: a.txt"),
        ("a: [\n", "glossary.yaml"),
    ],
)
def test_wrong_glossary_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / SOURCE).write_text(text)
    with pytest.raises(SiteError, match=re.escape(message)):
        load_glossary(tmp_path)


@pytest.mark.browser
def test_search_works_by_keyboard_alone(visitor: Visitor) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    visit = visitor.open("oltp.html")
    page = visit.page
    assert not [url for url in visit.body_bytes if "search" in url], (
        "fetched before it is asked for"
    )
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search these pages")
    expect(field).to_be_focused()
    page.keyboard.type("doublewrite")
    hits = page.locator("dialog.search ol a")
    expect(hits.first).to_contain_text("doublewrite")
    page.keyboard.press("ArrowDown")
    expect(hits.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    field.fill("zyzzyva")
    expect(page.locator("dialog.search [role=status]")).to_have_text(
        "No page has all of these words."
    )
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()
    page.keyboard.press("Control+k")
    field.fill("heap-only tuple")
    expect(hits.first).to_contain_text("Glossary")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"glossary\.html#hot$"))
    assert visit.strange_requests == []
    assert visit.complaints == []
    page.close()


@pytest.mark.browser
def test_term_shows_its_text_by_focus_and_goes_by_escape(visitor: Visitor) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visitor.open("method.html").page
    term = page.locator("a.term[data-term='seed']")
    expect(term).to_have_count(1)
    term.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("random keys")
    expect(term).to_have_attribute("aria-describedby", "term-tip")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.hover()
    expect(tip).to_be_visible()
    tip.hover()
    page.wait_for_timeout(300)
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    term.click()
    page.wait_for_url(re.compile(r"glossary\.html#seed$"))
    page.close()
