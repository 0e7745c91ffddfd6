"""What decides a cell's results, as one hash: its job, its layers' images, what runs, what is sent.

It can be had before anything is built. A cell's id is of its job alone, so that versions of the
program can be compared; of two cells with one id and one recipe, every byte is the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scripts.canonical import canonical
from scripts.share.errors import ShareError

# Another number when entries of before are no longer to be taken.
FORMAT = 1
DIGITS = 32
# Of the job; a limit that was not reached leaves no trace, and one that was is not a result.
NOT_IN_IT = "limits"
# A lock has a thousand lines, of which this one matters.
IMAGE = re.compile(r"^image_sha256: ([0-9a-f]{64})$", re.MULTILINE)


def recipe_of(
    job: Mapping[str, Any],
    codes: Mapping[str, str],
    images: Mapping[str, str],
    files: Iterable[str],
) -> str:
    """The hash of what decides a cell.

    Args:
        job: the cell's.
        codes: by step, what each runs and sends to its guest (``scripts.steps.code_of``).
        images: by layer, the SHA-256 of its image.
        files: what else is read as it is, such as the emulator's sources.
    """
    known = {
        "format": FORMAT,
        "job": {name: value for name, value in job.items() if name != NOT_IN_IT},
        "codes": dict(codes),
        "images": dict(images),
        "files": {path: _sha256(Path(path)) for path in sorted(set(files))},
    }
    return hashlib.sha256(canonical(known, escaped=True).encode()).hexdigest()[:DIGITS]


def locked_image(lock: Path) -> str:
    """The SHA-256 of the image that a layer's lock names.

    Raises ShareError when it names none: nobody knows then which image a cell had.
    """
    found = IMAGE.search(lock.read_text(encoding="utf-8")) if lock.exists() else None
    if not found:
        raise ShareError(f"{lock}: names no image_sha256: run make relock")
    return found[1]


_known: dict[Path, tuple[tuple[int, int], str]] = {}


def _sha256(path: Path) -> str:
    about = path.stat()
    stamp = (about.st_mtime_ns, about.st_size)
    if _known.get(path, ((), ""))[0] != stamp:
        _known[path] = (stamp, hashlib.sha256(path.read_bytes()).hexdigest())
    return _known[path][1]
