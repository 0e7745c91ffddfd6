"""``python -m scripts.parse cell results/cells/<id> --out results/rows/<id>``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.parse.cell import read_cell
from scripts.parse.errors import ParseError
from scripts.parse.parquet import write_rows


def main(arguments: list[str] | None = None) -> int:
    """Parse a cell; returns 0, or 1 after one line of explanation on standard error."""
    parser = argparse.ArgumentParser(prog="python -m scripts.parse", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cell = commands.add_parser("cell", help="turn a cell's raw outputs into Parquet files")
    cell.add_argument("folder", type=Path, help="the cell's folder, with job.json and outbox/")
    cell.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    options = parser.parse_args(arguments)
    if not (options.folder / "job.json").is_file():
        print(f"error: {options.folder} is no cell: it has no job.json", file=sys.stderr)
        return 1
    try:
        outcome, rows = read_cell(options.folder)
    except ParseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    cell_id = options.folder.resolve().name
    about = {"status": outcome["status"], "reason": outcome.get("reason")}
    write_rows(cell_id, rows, about, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
