"""Quarto as the renderer: found or not, too old, failing, and a whole site by a stand-in of it."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from site_visitor import MOST_SHIFT, SUM_OF_SHIFTS, Visitor, pages_of
from stand_in import install_stand_in

from scripts.site import build as build_module
from scripts.site import quarto
from scripts.site.build import build
from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import Page, place_of, read_page
from scripts.site.prerender.insert import without_scripts
from scripts.site.quarto_cells import with_own_cells

# Without the empty anchors that Quarto gives each line of code.
PARTS = r'<(figure|img|picture|table|tr|ul|ol|li|h[1-4]|a(?! href="#cb)|details|p)\b'


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `quarto` on PATH."""
    install_stand_in(tmp_path, monkeypatch)


def test_quarto_asked_for_but_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert quarto.version() is None
    assert quarto.choose("auto") == "small"
    with pytest.raises(SiteError, match="--renderer small"):
        quarto.choose("quarto")


@pytest.mark.usefixtures("installed")
def test_quarto_is_taken_where_it_is_and_not_where_it_is_too_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (quarto.version(), quarto.choose("auto")) == ("1.10.12", "quarto")
    assert quarto.choose("small") == "small"
    monkeypatch.setenv("STAND_IN_VERSION", "1.3.450")
    with pytest.raises(SiteError, match=r"version 1\.3\.450 is too old; install 1\.4 or later"):
        quarto.choose("auto")


@pytest.mark.usefixtures("installed")
def test_failure_is_told_by_its_cause_and_leaves_a_log(tmp_path: Path) -> None:
    project, log = tmp_path / "project", tmp_path / "quarto.log"
    project.mkdir()
    (project / "broken.qmd").touch()
    with pytest.raises(SiteError) as caught:
        quarto.render(project, tmp_path / "site", log)
    assert str(caught.value).splitlines() == [
        f"quarto render failed (log: {log}):",
        "ERROR: broken.qmd: no viewer of this name",
    ]
    assert "quarto.js:19" in log.read_text()
    assert not (tmp_path / "site").exists()


def test_cause_without_an_error_is_what_was_said_last() -> None:
    assert quarto.cause("one\n\ntwo\nthree\nfour\nfive\nsix\n").splitlines()[0] == "two"


@pytest.mark.usefixtures("installed")
def test_failure_is_told_without_colours_and_with_its_page(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "colours.qmd").touch()
    with pytest.raises(SiteError) as caught:
        quarto.render(project, tmp_path / "site", tmp_path / "quarto.log")
    assert str(caught.value).splitlines()[1:] == ["colours.qmd: ERROR: no viewer of this name"]


def test_whole_site_by_quarto_has_the_parts_of_a_publication(quarto_site: Path) -> None:
    page = (quarto_site / "oltp.html").read_text("utf-8")
    active = 'class="dropdown-item active" href="oltp.html" aria-current="page"'
    assert f"<a {active}>Transactions and scans</a>" in page
    assert page.count("aria-current") == 1
    # One look in both: our bar and no Bootstrap.
    assert page.index('class="site-tools"') < page.index("</nav>") < page.index("<main")
    styles = re.findall(r'<link\b[^>]*\bhref="([^"]+\.css)"', page)
    assert styles == ["base.css", "styles.css", "publication.css"]
    assert all((quarto_site / name).is_file() for name in styles)
    assert '<nav id="TOC"' in page
    home = (quarto_site / "index.html").read_text("utf-8")
    assert '<div id="quarto-content" class="page-full">' in home
    assert "<title>bandwise: " in home
    assert (quarto_site / "data/oltp_summary.json").is_file()
    # Its own index has the source of cells in it.
    assert not (quarto_site / "search.json").exists()
    assert not (quarto_site.parent / "site-quarto.log").exists()


def test_cells_are_compiled_under_both_renderers_and_nothing_is_evaluated(
    site: Path, quarto_site: Path
) -> None:
    for folder in (site, quarto_site):
        for path in pages_of(folder):
            page = path.read_text("utf-8")
            assert page.count("Content-Security-Policy") == 1, path
            assert page.index("Content-Security-Policy") < page.index("<script"), path
            for part in ("unsafe-eval'; ", "cell-code", "_ojs", "ojs-module", "htmldependencies"):
                assert part not in page.replace("wasm-unsafe-eval", ""), path
    scripts = [
        {path.name for path in (folder / "site_libs").rglob("*") if path.is_file()}
        for folder in (site, quarto_site)
    ]
    assert scripts[0] == scripts[1]


def test_search_finds_the_same_words_under_both_renderers(site: Path, quarto_site: Path) -> None:
    one, two = (
        json.loads((folder / "data/search.json").read_text("utf-8"))
        for folder in (site, quarto_site)
    )
    assert len(one) > 50
    assert one == two


def test_pages_have_as_many_parts_under_both_renderers(site: Path, quarto_site: Path) -> None:
    """Figures, pictures, tables, lists, headings, links and places of cells, on every page."""
    found = Counter[str]()
    for path in pages_of(site):
        counts = [
            Counter(re.findall(PARTS, re.sub(r"^.*?<main|</main>.*$", "", page, flags=re.DOTALL)))
            for page in (
                without_scripts((folder / path.name).read_text("utf-8"))
                for folder in (site, quarto_site)
            )
        ]
        assert counts[0] == counts[1], path.name
        assert counts[0]["h1"] == 1, path.name
        found += counts[0]
    # Tables, and all of a cell's page but its title, are made by the pages' cells.
    assert all(found[part] > 20 for part in ("figure", "picture", "a", "h2", "p")), found


def test_ids_of_a_page_are_unique(site: Path, quarto_site: Path) -> None:
    for folder in (site, quarto_site):
        for path in folder.glob("*.html"):
            found = re.findall(r'\sid="([^"]*)"', without_scripts(path.read_text("utf-8")))
            assert len(found) == len(set(found)), path


def test_first_look_stands_below_title_and_subtitle(site: Path, quarto_site: Path) -> None:
    for folder in (site, quarto_site):
        page = (folder / "oltp.html").read_text("utf-8")
        parts = ("<main", "<header", "<h1", "subtitle", "</header>", 'class="first-look"')
        places = [page.index(part) for part in parts[:1]]
        for part in parts[1:]:
            places.append(page.index(part, places[-1]))
        assert page.count("<h1") == page.count('id="title-block-header"') == 1
        assert page.count("<header", page.index("<main")) == 1


def test_cells_that_are_not_told_apart_are_refused(tmp_path: Path) -> None:
    page = read_page_of(tmp_path, "```{ojs}\n1\n```\n")
    with pytest.raises(SiteError, match=r"page\.qmd: Quarto wrote 0 cells for its 1"):
        with_own_cells("<main></main>", page)
    one = '<div class="cell" data-x="y"><div><div id="ojs-cell-1">\n\n</div></div></div>'
    assert with_own_cells(f"<p>{one}</p>", page) == f"<p>{place_of(page.cells[0])}</p>"


@pytest.mark.parametrize("renderer", ["small", "quarto"])
@pytest.mark.usefixtures("installed")
def test_error_in_a_cell_or_in_the_front_matter_is_found_before_pages_are_rendered(
    database: Path, tmp_path: Path, renderer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        build_module, "prepare", lambda database, project, *_, **__: page_in(project)
    )
    for text, complaint in (
        (
            "---\ntitle: T\n---\n\n```{ojs}\nx = (1\n```\n",
            r"page\.qmd:\d: isn't a",
        ),
        ('---\ntitle: "T\n---\n', r"page\.qmd:\d: front matter: "),
    ):

        def page_in(project: Path, text: str = text) -> dict[str, int]:
            project.mkdir()
            (project / "page.qmd").write_text(text)
            return {}

        with pytest.raises(SiteError, match=complaint):
            build(database, tmp_path / "site", renderer)


def read_page_of(folder: Path, body: str) -> Page:
    (folder / "page.qmd").write_text(f"---\ntitle: T\n---\n\n{body}")
    return read_page(folder / "page.qmd")


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_live_chart_takes_the_place_of_its_picture(quarto_visitor: Visitor, width: int) -> None:
    for name in ("index.html", "oltp.html", "mvcc.html"):
        visit = quarto_visitor.open(name, width)
        chart = visit.page.locator("main .chart-drawing svg").first
        assert visit.page.locator(".first-look").count() == 0
        assert chart.is_visible()
        assert visit.page.evaluate(SUM_OF_SHIFTS) <= MOST_SHIFT
        assert not visit.complaints
        assert not visit.strange_requests
        visit.page.close()


BOXES = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, figure, input)")]
  .map((part) => {
    const {x, y, width, height} = part.getBoundingClientRect();
    return [part.localName, ...[x, y + scrollY, width, height].map(Math.round)];
  })"""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["mvcc.html", "method.html", "tpcc.html"])
def test_all_stands_where_it_does_under_the_small_renderer(
    visitor: Visitor, quarto_visitor: Visitor, name: str
) -> None:
    boxes = []
    for each in (visitor, quarto_visitor):
        page = each.open(name).page
        boxes.append(page.evaluate(BOXES))
        page.close()
    assert boxes[0] == boxes[1]


@pytest.mark.browser
def test_search_of_pages_by_quarto_finds_text_and_no_source(quarto_visitor: Visitor) -> None:
    page = quarto_visitor.open("oltp.html").page
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("FileAttachment")
    page.get_by_text("No page has all of these words.").wait_for()
    page.get_by_role("searchbox").fill("bandwidth")
    page.locator(".search li a").first.wait_for()
    page.close()
