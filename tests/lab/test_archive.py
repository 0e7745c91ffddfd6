"""A tar of a guest or of another machine: what comes out of it are files, below one folder."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.files import archive
from scripts.files.archive import BadArchiveError, unpack_files
from scripts.lab.virtual.outbox import HEADER_BYTES, BrokenOutbox, unpack
from scripts.share.entry import take_entry
from scripts.share.errors import ShareError

ROOT = Path(__file__).parents[2]
CELL, RECIPE = "oltp-postgresql-17-bw16-s1-bf0f0aff", "0" * 32
# Debian 12's, whose tarfile has no filters.
OLD_PYTHON = Path("/usr/bin/python3.11")


def member(name: str, data: bytes = b"", kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    """One member of a tar, which no packer would write so."""
    about = tarfile.TarInfo(name)
    about.size, about.type, about.linkname = len(data), kind, link
    form = tarfile.USTAR_FORMAT if len(name) <= 100 else tarfile.GNU_FORMAT
    return about.tobuf(form) + data.ljust(-(-len(data) // 512) * 512, b"\0")


END = bytes(1024)
WRONG = {
    "above": member("../OWNED", b"x"),
    "far above": member("a/../../OWNED", b"x"),
    "absolute": member("/tmp/OWNED", b"x"),
    "no name": member("", b"x"),
    "blank part": member("a//b", b"x"),
    "dot": member("./a", b"x"),
    "control": member("a\nb", b"x"),
    "link": member("a", kind=tarfile.SYMTYPE, link="/etc/hostname"),
    "link, then through it": member("a", kind=tarfile.SYMTYPE, link="/tmp") + member("a/OWNED"),
    "hard link": member("a", kind=tarfile.LNKTYPE, link="/etc/hostname"),
    "fifo": member("a", kind=tarfile.FIFOTYPE),
    "device": member("a", kind=tarfile.BLKTYPE),
    "folder": member("a", kind=tarfile.DIRTYPE),
    "sparse": member("a", kind=tarfile.GNUTYPE_SPARSE),
    "extended header": member("a", b"20 path=../../OWNED\n", tarfile.XHDTYPE) + member("b"),
    "long name": member("a" * 300, b"x"),
    "twice": member("a", b"x") + member("a", b"y"),
    "file as a folder": member("a", b"x") + member("a/b", b"y"),
    "folder as a file": member("a/b", b"x") + member("a", b"y"),
    "more than its size": member("a", b"x")[:700],
    "after its end": member("a", b"x") + END + member("../OWNED", b"x"),
    "nothing": b"",
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_new_file_below_the_folder_is_refused(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "deep/inside/folder"
    folder.mkdir(parents=True)
    ends = b"" if content in (b"", WRONG["more than its size"]) else END
    with pytest.raises(BadArchiveError):
        unpack_files(io.BytesIO(content + ends), folder)
    assert not [*tmp_path.rglob("OWNED")]
    assert all(path.is_dir() or path.read_bytes() in (b"x", b"") for path in tmp_path.rglob("*"))
    assert not any(path.is_symlink() for path in tmp_path.rglob("*"))


def test_a_header_that_claims_terabytes_takes_no_memory(tmp_path: Path) -> None:
    about = tarfile.TarInfo("a")
    about.size = 1 << 42
    with pytest.raises(BadArchiveError, match="has more than 512 MiB"):
        unpack_files(io.BytesIO(about.tobuf(tarfile.GNU_FORMAT)), tmp_path)


def test_files_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FILES_MAX", 3)
    content = b"".join(member(f"f{number}") for number in range(4)) + END
    with pytest.raises(BadArchiveError, match="has more than 3 files"):
        unpack_files(io.BytesIO(content), tmp_path)


def test_outbox_that_writes_outside_is_broken_and_writes_nothing(tmp_path: Path) -> None:
    for name in ("above", "link", "link, then through it", "twice", "file as a folder"):
        body = WRONG[name] + END
        head = {"status": "done", "reason": None, "virtual_ns": 5, "body_bytes": len(body)}
        outbox = tmp_path / "outbox.img"
        outbox.write_bytes(json.dumps(head).encode().ljust(HEADER_BYTES, b"\0") + body)
        with pytest.raises(BrokenOutbox, match="its results are not a whole archive"):
            unpack(outbox, tmp_path / "cell/out")
        assert [*(tmp_path / "cell").rglob("*")] == [tmp_path / "cell/out"]
    assert not [*tmp_path.rglob("OWNED")]


def entry_of(tmp_path: Path, extra: bytes = b"", **index: object) -> Path:
    """An entry as ``publish`` writes it, but for what is said of its files and what is added."""
    files = {"outcome.json": json.dumps({"cell_id": CELL, "status": "done"}).encode()}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    about = {"cell_id": CELL, "recipe": RECIPE, "files": digests} | index
    files = {"entry.json": json.dumps(about).encode()} | files
    packed = b"".join(member(name, data) for name, data in files.items())
    path = tmp_path / "shared" / f"{CELL}.{RECIPE}.tar.gz"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(packed + extra + END))
    return path


def test_entry_of_these_tests_is_one_that_is_taken(tmp_path: Path) -> None:
    assert take_entry(entry_of(tmp_path), tmp_path / CELL, RECIPE)["recipe"] == RECIPE


@pytest.mark.parametrize("python", [sys.executable, str(OLD_PYTHON)])
def test_entry_that_writes_outside_is_refused_by_any_python(tmp_path: Path, python: str) -> None:
    """With Debian 12's Python the file was there, and the command ended with 0."""
    if not Path(python).exists():
        pytest.skip(f"no {python} here")
    entry = entry_of(tmp_path, member("../../../OWNED", b"x"))
    command = [python, "-m", "scripts.share", "take", str(entry), "--recipe", RECIPE]
    options = ["--record", str(tmp_path / "record.json"), "--out", str(tmp_path / "cells" / CELL)]
    done = subprocess.run(
        [*command, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "is not a whole archive (has a file of the name '../../../OWNED')" in line
    assert not [*tmp_path.rglob("OWNED")]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: entry_of(folder, files=["outcome.json"]), "does not name its files"),
        (lambda folder: entry_of(folder, files="outcome.json"), "does not name its files"),
        (lambda folder: entry_of(folder, files=None), "does not name its files"),
        (lambda folder: entry_of(folder, files={"outcome.json": 7}), "is not what it was"),
        (lambda folder: entry_of(folder, member("other", b"x")), "has a file of the name 'other'"),
        (lambda folder: entry_of(folder, member("console.log/x", b"x")), "does not have the files"),
    ],
)
def test_entry_of_a_wrong_shape_is_one_line(
    tmp_path: Path, make: Callable[[Path], Path], words: str
) -> None:
    """A list of files was an AttributeError, in every run anew."""
    with pytest.raises(ShareError, match=words):
        take_entry(make(tmp_path), tmp_path / CELL, RECIPE)
    assert [*(tmp_path / CELL).iterdir()] == []
