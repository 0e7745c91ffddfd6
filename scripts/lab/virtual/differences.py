"""The pages in which an image differs from the one that it began as."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.files import open_file
from scripts.lab.errors import LabError
from scripts.lab.images import next_data

PAGE_BYTES = 4096
# What is compared at once: little memory, few calls.
PIECE_BYTES = 1 << 20

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Pages:
    """Some pages that differ: where each begins, its bytes, and those that it had; a row a page."""

    offsets: list[int]
    now: Bytes
    before: Bytes


def differing(image: Path, former: Path) -> Iterator[Pages]:
    """The pages of an image that are not as in the former one, in order; holes in both are skipped.

    Raises LabError where the two have not the same size, or one that is not of whole pages.
    """
    with open_file(image) as one, open_file(former) as other:
        size_bytes, former_bytes = (os.fstat(file.fileno()).st_size for file in (one, other))
        if size_bytes != former_bytes or size_bytes % PAGE_BYTES:
            raise LabError(
                f"{image}: has {size_bytes} bytes, and {former}, which it began as, "
                f"{former_bytes}; delete the folder {former.parent}, and run snakemake again"
            )
        offset = 0
        while (offset := min(next_data(file, offset, size_bytes) for file in (one, other))) < (
            size_bytes
        ):
            now, before = (os.pread(file.fileno(), PIECE_BYTES, offset) for file in (one, other))
            if now != before:
                yield _pages_of(offset, now, before)
            offset += len(now)


def _pages_of(start: int, now: bytes, before: bytes) -> Pages:
    rows, former = (
        np.frombuffer(piece, dtype=np.uint8).reshape(-1, PAGE_BYTES) for piece in (now, before)
    )
    (changed,) = np.nonzero((rows != former).any(axis=1))
    offsets = [start + int(row) * PAGE_BYTES for row in changed]
    return Pages(offsets, rows[changed], former[changed])
