"""``python -m scripts.data.own tables|script``: what the workflow makes of a user's folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.data.own.errors import OwnError
from scripts.files import NotAFileError
from scripts.programs.entry import exit_with


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 after a line for each thing that is wrong in the folder."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (OwnError, NotAFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.data.own", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    described = {
        "tables": ("make what loads the tables", _tables),
        "script": ("make a script for each family", _script),
    }
    found = {}
    for name, (words, run) in described.items():
        found[name] = commands.add_parser(name, help=words, description=words)
        found[name].add_argument("folder", type=Path)
        found[name].add_argument("--sha256", required=True, help="of the files, as planned")
        found[name].add_argument("--out", type=Path, required=True)
        found[name].set_defaults(run=run)
    found["script"].add_argument("--name", default="transactions", help="of the script")
    found["script"].add_argument("--tables", type=Path, required=True, help="what `tables` made")
    return parser


def _tables(options: argparse.Namespace) -> None:
    from scripts.data.own.build import make_tables

    make_tables(options.folder, options.sha256, options.out)


def _script(options: argparse.Namespace) -> None:
    from scripts.data.own.build import make_script

    make_script(options.folder, options.name, options.sha256, options.tables, options.out)


if __name__ == "__main__":
    exit_with(main)
