"""The words of each page on the published rows against the files in tests/site/said.

After a change that is meant, ``UPDATE=1 python -m pytest tests/site/test_site_said.py`` writes them
anew: read what git then shows before you commit it.
"""

from __future__ import annotations

import difflib
import os
import shutil
from pathlib import Path

import duckdb
import pytest
from said import PAGES, Said, said

FOLDER = Path(__file__).parent / "said"
MOST_WORDS, MOST_WORDS_OF_THE_SITE = 900, 12_000
COMMAND = "UPDATE=1 python -m pytest tests/site/test_site_said.py"


@pytest.fixture(scope="session")
def site(published: Path, tmp_path_factory: pytest.TempPathFactory, packages: None) -> Said:
    """What each page says."""
    return said(published, tmp_path_factory.mktemp("said"))


@pytest.mark.parametrize("page", PAGES)
def test_page_says_what_it_said(site: Said, page: str) -> None:
    words = site.words
    kept = FOLDER / f"{page}.txt"
    if os.environ.get("UPDATE"):
        kept.write_text(words[page], encoding="utf-8")
    before = kept.read_text("utf-8").splitlines() if kept.exists() else []
    changed = difflib.unified_diff(before, words[page].splitlines(), "kept", "now", "", "", 1, "")
    difference = "\n".join(changed)
    assert not difference, f"{page} says something else; if that is meant, {COMMAND}\n{difference}"


def test_what_a_reader_sees_is_short(site: Said) -> None:
    """Words that stand on a page before anything is unfolded, outside of tables and charts."""
    assert {page: words for page, words in site.seen.items() if not 40 < words <= MOST_WORDS} == {}
    assert sum(site.seen.values()) <= MOST_WORDS_OF_THE_SITE


def test_each_file_is_of_a_page() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*")) == PAGES


def test_hammerdb_whose_cells_all_failed_is_not_called_absent(
    database: Path, tmp_path: Path, packages: None
) -> None:
    failed = tmp_path / "failed.duckdb"
    shutil.copyfile(database, failed)
    with duckdb.connect(str(failed)) as opened:
        for table in ("runs", "timings", "query_sets", "queries"):
            opened.execute(f"DELETE FROM hammerdb_{table}")
        opened.execute(
            "UPDATE cells SET status = 'failed', reason = 'its dataset failed: access denied' "
            "WHERE experiment LIKE 'hammerdb%'"
        )
    text = said(failed, tmp_path, ["method"]).words["method"]
    for name in ("TPROC-C", "TPROC-H"):
        assert f"None of the 2 cells of {name} has a result" in text
    assert text.count("its dataset failed: access denied") == 2
    assert "no cells of" not in text
