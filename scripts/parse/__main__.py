"""``python -m scripts.parse cell results/cells/<id> --out results/rows/<id>``."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from scripts.parse.cell import CellReader, Rows
from scripts.parse.errors import ParseError
from scripts.parse.job import parse_failed_row
from scripts.parse.parquet import write_rows
from scripts.parse.rows import ParseNote


def main(arguments: list[str] | None = None) -> int:
    """Parse a cell; returns 0, or 1 after one line of explanation on standard error.

    A finished cell whose outputs can't be read gets the status ``parse_failed``, and 0 as well: it
    shows as failed, with its reason, and costs no other cell its place on the site.
    """
    parser = argparse.ArgumentParser(prog="python -m scripts.parse", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cell = commands.add_parser("cell", help="turn a cell's raw outputs into Parquet files")
    cell.add_argument("folder", type=Path, help="the cell's folder, with job.json and outbox/")
    cell.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    options = parser.parse_args(arguments)
    if not (options.folder / "job.json").is_file():
        print(f"error: {options.folder}: not a cell, as job.json is missing", file=sys.stderr)
        return 1
    try:
        reader = CellReader(options.folder)
    except ParseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    about, rows = _read(reader)
    about["lab"] = reader.lab
    write_rows(options.folder.resolve().name, rows, about, options.out)
    return 0


def _read(reader: CellReader) -> tuple[dict[str, object], Rows]:
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


if __name__ == "__main__":
    sys.exit(main())
