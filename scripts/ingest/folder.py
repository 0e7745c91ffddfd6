"""One cell's folder becomes one folder of rows, whose ``rows.json`` says what it was made of."""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path
from typing import Any

from scripts.files.digests import sha256_of
from scripts.ingest.cell import CellReader, Rows
from scripts.ingest.job import parse_failed_row
from scripts.ingest.parquet import write_rows
from scripts.parse.errors import ParseError
from scripts.parse.rows import ParseNote

MANIFEST = "rows.json"
MADE_OF = "made_of"


def parse_folder(folder: Path, out: Path, code: str | None = None) -> None:
    """Write the rows of the cell in `folder` into the folder `out`.

    A finished cell whose outputs can't be read gets the status ``parse_failed``: it shows as
    failed, with its reason, and costs no other cell its place on the site. `code` stands for the
    parsers.

    Raises:
        ParseError: `folder` is no cell's.
    """
    if not (folder / "job.json").is_file():
        raise ParseError(str(folder), None, "not a cell, as job.json is missing")
    made_of = _made_of(folder, code)
    reader = CellReader(folder)
    about, rows = _read(reader)
    write_rows(folder.resolve().name, rows, {**about, "lab": reader.lab, MADE_OF: made_of}, out)


def is_current(folder: Path, out: Path, code: str | None) -> bool:
    """Whether `out` has what `parse_folder` would make, whole."""
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        return manifest[MADE_OF] == _made_of(folder, code) and all(
            sha256_of(out / f"{table}.parquet") == about["sha256"]
            for table, about in manifest["tables"].items()
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def _made_of(folder: Path, code: str | None) -> dict[str, str | None]:
    """An outcome has the hash of what the cell left."""
    made_of: dict[str, str | None] = {"code": code}
    for name in ("job", "outcome"):
        path = folder / f"{name}.json"
        made_of[name] = sha256_of(path) if path.is_file() else None
    return made_of


def _read(reader: CellReader) -> tuple[dict[str, Any], Rows]:
    """What rows.json says of the cell, and its rows."""
    try:
        rows = reader.read()
    except ParseError as error:
        found = error
    except Exception as error:  # a defect of a parser must not cost the whole site either
        traceback.print_exc()
        words = f"a parser failed: {type(error).__name__}: {error}"
        found = ParseError(reader.folder.name, None, " ".join(words.split()))
    else:
        outcome = reader.outcome
        return {"status": outcome["status"], "reason": outcome.get("reason")}, rows
    print(f"error: {found}", file=sys.stderr)
    row = parse_failed_row(reader.job, str(found))
    note = ParseNote(found.source, found.line, found.message)
    about = {"status": row.status, "reason": row.reason, "file": found.source, "line": found.line}
    return about, {"cells": [row], "parse_notes": [note]}
