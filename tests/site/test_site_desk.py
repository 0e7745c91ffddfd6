"""A writer's server: a changed page is seen at the next look, and faults stand on it."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scripts.site import __main__ as program
from scripts.site.cache import Kept
from scripts.site.desk import Desk, desk_server
from scripts.site.errors import SiteError
from scripts.site.prose import facts
from tests.patience import WAIT_S

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture
def address(database: Path, repository: Path, tmp_path: Path) -> Iterator[str]:
    """Where the pages are served."""
    kept = Kept(tmp_path / "kept", "tools")
    with desk_server(Desk(database, tmp_path / "desk", repository, kept)) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://localhost:{service.server_port}"
        service.shutdown()


@pytest.fixture
def page(address: str) -> Callable[[str], tuple[int, str]]:
    """Asks the server for a page: its status and text."""

    def ask(name: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"{address}/{name}", timeout=WAIT_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    return ask


def test_writer_sees_what_was_written(
    page: Callable[[str], tuple[int, str]], repository: Path
) -> None:
    status, text = page("storage-layout.html")
    assert status == 200
    assert "Heap and clustered index" in text
    assert "navbar" in text
    source = repository / "report/storage-layout.qmd"
    old = source.read_text("utf-8")
    source.write_text(f"{old}\nA perspicuous word.\n", encoding="utf-8")
    assert "A perspicuous word." in page("storage-layout.html")[1]
    source.write_text(f"{old}\nHas {{{{5 s}}}}.\n", encoding="utf-8")
    status, text = page("storage-layout.html")
    assert status == 500
    assert "storage-layout.qmd" in text
    assert "no comment names the cell of {{5 s}}" in text
    source.write_text(f"{old}\nNever.\n<!-- when: 1 > 2 -->\n", encoding="utf-8")
    status, text = page("storage-layout.html")
    assert status == 200
    assert "the condition `1 &gt; 2` is false; mend the sentence above it" in text
    assert page("index.html")[0] == 200
    assert page("glossary.html")[0] == 200
    assert page("absent.html")[0] == 404


def test_a_changed_word_asks_the_rows_nothing(
    page: Callable[[str], tuple[int, str]], repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    run = facts.query_rows
    monkeypatch.setattr(facts, "query_rows", lambda *of: asked.append(of[1].stem) or run(*of))
    source = repository / "report/method.qmd"
    with source.open("a") as file:
        file.write("\nA perspicuous word.\n")
    assert "A perspicuous word." in page("method.html")[1]
    assert asked == []
    (repository / "sql/facts/perspicuous.sql").write_text("SELECT 7 AS words")
    with source.open("a") as file:
        file.write("\nHas {{5}} words.\n<!-- values: perspicuous.words -->\n")
    for _ in range(2):
        assert "Has 7 words." in page("method.html")[1]
    (repository / "sql/facts/perspicuous.sql").write_text("SELECT 17 AS words")
    assert "Has 17 words." in page("method.html")[1]
    assert asked == ["perspicuous", "perspicuous"]


@pytest.mark.browser
def test_an_open_page_shows_what_was_written(
    address: str, repository: Path, browser: BrowserContext
) -> None:
    from playwright.sync_api import expect

    source = repository / "report/storage-layout.qmd"
    old = source.read_text("utf-8")
    opened = browser.new_page()
    opened.goto(f"{address}/storage-layout.html")
    for added, seen in (
        ("A perspicuous word.", "A perspicuous word."),
        ("Has {{5 s}}.", "no comment names the cell of {{5 s}}"),
        ("Another word.", "Another word."),
    ):
        source.write_text(f"{old}\n{added}\n", encoding="utf-8")
        expect(opened.get_by_text(seen)).to_be_visible()
    opened.close()


def test_pages_are_made_of_what_is_kept_beside_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    def desk(_database: Path, _folder: Path, _repository: Path, kept: Kept) -> None:
        raise SiteError(str(kept.folder))

    monkeypatch.setattr(program, "Desk", desk)
    command = ["write", "--database", str(tmp_path / "results.duckdb")]
    assert program.main(command) == 1
    assert "site: results/.site-kept" in capsys.readouterr().err
    (tmp_path / ".site-kept").mkdir()
    assert program.main(command) == 1
    assert f"site: {tmp_path}/.site-kept" in capsys.readouterr().err
