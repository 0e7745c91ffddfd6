"""``python -m scripts.data.tpch tables|reference``: TPC-H's files, as the workflow makes them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.data.errors import DataError
from scripts.data.tpch.reference import make_reference
from scripts.data.tpch.tables import generate
from scripts.files import NotAFileError
from scripts.programs.entry import exit_with


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 after one line of explanation on standard error."""
    parser = argparse.ArgumentParser(prog="python -m scripts.data.tpch", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    tables = commands.add_parser("tables", help="generate the tables of a scale factor")
    tables.add_argument("--scale-factor", type=float, required=True)
    tables.add_argument("--out", type=Path, required=True, help="folder of the CSV files")
    reference = commands.add_parser("reference", help="a query's statements and its answer")
    reference.add_argument("--tables", type=Path, required=True, help="folder of the CSV files")
    reference.add_argument("--query", required=True, help="q1 ... q22")
    reference.add_argument("--out", type=Path, required=True, help="the JSON file to write")
    options = parser.parse_args(arguments)
    try:
        if options.command == "tables":
            generate(options.scale_factor, options.out)
        else:
            make_reference(options.tables, options.query, options.out)
    except (DataError, NotAFileError) as error:
        print(f"tpch: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    exit_with(main)
