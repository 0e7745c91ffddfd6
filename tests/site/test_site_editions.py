"""Frozen editions: that they stay, say what changed and why, and are found from other pages."""

from __future__ import annotations

import datetime
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import duckdb
import pytest

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.site.build import REPOSITORY, build
from scripts.site.errors import SiteError
from scripts.site.freeze import freeze
from scripts.site.publication.about import About, Citation
from scripts.site.publication.editions import (
    Edition,
    Verdict,
    changes,
    load_editions,
    write_edition,
)
from scripts.site.publication.feed import write_feeds
from scripts.store.build import restore
from scripts.store.reference import export as keep

DAY = datetime.date(2026, 11, 25)
ATOM = "{http://www.w3.org/2005/Atom}"


def edition(name: str, day: int, **verdicts: str) -> Edition:
    held = {claim: Verdict(verdict=verdict, value=1.5) for claim, verdict in verdicts.items()}
    date = datetime.date(2026, 11, day)
    return Edition(name=name, date=date, commit="ab", rows_sha256=name * 8, verdicts=held)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository to freeze editions in: all that the site is built of, and no edition."""
    root = tmp_path / "repository"
    root.mkdir()
    for name in ("config", "scripts", "sql", "node_modules", "package.json", "LICENSE"):
        (root / name).symlink_to(REPOSITORY / name)
    shutil.copyfile(REPOSITORY / "CITATION.cff", root / "CITATION.cff")
    shutil.copytree(REPOSITORY / "report", root / "report")
    shutil.rmtree(root / "report/editions", ignore_errors=True)
    return root


def test_changes_are_those_of_verdicts_alone() -> None:
    before = edition("a", 1, S1="reproduced", S2="undecided", S3="reproduced").verdicts
    after = edition("b", 2, S1="reproduced", S2="contradicted", S4="undecided").verdicts
    after["S1"] = Verdict(verdict="reproduced", value=9)
    assert [change.claim for change in changes(before, after)] == ["S2", "S3", "S4"]


def test_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    late, early = edition("b", 20, S1="undecided"), edition("c", 2, S1="reproduced")
    late = late.model_copy(update={"why": {"S1": "Measured: anew, on twice the data."}})
    for each in (late, early):
        write_edition(tmp_path, each)
    assert load_editions(tmp_path) == [early, late]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: a\n", "report/editions/a.yaml"),
        (
            "{name: b, date: 2026-11-25, commit: c, rows_sha256: d, verdicts: {}}",
            "report/editions/a.yaml: name: is b",
        ),
    ],
)
def test_wrong_record_names_its_file(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "report/editions").mkdir(parents=True)
    (tmp_path / "report/editions/a.yaml").write_text(text)
    with pytest.raises(SiteError, match=re.escape(message)):
        load_editions(tmp_path)


def test_feed_has_the_newest_first_and_says_why(tmp_path: Path) -> None:
    citation = {"title": "T", "authors": [{"name": "A & B"}], "license": "MIT"}
    about = About(Citation.model_validate(citation))
    old, new = edition("a", 1, S1="undecided"), edition("b", 2, S1="reproduced")
    new = new.model_copy(update={"why": {"S1": "More seeds <5."}})
    write_feeds(tmp_path, ["index.html"], about, [old, new])
    feed = ElementTree.parse(tmp_path / "feed.xml").getroot()
    assert [each.text for each in feed.iterfind(f"{ATOM}entry/{ATOM}title")] == [
        "Edition b",
        "Edition a",
    ]
    summary = feed.find(f"{ATOM}entry/{ATOM}summary")
    assert summary.text == "S1: undecided → reproduced. More seeds <5."
    assert len({each.text for each in feed.iter(f"{ATOM}id")}) == 3
    # No map without whole addresses.
    assert not (tmp_path / "sitemap.xml").exists()
    placed = About(Citation.model_validate(citation | {"url": "https://example.org/b"}))
    write_feeds(tmp_path, ["index.html", "oltp.html"], placed, [old])
    places = ElementTree.parse(tmp_path / "sitemap.xml").getroot()
    assert [each.text for each in places.iter() if each.tag.endswith("loc")] == [
        "https://example.org/b/",
        "https://example.org/b/oltp.html",
    ]
    assert "Sitemap: https://example.org/b/sitemap.xml" in (tmp_path / "robots.txt").read_text()


@pytest.mark.long
def test_edition_is_frozen_and_found(
    database: Path, repository: Path, tmp_path: Path, packages: None
) -> None:
    keep(database, tmp_path / "rows")
    published = tmp_path / "published.duckdb"
    restore(tmp_path / "rows", published, claims=load_claims(REPOSITORY / CLAIMS_FILE))
    with pytest.raises(SiteError, match="its rows are not published"):
        freeze("one", database, tmp_path / "rows", repository, DAY, "small")
    with pytest.raises(SiteError, match="use small letters"):
        freeze("../one", published, tmp_path / "rows", repository, DAY, "small")

    first = freeze("one", published, tmp_path / "rows", repository, DAY, "small")
    assert first == repository / "editions/one"
    assert (first / "rows/provenance.json").is_file()
    page = (first / "oltp.html").read_text("utf-8")
    assert "This is edition one" in page
    assert '<a href="../../oltp.html">This page today</a>' in page
    assert "@misc{bandwise-oltp-one," in page
    with pytest.raises(SiteError, match="an edition stays as it is"):
        freeze("one", published, tmp_path / "rows", repository, DAY, "small")

    with duckdb.connect(str(published)) as connection:
        connection.execute("UPDATE claim_verdicts SET verdict = 'undecided' WHERE claim = 'S0.8'")
    later = DAY + datetime.timedelta(days=9)
    with pytest.raises(SiteError, match=r"two\.yaml: why: .* the verdicts on S0\.8 changed"):
        freeze("two", published, tmp_path / "rows", repository, later, "small")
    record = repository / "report/editions/two.yaml"
    record.write_text(record.read_text().replace("S0.8: null", "S0.8: Two | more seeds."))
    freeze("two", published, tmp_path / "rows", repository, later, "small")

    build(published, tmp_path / "site", "small", repository)
    today = (tmp_path / "site/editions.html").read_text("utf-8")
    assert today.index("Edition two") < today.index("Edition one")
    assert "Two | more seeds." in today
    assert "They show the rows of edition two." in today
    assert "No verdict differs from edition two." in today
    assert (tmp_path / "site/editions/two/rows/cells.parquet").is_file()
    for html in (tmp_path / "site").rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?:]+)"', html.read_text("utf-8")):
            assert (html.parent / target).is_file(), f"{html}: {target}"
