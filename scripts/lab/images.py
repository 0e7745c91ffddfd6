"""Hashes of images, of which only the blocks count that hold anything."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path
from typing import BinaryIO

from scripts.files import open_file

BLOCK_BYTES = 64 << 10


def digest_of_image(path: Path) -> str:
    """A hash of an image's blocks that hold anything, each with its place.

    BLAKE2b, and holes skipped: a machine's gigabytes would take SHA-256 as long as a cell takes.
    The size is not in it.
    """
    digest = hashlib.blake2b(digest_size=32)
    empty = bytes(BLOCK_BYTES)
    with open_file(path) as file:
        size_bytes = path.stat().st_size
        offset = 0
        while (offset := next_data(file, offset, size_bytes)) < size_bytes:
            block = os.pread(file.fileno(), BLOCK_BYTES, offset)
            if block != empty[: len(block)]:
                digest.update(offset.to_bytes(8, "little"))
                digest.update(block)
            offset += BLOCK_BYTES
    return digest.hexdigest()


def next_data(file: BinaryIO, offset: int, size_bytes: int) -> int:
    """Where the next block begins that is not a hole, from ``offset`` on, or the file ends."""
    try:
        found = os.lseek(file.fileno(), offset, os.SEEK_DATA)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return size_bytes
    return found - found % BLOCK_BYTES
