"""SHA-256 of a file, and of all files below a folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from scripts.files import open_file


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal.

    Raises NotAFileError for something else that has its name.
    """
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_of_tree(folder: Path) -> str:
    """One hash for the names and contents of all files below a folder.

    Of a cell's outputs it is ``outbox_sha256`` in ``outcome.json``.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {sha256_of(path)}\n".encode())
    return digest.hexdigest()
