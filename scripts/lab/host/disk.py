"""A block device that is to be measured: whether it may be, what is put on it, who holds it."""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import struct
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.host.commands import run, wait_until

BLOCKS = Path("/sys/class/block")
SECTOR_BYTES = 512
MIB = 1 << 20
# The registers of the emulated device, which images have behind the disk's own bytes.
REGISTERS_BYTES = 1 * MIB
CHUNK_BYTES = 8 * MIB
# Of the file systems that scripts/guest/device.py makes: those may be written over.
OWN_UUID = "b0a2d715-e000-4000-8000-000000000001"
# A disk in use is busy until what is dirty is written.
FREE_S = 900.0
BLKGETSIZE64, BLKFLSBUF = 0x80081272, 0x1261


def problem(path: Path, size_mib: int) -> str | None:
    """Why the device at ``path`` can't be measured, with the fix; None when it can."""
    if not path.exists():
        return f"{path}: no such device"
    if not path.is_block_device():
        return f"{path}: is not a block device"
    name = path.resolve().name
    try:
        room_mib = size_bytes(path) // MIB
    except OSError as error:
        return f"{path}: can't be opened: {error.strerror}"
    if room_mib < size_mib - REGISTERS_BYTES // MIB:
        return f"{path}: has {room_mib} MiB, fewer than lab.device_mib ({size_mib})"
    if (BLOCKS / name / "partition").exists():
        return f"{path}: is a partition, and its readahead is the whole disk's: name a whole disk"
    if list((BLOCKS / name).glob(f"{name}*/partition")):
        return f"{path}: has partitions, which a cell would write over: name a disk without any"
    if not is_free(name):
        return f"{path}: is in use (mounted, swap, or part of another device): free it first"
    if contents := _contents(path):
        return (
            f"{path}: holds {contents}, which a cell would write over: if it can go, run "
            f"`wipefs --all {path}`"
        )
    return None


def size_bytes(path: Path) -> int:
    """The device's size."""
    with path.open("rb") as file:
        answer = fcntl.ioctl(file, BLKGETSIZE64, bytes(8))
    return struct.unpack("Q", answer)[0]


def is_free(name: str) -> bool:
    """Whether the disk is neither mounted nor otherwise claimed, or is gone."""
    if not Path(f"/dev/{name}").exists():
        return True
    try:
        os.close(os.open(f"/dev/{name}", os.O_RDONLY | os.O_EXCL))
    except OSError as error:
        if error.errno == errno.EBUSY:
            return False
        raise
    return True


def wait_until_free(name: str) -> None:
    """Wait until a disk is not in use; file systems go with the namespace, a little later."""
    wait_until(lambda: is_free(name), FREE_S, f"/dev/{name} is still in use")


def _contents(path: Path) -> str | None:
    """What is recognized on the device, unless it is what an earlier cell left."""
    found = run("wipefs", "--noheadings", "--output", "TYPE,UUID", path)
    kinds = [line.split()[0] for line in found.splitlines() if OWN_UUID not in line]
    return ", ".join(kinds) or None


def write_image(image: Path, name: str) -> None:
    """Copy a dataset's image to the disk, byte for byte, past the page cache.

    Raises LabError when the disk has no room for it.
    """
    device = Path("/dev") / name
    wanted_bytes = image.stat().st_size - REGISTERS_BYTES
    if size_bytes(device) < wanted_bytes:
        raise LabError(f"{device}: has no room for {image}: raise lab.device_mib or take another")
    target = os.open(device, os.O_WRONLY | os.O_DIRECT | os.O_EXCL)
    try:
        with image.open("rb") as source, mmap.mmap(-1, CHUNK_BYTES) as buffer:
            for offset in range(0, wanted_bytes, CHUNK_BYTES):
                length = min(CHUNK_BYTES, wanted_bytes - offset)
                source.seek(offset)
                view = memoryview(buffer)[:length]
                if source.readinto(view) != length:
                    raise LabError(f"{image}: ends early; delete it and run again")
                if os.pwrite(target, view, offset) != length:
                    raise LabError(f"{device}: took only a part of {image}; run again")
                view.release()
        os.fsync(target)
        fcntl.ioctl(target, BLKFLSBUF, 0)
    finally:
        os.close(target)


def wipe(name: str) -> None:
    """Forget what was on the disk, as tools refuse to make a file system over another."""
    run("wipefs", "--all", "--quiet", f"/dev/{name}")
