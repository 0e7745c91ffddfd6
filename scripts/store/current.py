"""Whether a database is already what it would be made of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.files import write_whole
from scripts.files.hashes import CODE, made_of
from scripts.store.build import FOLDER


def inputs_of(reference: Path, claims: Path | None) -> str:
    """The hash of all that a restored database is made of."""
    repository = FOLDER.parent
    root = claims.resolve().parents[1] if claims else None
    # Locks are in envs/: they say which cells a study measures.
    decided = [claims, root / "config", root / "envs"] if root else [None]
    return made_of(reference, *decided, FOLDER, *(repository / name for name in CODE))


def is_current(database: Path, inputs: str) -> bool:
    """Whether `database` was made of `inputs`, and is as it was written then."""
    try:
        return json.loads(_stamp(database).read_text(encoding="utf-8")) == _of(database, inputs)
    except (OSError, ValueError):
        return False


def note(database: Path, inputs: str) -> None:
    """Note that `database` was made of `inputs` just now."""
    write_whole(_stamp(database), json.dumps(_of(database, inputs)))


def _of(database: Path, inputs: str) -> list[Any]:
    file = database.stat()
    return [inputs, file.st_size, file.st_mtime_ns]


def _stamp(database: Path) -> Path:
    return database.with_name(f".{database.name}.json")
