"""What is kept of earlier builds: taken where nothing changed, never where something did."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.files.hashes import made_of
from scripts.site import build as building
from scripts.site.build import REPOSITORY, build, prepare
from scripts.site.cache import FILES, RESULT, Kept
from scripts.store.__main__ import main as store
from scripts.store.reference import export as export_rows

PAGES = {"index", "method", "mvcc", "oltp", "olap", "tpcc"}


@pytest.fixture
def repository(repository: Path) -> Path:
    """With some of the pages, those that the bar names among them."""
    specifications = (repository / "report/experiments").glob("*.yaml")
    named = {each.stem for each in specifications if "\nmenu:" in each.read_text("utf-8")}
    for page in (repository / "report").glob("*.qmd"):
        if page.stem not in PAGES | named:
            page.unlink()
    return repository


def files_of(site: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(site)): each.read_bytes() for each in site.rglob("*") if each.is_file()
    }


def test_site_after_a_changed_page_is_the_one_from_nothing(
    database: Path,
    repository: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    parts: Callable[[], Path],
) -> None:
    out, keep = tmp_path / "site", parts().rename(tmp_path / "kept")
    first = build(database, out, "small", repository, keep=keep)
    before = files_of(out)
    page = out / "index.html"
    node = page.stat().st_ino
    assert build(database, out, "small", repository, keep=keep) == first
    assert page.stat().st_ino == node, "a site of which all is the same stays as it is"

    with (repository / "report/method.qmd").open("a") as file:
        file.write("\nA new word: perspicuous.\n\n```{ojs}\ncharts.headline('New')\n```\n")
    with monkeypatch.context() as patch:
        for name in ("export", "export_cells", "export_tables", "add_libraries"):
            patch.setattr(building, name, lambda *_: pytest.fail("is made again"))
        build(database, out, "small", repository, keep=keep)
    changed = files_of(out)
    assert b"perspicuous" in changed["method.html"]
    assert b"perspicuous" in changed["data/search.json"]
    # Its data and libraries alone are kept ones, which a test of their own compares.
    build(database, tmp_path / "fresh", "small", repository, keep=parts())
    assert changed == files_of(tmp_path / "fresh")

    # What a hand did to the site or to what is kept is not in the next one.
    page.unlink()
    for damaged in keep.glob(f"page-*/{RESULT}"):
        damaged.write_text(damaged.read_text().replace("Method", "Mathod"))
    for damaged in keep.glob(f"drawn-*/{FILES}/*.svg"):
        damaged.write_bytes(b"")
    build(database, out, "small", repository, keep=keep)
    assert files_of(out) == changed
    shutil.copyfile(REPOSITORY / "report/method.qmd", repository / "report/method.qmd")
    build(database, out, "small", repository, keep=keep)
    assert files_of(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "fresh",
        "kept",
        "repository",
        "site",
    ]


def test_kept_parts_are_those_made_from_nothing(site: Path, quarto_site: Path) -> None:
    """The site of the other renderer takes them from what is kept of the first."""
    for name in ("data", "lib", "pictures"):
        assert files_of(quarto_site / name) == files_of(site / name)


def test_kept_parts_are_those_of_the_last_build(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.txt").write_text("a")
    kept = Kept(tmp_path / "kept", "tools")
    name = kept.name("a", 1)
    assert kept.value(name, lambda: {"b": 2}) == {"b": 2}
    assert kept.value(name, lambda: pytest.fail("is made again")) == {"b": 2}
    assert kept.filled(kept.name("c"), tmp_path / "site", lambda: None) is None
    kept.finished(tmp_path / "site", "inputs", {})
    other = Kept(tmp_path / "kept", "tools")
    assert other.rows_of(tmp_path / "site", "inputs") == {}
    assert other.rows_of(tmp_path / "site", "others") is None
    assert other.find(name) == [{"b": 2}]
    other.finished(tmp_path / "site", "inputs", {})
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [name, "site.json"]
    assert Kept(tmp_path / "kept", "other tools").name("a", 1) != name
    (tmp_path / "site/a.txt").write_text("b")
    assert other.rows_of(tmp_path / "site", "inputs") is None


def test_kept_files_are_those_that_were_added(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept", "tools")
    one, other = tmp_path / "one", tmp_path / "other"
    for target in (one, other):
        target.mkdir()
        (target / f"{target.name}.txt").touch()
    kept.filled("added", one, lambda: (one / "added.txt").touch())
    kept.filled("added", other, lambda: pytest.fail("is made again"))
    assert files_of(other).keys() == {"other.txt", "added.txt"}


def test_a_site_has_its_tables_after_pages_were_written(
    database: Path, repository: Path, tmp_path: Path
) -> None:
    kept = Kept(tmp_path / "kept", "tools")
    prepare(database, tmp_path / "pages", repository, kept=kept, cells=False)
    assert not (tmp_path / "pages/data/tables.json").exists()
    prepare(database, tmp_path / "site", repository, kept=kept)
    assert (tmp_path / "site/data/tables.json").is_file()


def test_hash_is_of_names_and_contents(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "a").write_text("1")
    found = [made_of(folder)]
    (folder / "__pycache__/a.pyc").touch()
    assert made_of(folder) == found[0]
    (folder / "a").write_text("2")
    found.append(made_of(folder))
    (folder / "a").rename(folder / "b")
    found += [made_of(folder), made_of(folder, 1), made_of(tmp_path / "missing")]
    assert len(set(found)) == len(found)


def test_database_of_the_same_rows_is_not_made_again(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    export_rows(database, tmp_path / "rows")
    out = tmp_path / "results.duckdb"
    command = ["restore", "--reference", str(tmp_path / "rows"), "--out", str(out)]
    assert store(command) == 0
    made = out.stat().st_ino
    assert store(command) == 0
    assert "already" in capsys.readouterr().out
    assert out.stat().st_ino == made
    out.write_bytes(b"")
    assert store(command) == 0
    assert out.stat().st_size > 0
    (tmp_path / "rows/more.txt").touch()
    made = out.stat().st_mtime_ns
    assert store(command) == 0
    assert out.stat().st_mtime_ns > made
