"""Compressed copies beside a site's files: which files have some, and what is in them."""

from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from scripts.site.packed import copy_of, pack

TEXT = "<p>Page</p>" * 200
UNPACK = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site with a page, data in a folder, and files of which no copy is wanted."""
    (tmp_path / "data").mkdir()
    (tmp_path / "index.html").write_text(TEXT)
    (tmp_path / "data/rows.json").write_text(f'["{TEXT}"]')
    (tmp_path / "short.txt").write_text("short" * 200)
    (tmp_path / "font.woff2").write_bytes(bytes(2000))
    (tmp_path / "noise.json").write_bytes(os.urandom(2000))
    pack(tmp_path)
    return tmp_path


def copies(folder: Path) -> dict[str, bytes]:
    """The compressed copies by name."""
    found = [path for path in folder.rglob("*") if path.suffix in (".gz", ".br")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_text_has_copies_where_something_is_gained(folder: Path) -> None:
    found = copies(folder)
    expected = ["data/rows.json.br", "data/rows.json.gz", "index.html.br", "index.html.gz"]
    assert sorted(found) == expected
    assert gzip.decompress(found["index.html.gz"]).decode() == TEXT
    brotli = ["node", "-e", UNPACK, str(folder / "index.html.br")]
    assert subprocess.run(brotli, capture_output=True, check=True, text=True).stdout == TEXT


def test_copies_are_the_same_bytes_each_time(folder: Path) -> None:
    before = copies(folder)
    pack(folder)
    assert copies(folder) == before, "no time is in them, and copies have no copies"


def test_smallest_copy_that_is_taken_and_not_older_than_its_file(folder: Path) -> None:
    page = folder / "index.html"
    assert copy_of(page, "gzip, deflate, br;q=1.0") == ("br", folder / "index.html.br")
    assert copy_of(page, "gzip") == ("gzip", folder / "index.html.gz")
    assert copy_of(page, "identity") is None
    assert copy_of(folder / "short.txt", "gzip, br") is None
    later = page.stat().st_mtime_ns + 10**9
    os.utime(page, ns=(later, later))
    assert copy_of(page, "gzip, br") is None
