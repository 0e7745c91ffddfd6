"""A hash of all that something is made of: files, folders and values."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from scripts.canonical import canonical

# What Python and tools leave beside sources.
NO_SOURCES = {"__pycache__", ".quarto", "_site"}
CODE = ("scripts", "envs/requirements.lock", "package-lock.json")
"""What turns sources into results, comments included; what it is run by is in the locks."""


def made_of(*parts: object) -> str:
    """The hash of `parts` in their order.

    A path means the content of that file, or the names and contents of all files below it; one that
    isn't there is a part, too. All else must be JSON.
    """
    digest = hashlib.sha256(sys.version.encode())
    for part in parts:
        if not isinstance(part, Path):
            digest.update(f"value {canonical(part)}\n".encode())
            continue
        for path in _files(part):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"file {path.relative_to(part)} {content}\n".encode())
        digest.update(b"path\n")
    return digest.hexdigest()


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path] if path.is_file() else []
    found = (each for each in path.rglob("*") if each.is_file())
    return sorted(each for each in found if not NO_SOURCES & set(each.relative_to(path).parts))
