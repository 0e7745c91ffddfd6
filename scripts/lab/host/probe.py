"""How fast a disk is that nothing holds back: blocks read at random, and some written.

A file system answers for a block that was never written, without its disk: 3 GiB/s of zeros where
that disk reads 0.3. ``posix_fallocate`` leaves a whole file of such blocks, and a clone of a sparse
image has holes. So only blocks that were written are read.

What is written is what was there, so a data set stays as it is. It is little, as a disk may write
it back while the cell begins; of a file that shares its blocks with an image, those of the probe
are its own from then on.
"""

from __future__ import annotations

import errno
import mmap
import os
import random
import time
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from scripts.lab.host import disk

MIB = 1 << 20
BLOCK_BYTES = 256 << 10
# 32 MiB at most.
WRITTEN_BLOCKS = 128
# Reads go on so long; of writes a slow disk does as many.
PERIOD_S = 0.5
# Blocks, the first and the one after the last.
Run = tuple[int, int]


def speeds(name: str, used_bytes: int, *, is_full: bool) -> tuple[float, float]:
    """MiB/s of reads and of writes, each at random places, one at a time, past the page cache.

    ``used_bytes``: the part of the disk that a cell uses; ``is_full``: whether a data set was
    written to all of it, as only of a loop device's file it can be seen what was. A disk of which
    nothing is known to be written is read where it has just been. Writes include a flush.
    """
    path = Path("/dev") / name
    used_bytes = min(used_bytes, disk.size_bytes(path))
    blocks = used_bytes // BLOCK_BYTES
    backing = disk.BLOCKS / name / "loop/backing_file"
    if backing.exists():
        written = whole_blocks(data_of(Path(backing.read_text().strip())), used_bytes)
    else:
        written = [(0, blocks)] if is_full else []
    device = os.open(path, os.O_RDWR | os.O_DIRECT)
    try:
        if written:
            return _read(device, written), _write(device, blocks)[0]
        write_mib_s, own = _write(device, blocks)
        return _read(device, own), write_mib_s
    finally:
        os.close(device)


def data_of(file: Path) -> Iterator[tuple[int, int]]:
    """Where a file has bytes that were written: begin and end of each run.

    ext4, xfs and btrfs take blocks that are there but were never written for holes (lseek(2)).
    """
    descriptor = os.open(file, os.O_RDONLY)
    try:
        end = 0
        while True:
            try:
                begin = os.lseek(descriptor, end, os.SEEK_DATA)
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
                return
            end = os.lseek(descriptor, begin, os.SEEK_HOLE)
            yield begin, end
    finally:
        os.close(descriptor)


def whole_blocks(data: Iterator[tuple[int, int]], used_bytes: int) -> list[Run]:
    """The blocks that lie in runs of bytes, and in the part that is used, as a whole."""
    runs = ((-(-begin // BLOCK_BYTES), min(end, used_bytes) // BLOCK_BYTES) for begin, end in data)
    return [(first, after) for first, after in runs if first < after]


def _write(device: int, blocks: int) -> tuple[float, list[Run]]:
    """Write some blocks as they are; MiB/s with the flush, and which blocks."""
    places = random.Random(1).sample(range(blocks), min(WRITTEN_BLOCKS, blocks))
    with mmap.mmap(-1, len(places) * BLOCK_BYTES) as buffer, memoryview(buffer) as whole:
        parts = [whole[n * BLOCK_BYTES : (n + 1) * BLOCK_BYTES] for n in range(len(places))]
        for place, part in zip(places, parts, strict=True):
            os.preadv(device, [part], place * BLOCK_BYTES)
        began_s, count = time.monotonic(), 0
        for place, part in zip(places, parts, strict=True):
            os.pwritev(device, [part], place * BLOCK_BYTES)
            count += 1
            if time.monotonic() - began_s > PERIOD_S:
                break
        os.fdatasync(device)
        speed = count * BLOCK_BYTES / MIB / (time.monotonic() - began_s)
        for part in parts:
            part.release()
    return speed, [(place, place + 1) for place in places[:count]]


def _read(device: int, runs: Sequence[Run]) -> float:
    """MiB/s of reads of any of the blocks."""
    ends = list(accumulate(after - first for first, after in runs))
    choice = random.Random(0)
    with mmap.mmap(-1, BLOCK_BYTES) as buffer:
        began_s, count = time.monotonic(), 0
        while time.monotonic() - began_s < PERIOD_S:
            number = choice.randrange(ends[-1])
            run = bisect(ends, number)
            place = runs[run][1] - (ends[run] - number)
            os.preadv(device, [buffer], place * BLOCK_BYTES)
            count += 1
        return count * BLOCK_BYTES / MIB / (time.monotonic() - began_s)
