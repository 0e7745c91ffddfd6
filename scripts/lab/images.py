"""Hashes of files, folders and images."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path
from typing import BinaryIO

from scripts.files import open_file

BLOCK_BYTES = 64 << 10


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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


def sha256_of_tree(folder: Path) -> str:
    """One hash for the names and contents of all files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {sha256_of(path)}\n".encode())
    return digest.hexdigest()
