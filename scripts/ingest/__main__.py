"""``python -m scripts.ingest cell|cells``: raw outputs become rows.

``cells`` does what a plan names, by several processes: each cell that is new or has changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from scripts.ingest.folder import parse_folder
from scripts.ingest.many import parse_cells
from scripts.parse.errors import ParseError
from scripts.programs.entry import exit_with
from scripts.programs.parents import end_with_parents


def main(arguments: list[str] | None = None) -> int:
    """Parse cells; returns 0, or 1 after a line of explanation for each on standard error.

    A finished cell whose outputs can't be read gets the status ``parse_failed``, and 0 as well.
    """
    parser = argparse.ArgumentParser(prog="python -m scripts.ingest", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cell = commands.add_parser("cell", help="turn a cell's raw outputs into Parquet files")
    cell.add_argument("folder", type=Path, help="the cell's folder, with job.json and outbox/")
    cell.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    cells = commands.add_parser("cells", help="the same of many cells, a folder for each")
    cells.add_argument("folder", type=Path, help="folder with a folder a cell")
    which = cells.add_mutually_exclusive_group(required=True)
    which.add_argument("--plan", type=Path, help="plan.json, which names the cells")
    which.add_argument("--names", type=Path, help="file that names them, one a line")
    cells.add_argument("--out", type=Path, required=True, help="folder, with rows.json at the end")
    cells.add_argument("--code", help="stands for the parsers: same code, same rows")
    cells.add_argument("--workers", type=int, default=1, help="processes (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        problems = _cell(options) if options.command == "cell" else _cells(options)
    except BrokenProcessPool:
        problems = ["a process was killed: give it more memory, and run the same command again"]
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _cell(options: argparse.Namespace) -> list[str]:
    try:
        parse_folder(options.folder, options.out)
    except ParseError as error:
        return [str(error)]
    return []


def _cells(options: argparse.Namespace) -> list[str]:
    if options.names:
        names = options.names.read_text(encoding="utf-8").splitlines()
    else:
        planned = json.loads(options.plan.read_text(encoding="utf-8"))["cells"]
        names = [job["cell_id"] for job in planned]
    return parse_cells(names, options.folder, options.out, options.code, options.workers)


if __name__ == "__main__":
    end_with_parents()
    exit_with(main)
