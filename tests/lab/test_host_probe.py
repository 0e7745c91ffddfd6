"""A disk's speed is that of blocks that were written, and the probe leaves them as they are."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.lab.host import probe
from scripts.lab.host.disks import LOOP_CONTROL, allocate
from scripts.lab.host.probe import BLOCK_BYTES, WRITTEN_BLOCKS, data_of, speeds, whole_blocks

MIB = 1 << 20
SIZE_BYTES = 64 * MIB
Places = dict[str, set[int]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with all its blocks, none of them written."""
    allocate(tmp_path / "device.img", SIZE_BYTES)
    return tmp_path / "device.img"


@pytest.fixture
def disk(file: Path) -> Iterator[str]:
    """A loop device on the file, past the page cache; its name."""
    if os.geteuid() != 0 or not LOOP_CONTROL.exists():
        pytest.skip("only root can make a loop device, of a kernel that has them")
    attach = ["losetup", "--find", "--show", "--direct-io=on", file]
    path = subprocess.check_output(attach, text=True).strip()
    try:
        yield Path(path).name
    finally:
        subprocess.run(["losetup", "--detach", path], check=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Places:
    """The places that are read and written from now on."""
    found: Places = {"read": set(), "written": set()}
    read, write = os.preadv, os.pwritev

    def preadv(file: int, buffers: list, offset: int) -> int:
        found["read"].add(offset)
        return read(file, buffers, offset)

    def pwritev(file: int, buffers: list, offset: int) -> int:
        found["written"].add(offset)
        return write(file, buffers, offset)

    monkeypatch.setattr(probe.os, "preadv", preadv)
    monkeypatch.setattr(probe.os, "pwritev", pwritev)
    return found


def fill(file: Path, begin: int, length: int) -> None:
    """Write bytes that are not zero, and have them on the disk."""
    with file.open("r+b") as target:
        target.seek(begin)
        target.write(os.urandom(length))
        os.fsync(target.fileno())


def test_blocks_that_were_never_written_are_not_read(
    file: Path, disk: str, asked: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(file, 4 * MIB, 8 * MIB)
    # It reads what it is about to write, wherever that is.
    monkeypatch.setattr(probe, "_write", lambda device, blocks: (1.0, []))
    read_mib_s, _ = speeds(disk, SIZE_BYTES, is_full=True)
    assert read_mib_s > 0
    assert asked["read"]
    assert all(4 * MIB <= place < 12 * MIB for place in asked["read"])


def test_some_blocks_are_written_and_no_more(disk: str, asked: Places) -> None:
    _, write_mib_s = speeds(disk, SIZE_BYTES, is_full=False)
    assert write_mib_s > 0
    assert 0 < len(asked["written"]) <= WRITTEN_BLOCKS


def test_disk_with_nothing_on_it_is_read_where_it_was_just_written(
    disk: str, asked: Places
) -> None:
    speeds(disk, SIZE_BYTES, is_full=False)
    assert asked["read"] >= asked["written"]
    assert len(asked["read"]) <= WRITTEN_BLOCKS


def test_probe_leaves_a_data_set_as_it_is(file: Path, disk: str) -> None:
    fill(file, 0, SIZE_BYTES)
    before = file.read_bytes()
    speeds(disk, SIZE_BYTES, is_full=True)
    assert file.read_bytes() == before


def test_blocks_beyond_the_cells_are_left_alone(disk: str, asked: Places) -> None:
    speeds(disk, 4 * MIB, is_full=False)
    assert max(asked["read"] | asked["written"]) < 4 * MIB


def test_runs_of_data_are_found_between_holes(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.img"
    with sparse.open("wb") as new:
        new.truncate(16 * MIB)
    assert list(data_of(sparse)) == []
    for begin in (2 * MIB, 10 * MIB):
        fill(sparse, begin, MIB)
    assert list(data_of(sparse)) == [(2 * MIB, 3 * MIB), (10 * MIB, 11 * MIB)]


def test_error_of_the_disk_is_not_taken_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.img").touch()

    def lseek(file: int, offset: int, whence: int) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(probe.os, "lseek", lseek)
    with pytest.raises(OSError, match="Input/output error"):
        list(data_of(tmp_path / "broken.img"))


def test_blocks_are_whole_and_the_cells() -> None:
    runs = [
        (1, 3 * BLOCK_BYTES),
        (4 * BLOCK_BYTES + 1, 5 * BLOCK_BYTES),
        (7 * BLOCK_BYTES, 1 << 40),
    ]
    assert whole_blocks(iter(runs), 9 * BLOCK_BYTES) == [(1, 3), (7, 9)]
