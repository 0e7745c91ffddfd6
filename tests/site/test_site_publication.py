"""The foot, head and tools of pages: who wrote it, of what rows, and how it is cited."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from site_visitor import pages_of

from scripts.site.build import REPOSITORY
from scripts.site.errors import SiteError
from scripts.site.publication.about import About, Citation, load_about
from scripts.site.publication.citation import as_bibtex, as_text
from scripts.site.publication.finish import finish
from scripts.site.publication.footer import footer

COMMIT, ROWS = "ab12" * 10, "cd34" * 16
CITATION = {
    "title": "bandwise: what & why",
    "authors": [{"family-names": "Doe", "given-names": "Jo"}, {"name": "The others"}],
    "license": "MIT",
}
ADDRESSES = {"repository-code": "https://example.org/code/", "url": "https://example.org/site"}
# What Quarto 1.10 makes of a page by our template, as far as the parts of a publication meet it.
QUARTO = """<!DOCTYPE html>
<html><head>
<title>bandwise – T</title>
</head>
<body>
<a class="skip" href="#quarto-document-content">Skip to main content</a>
<div id="quarto-content"><nav id="TOC" role="doc-toc"></nav><main id="quarto-document-content">
<p>Text</p></main></div>
<script>document.write("</body>")</script>
</body></html>
"""


def about(**addresses: str) -> About:
    citation = Citation.model_validate(CITATION | addresses)
    return About(citation, COMMIT, datetime.date(2026, 11, 25), ROWS)


def test_bibtex_names_authors_rows_and_address() -> None:
    assert as_bibtex(about(**ADDRESSES), "Locks & latches", "locks.html") == (
        "@misc{bandwise-locks-2026,\n"
        "  author = {{Doe, Jo} and {The others}},\n"
        "  title = {{bandwise: what \\& why}},\n"
        "  year = {2026},\n"
        "  url = {https://example.org/site/locks.html},\n"
        "  note = {Page: Locks \\& latches. Rows of 2026-11-25, commit ab12ab12ab12. "
        "SHA-256 of the rows: cd34cd34cd34. MIT licence.},\n"
        "}"
    )


def test_charts_cite_what_the_file_of_the_citation_says() -> None:
    made = footer(about(version="1.2"), "Locks", "locks.html")
    work = re.search(r'data-work="([^"]+)"', made)
    assert work is not None
    assert json.loads(unescape(work[1])) == {
        "name": "bandwise",
        "title": "bandwise: what & why",
        "authors": ["Doe, Jo", "The others"],
        "year": "2026",
        "origin": "Version 1.2. Rows of 2026-11-25, commit ab12ab12ab12. SHA-256 of the rows: "
        "cd34cd34cd34. MIT licence.",
    }


def test_rows_that_were_not_published_have_no_year_and_no_commit() -> None:
    measured_here = About(Citation.model_validate(CITATION))
    entry = as_bibtex(measured_here, "Locks", "locks.html")
    assert "year" not in entry
    assert "not published" in entry
    assert as_text(measured_here, "Locks", "locks.html").startswith("Doe, Jo; The others. Locks.")
    assert "are not published" in footer(measured_here, "Locks", "locks.html")


def test_footer_links_to_the_repository_only_where_one_is_known() -> None:
    without = footer(about(), "Locks", "locks.html")
    assert "://" not in without
    assert f'<code title="{COMMIT}">ab12ab12ab12</code>' in without
    assert "MIT licence" in without
    linked = footer(about(**ADDRESSES), "Locks", "locks.html")
    assert '<a href="https://example.org/code">bandwise</a>' in linked
    assert f'<a href="https://example.org/code/commit/{COMMIT}">' in linked


def test_titles_inject_no_markup() -> None:
    assert "<script" not in footer(about(), "<script>alert(1)</script>", "x.html")


def test_pages_of_quarto_get_the_same_parts(tmp_path: Path, packages: None) -> None:
    site, project = tmp_path / "site", tmp_path / "project"
    for folder in (site, project):
        folder.mkdir()
        (folder / "data").mkdir()
        shutil.copyfile(REPOSITORY / "report/styles.css", folder / "styles.css")
    shutil.copyfile(REPOSITORY / "report/_quarto.yml", project / "_quarto.yml")
    (project / "locks.qmd").write_text("---\ntitle: T\ndescription: D\n---\n\nText\n")
    (site / "locks.html").write_text(QUARTO)
    (site / "search.json").write_text("[]")
    finish(site, project, REPOSITORY, about(**ADDRESSES))
    html = (site / "locks.html").read_text()
    assert re.search(r"theme-switch.*?</div>\s*</nav>\s*</header>", html, re.DOTALL)
    assert "<title>T – bandwise</title>" in html
    assert '<meta name="description" content="D">' in html
    assert html.index('rel="canonical" href="https://example.org/site/locks.html"') < html.index(
        "<body"
    )
    assert html.endswith("</footer>\n</body></html>\n")
    assert (site / "LICENSE.txt").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
    assert not (site / "search.json").exists()


def test_page_without_a_place_for_the_bar_is_refused(tmp_path: Path, packages: None) -> None:
    for name in ("styles.css", "_quarto.yml"):
        shutil.copyfile(REPOSITORY / "report" / name, tmp_path / name)
    (tmp_path / "locks.qmd").write_text("---\ntitle: T\n---\n")
    (tmp_path / "locks.html").write_text("<html><head></head><body></body></html>")
    with pytest.raises(SiteError, match=r"locks\.html: the renderer made a page without <div"):
        finish(tmp_path, tmp_path, REPOSITORY, about())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: [", "CITATION.cff: isn't YAML"),
        ("title: T\nauthors: []\nlicense: MIT\n", "CITATION.cff: authors"),
        ("title: T\nauthors: [{name: A}]\nlicense: MIT\nurl: here\n", "CITATION.cff: url"),
    ],
)
def test_wrong_citation_names_the_key(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "CITATION.cff").write_text(text)
    with pytest.raises(SiteError, match=re.escape(message)):
        load_about(tmp_path, tmp_path)


def test_every_page_says_what_it_is_of(site: Path) -> None:
    for page in pages_of(site):
        text = page.read_text("utf-8")
        assert text.count('<footer class="site-footer">') == 1, page.name
        assert "@misc{bandwise" in text
        assert text.count("theme-switch") == 1
