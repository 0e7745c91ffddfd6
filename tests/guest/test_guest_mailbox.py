"""The guest's side of the inbox and the outbox, with files in the place of devices."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from guest import mailbox

from scripts.lab.virtual.outbox import read_header, unpack

DONE: dict[str, object] = {"status": "done", "reason": None, "virtual_ns": 5}
CONTENT = os.urandom(3 * mailbox.CHUNK_BYTES // 2)


@pytest.fixture
def outbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "outbox.img"
    path.write_bytes(bytes(4 << 20))
    monkeypatch.setattr(mailbox, "OUTBOX", path)
    monkeypatch.setattr(os, "O_DIRECT", 0)  # not every file system of a test's folder has it
    return path


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "content").write_bytes(CONTENT)
    return folder


def in_parts(call: Callable[..., int], most_bytes: int) -> Callable[..., int]:
    """The system call, which transfers at most so much at a time."""

    def partly(descriptor: int, buffers: list[Any], offset: int) -> int:
        return call(descriptor, [buffers[0][:most_bytes]], offset)

    return partly


def test_what_is_written_in_parts_is_written_whole(
    outbox: Path, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "pwritev", in_parts(os.pwritev, 3 << 16))
    mailbox.write_outbox(DONE, results)
    assert (read_header(outbox) or {})["status"] == "done"
    unpack(outbox, tmp_path / "unpacked")
    assert (tmp_path / "unpacked/content").read_bytes() == CONTENT


def test_outbox_that_takes_nothing_more_is_reported_with_the_place(
    outbox: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "pwritev", lambda *_: 0)
    with pytest.raises(OSError, match=r"outbox\.img: nothing can be written at byte 4096"):
        mailbox.write_outbox(DONE, results)
    assert read_header(outbox) is None


def test_what_is_read_in_parts_is_read_whole(
    outbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    payload = io.BytesIO()
    with tarfile.open(fileobj=payload, mode="w") as tar:
        entry = tarfile.TarInfo("content")
        entry.size = len(CONTENT)
        tar.addfile(entry, io.BytesIO(CONTENT))
    outbox.write_bytes(payload.getvalue())
    monkeypatch.setattr(mailbox, "INBOX", outbox)
    monkeypatch.setattr(os, "preadv", in_parts(os.preadv, 3 << 16))
    mailbox.read_inbox(tmp_path / "payload")
    assert (tmp_path / "payload/content").read_bytes() == CONTENT


def test_inbox_that_ends_early_is_reported_with_the_place(
    outbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "INBOX", outbox)
    monkeypatch.setattr(os, "preadv", lambda *_: 0)
    with pytest.raises(OSError, match=r"outbox\.img: 0 of 4194304 bytes can be read"):
        mailbox.read_inbox(tmp_path / "payload")


@pytest.mark.parametrize("letter", ["x", "ä", '"', "\U0001f600"])
def test_reason_longer_than_its_room_is_cut_and_the_results_stay(
    outbox: Path, results: Path, tmp_path: Path, letter: str
) -> None:
    reason = "the engine ended: " + letter * 9000
    mailbox.write_outbox({**DONE, "status": "failed", "reason": reason}, results)
    header = read_header(outbox) or {}
    kept = header["reason"].removesuffix(" ...")
    assert reason.startswith(kept)
    assert len(kept) > 300
    assert header["body_bytes"] > len(CONTENT)
    unpack(outbox, tmp_path / "unpacked")
    assert (tmp_path / "unpacked/content").read_bytes() == CONTENT


def test_reason_that_has_room_stays_as_it_is(outbox: Path) -> None:
    reason = "x" * 3900
    mailbox.write_outbox({**DONE, "status": "failed", "reason": reason}, None)
    assert (read_header(outbox) or {})["reason"] == reason
