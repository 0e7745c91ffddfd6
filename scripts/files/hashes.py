"""Files of the repository, and hashes of files, folders and values."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from scripts.files import digests
from scripts.values.canonical import canonical

ROOT = Path(__file__).resolve().parents[2]
# What Python, tools and desktops leave beside sources.
NO_SOURCES = {"__pycache__", ".quarto", "_site", ".DS_Store"}
CODE = ("scripts", "envs/requirements.lock", "package-lock.json")
"""What turns sources into results, comments included; what it is run by is in the locks."""


def files_below(path: str, without: Collection[str] = ()) -> list[str]:
    """A file, or all files below a folder but those whose path has a part in ``without``.

    Nothing, when the path does not exist: a repository without it does not depend on it.
    """
    top = ROOT / path
    if top.is_file():
        return [path]
    skipped = NO_SOURCES | set(without)
    return sorted(
        str(file.relative_to(ROOT))
        for file in top.rglob("*")
        if file.is_file() and skipped.isdisjoint(file.relative_to(top).parts)
    )


@cache
def sha256_of(path: str) -> str:
    """The hash of a file of the repository, read once in a process."""
    return digests.sha256_of(ROOT / path)


def hash_of(paths: Iterable[str]) -> str:
    """One hash of the names and contents of files of the repository."""
    return hash_of_text("\n".join(f"{path} {sha256_of(path)}" for path in sorted(set(paths))))


def hash_of_text(text: str) -> str:
    """The hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def made_of(*parts: object) -> str:
    """The hash of `parts` in their order, and of the Python that uses them.

    A path means the content of that file, or the names and contents of all files below it; one that
    isn't there is a part, too. All else must be JSON.
    """
    digest = hashlib.sha256(sys.version.encode())
    for part in parts:
        if not isinstance(part, Path):
            digest.update(f"value {canonical(part)}\n".encode())
            continue
        for path in _files(part):
            content = digests.sha256_of(path)
            digest.update(f"file {path.relative_to(part)} {content}\n".encode())
        digest.update(b"path\n")
    return digest.hexdigest()


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path] if path.is_file() else []
    found = (each for each in path.rglob("*") if each.is_file())
    return sorted(each for each in found if not NO_SOURCES & set(each.relative_to(path).parts))
