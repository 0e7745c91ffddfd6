"""The server of a built site: text is compressed, and the same for a client without gzip."""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from site_visitor import serving

from scripts.site.not_found import write_not_found
from tests.patience import WAIT_S


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[http.client.HTTPConnection]:
    """A connection to the server of a site of two files."""
    (tmp_path / "index.html").write_text("<p>Page</p>" * 100)
    (tmp_path / "font.woff2").write_bytes(b"font")
    with serving(tmp_path) as address:
        opened = http.client.HTTPConnection(urlsplit(address).netloc, timeout=WAIT_S)
        yield opened
        opened.close()


def ask(
    connection: http.client.HTTPConnection, path: str, *, takes: str = "gzip, br"
) -> tuple[http.client.HTTPResponse, bytes]:
    connection.request("GET", path, headers={"Accept-Encoding": takes})
    answer = connection.getresponse()
    return answer, answer.read()


@pytest.mark.parametrize("path", ["/", "/index.html", "/?engines=a", "/index.html?cell=x"])
def test_text_is_compressed(connection: http.client.HTTPConnection, path: str) -> None:
    answer, body = ask(connection, path)
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == "text/html"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert gzip.decompress(body) == b"<p>Page</p>" * 100
    assert len(body) < 100


def test_what_is_changed_is_sent_as_it_is_now(
    connection: http.client.HTTPConnection, tmp_path: Path
) -> None:
    ask(connection, "/")
    (tmp_path / "index.html").write_text("other")
    assert gzip.decompress(ask(connection, "/")[1]) == b"other"


def test_bytes_are_sent_as_they_are_where_nothing_is_gained_or_gzip_is_not_taken(
    connection: http.client.HTTPConnection,
) -> None:
    for path, takes, expected in (
        ("/font.woff2", "gzip", b"font"),
        ("/index.html", "identity", b"<p>Page</p>" * 100),
    ):
        answer, body = ask(connection, path, takes=takes)
        assert answer.headers["Content-Encoding"] is None
        assert body == expected


def test_copies_beside_the_files_are_sent(
    connection: http.client.HTTPConnection, tmp_path: Path
) -> None:
    (tmp_path / "index.html.gz").write_bytes(gzip.compress(b"copy"))
    (tmp_path / "index.html.br").write_bytes(b"smaller copy")
    for takes, encoding, expected in (("gzip, br", "br", b"smaller copy"), ("gzip", "gzip", None)):
        answer, body = ask(connection, "/", takes=takes)
        assert answer.headers["Content-Encoding"] == encoding
        assert body == (expected or (tmp_path / "index.html.gz").read_bytes())
        assert answer.headers["Content-Type"] == "text/html"
        assert answer.headers["Vary"] == "Accept-Encoding"
    (tmp_path / "index.html").write_text("written later")
    assert gzip.decompress(ask(connection, "/")[1]) == b"written later"


def test_missing_file_is_missing(connection: http.client.HTTPConnection, tmp_path: Path) -> None:
    assert ask(connection, "/missing.html")[0].status == 404
    website = {"title": "T", "navbar": {"left": [{"text": "A & B", "href": "a.qmd"}]}}
    write_not_found(tmp_path, website)
    for path in ("/missing.html", "/a/deep/folder/missing"):
        answer, body = ask(connection, path)
        assert answer.status == 404
        assert b'<a href="a.html">A &amp; B</a>' in body
