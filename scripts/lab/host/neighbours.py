"""What others read and write on the disk that has a loop device's file, while a cell runs.

The kernel counts the bytes of every disk (iostats.rst, ``/sys/block/*/stat``). What the disk moves
beyond what the cell's loop devices ask for belongs to others: that of its device, and those that
were free before, which the cell mounts the layers on. Layers that the page cache has are asked for
without the disk, so it is a lower bound. Journals of the disk's file system count as foreign: some
percent at most, of a file whose blocks are there. ``LAB_BYTES`` are the lab's: a cell that drops
the caches drops those of the lab's own programs, too, which are read again: 6 MiB when measured.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.host.disk import BLOCKS, SECTOR_BYTES

NUMBERS = Path("/sys/dev/block")
MIB = 1 << 20
LAB_BYTES = 16 * MIB
# Fields of a disk's stat file, in sectors.
READ, WRITTEN = 2, 6


@dataclass(frozen=True)
class Moved:
    """Bytes that a disk has read and written since it is there."""

    read: int
    written: int

    def since(self, before: Moved) -> Moved:
        """What came after ``before``."""
        return Moved(self.read - before.read, self.written - before.written)


NOTHING = Moved(0, 0)


class Neighbours:
    """Counts from when it is made; of a disk that is no file on another, there are none."""

    def __init__(self, name: str) -> None:
        """``name``: the cell's disk, as in /dev."""
        self._disk = backing_disk(name)
        ours = [path.name for path in _loops() if not (path / "loop").exists()] + [name]
        self._began_s = time.monotonic()
        self._others = {path.name for path in _loops()} - set(ours)
        self._loops = {each: moved(BLOCKS / each) for each in ours}
        self._first = moved(self._disk) if self._disk else NOTHING

    def mib_s(self) -> float | None:
        """MiB/s that others have moved since; None where that can't be seen."""
        if self._disk is None:
            return None
        whole = moved(self._disk).since(self._first)
        ours = [
            moved(path).since(self._loops.get(path.name, NOTHING))
            for path in _loops()
            if path.name not in self._others
        ]
        read = max(whole.read - sum(each.read for each in ours), 0)
        written = max(whole.written - sum(each.written for each in ours), 0)
        return max(read + written - LAB_BYTES, 0) / MIB / (time.monotonic() - self._began_s)


def backing_disk(name: str) -> Path | None:
    """The disk that has the file of a loop device; None of another device, or where none is named.

    A partition stands for its disk, and a volume for what alone it lies on, as other parts of that
    are the neighbours. btrfs and network file systems name no disk.
    """
    file = BLOCKS / name / "loop/backing_file"
    if not file.exists():
        return None
    number = Path(file.read_text().strip()).stat().st_dev
    path = NUMBERS / f"{os.major(number)}:{os.minor(number)}"
    while path.exists():
        path = path.resolve()
        below = list((path / "slaves").glob("*"))
        if (path / "partition").exists():
            path = path.parent
        elif len(below) == 1:
            path = below[0]
        else:
            return path
    return None


def moved(disk: Path) -> Moved:
    """What the disk at ``disk``, a folder in /sys, has moved so far."""
    fields = (disk / "stat").read_text().split()
    return Moved(int(fields[READ]) * SECTOR_BYTES, int(fields[WRITTEN]) * SECTOR_BYTES)


def _loops() -> list[Path]:
    """Loop devices; the bytes of a partition are its device's."""
    return [path for path in BLOCKS.glob("loop*") if not (path / "partition").exists()]
