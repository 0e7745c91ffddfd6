"""A tar of a guest: what comes out of it are files, below one folder."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from scripts.files import archive
from scripts.files.archive import BadArchiveError, unpack_files
from scripts.lab.virtual.outbox import HEADER_BYTES, BrokenOutbox, unpack


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
