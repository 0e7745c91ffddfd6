"""Quarto as the renderer: found or not, too old, failing, and a whole site by a stand-in of it."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from scripts.site import quarto
from scripts.site.build import build
from scripts.site.errors import SiteError

STAND_IN = Path(__file__).parent / "quarto_stand_in.py"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `quarto` on PATH."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/quarto"
    # By this Python, which has pandoc.
    program.write_text(f"#!{sys.executable}\n" + STAND_IN.read_text().partition("\n")[2])
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")


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
def test_whole_site_by_quarto_has_the_parts_of_a_publication(
    database: Path, tmp_path: Path
) -> None:
    renderer, _ = build(database, tmp_path / "site", "quarto")
    assert renderer == "quarto"
    page = (tmp_path / "site/oltp.html").read_text("utf-8")
    assert '<a class="dropdown-item active" href="oltp.html" aria-current="page">OLTP</a>' in page
    assert page.count("aria-current") == 1
    # One look in both: our bar and no Bootstrap, and what Quarto includes for its cells.
    assert page.index('class="site-tools"') < page.index("</nav>") < page.index("<main")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert styles == ["base.css", "styles.css", "publication.css"]
    assert all((tmp_path / "site" / name).is_file() for name in styles)
    for included in ("quarto-ojs-runtime.js", "ojs-module-contents", '<nav id="TOC"'):
        assert included in page
    # Quarto's runtime evaluates cells, which this policy would forbid.
    assert "Content-Security-Policy" not in page
    home = (tmp_path / "site/index.html").read_text("utf-8")
    assert '<div id="quarto-content" class="page-full">' in home
    assert "<title>bandwise: Faster storage, which database?</title>" in home
    assert (tmp_path / "site/data/oltp_summary.json").is_file()
    # Its own index has the source of cells in it.
    assert not (tmp_path / "site/search.json").exists()
    assert not (tmp_path / "site-quarto.log").exists()
