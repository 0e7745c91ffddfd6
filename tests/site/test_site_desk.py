"""A writer's server: a changed page is seen at the next look, and faults stand on it."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.site.cache import NOTHING
from scripts.site.desk import Desk, desk_server
from tests.patience import WAIT_S


@pytest.fixture
def page(
    database: Path, repository: Path, tmp_path: Path
) -> Iterator[Callable[[str], tuple[int, str]]]:
    """Asks the server for a page: its status and text."""
    with desk_server(Desk(database, tmp_path / "desk", repository, NOTHING)) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()

        def ask(name: str) -> tuple[int, str]:
            try:
                address = f"http://localhost:{service.server_port}/{name}"
                with urllib.request.urlopen(address, timeout=WAIT_S) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, error.read().decode()

        yield ask
        service.shutdown()


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
