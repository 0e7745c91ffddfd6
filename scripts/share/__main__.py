"""``python -m scripts.share publish|take``: a measured cell to and from a folder of machines."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scripts.files import NotAFileError, write_whole
from scripts.programs.entry import exit_with
from scripts.share.entry import ShareError, take_entry, write_entry


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 with one line when the cell can't be shared or taken."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (ShareError, NotAFileError) as error:
        print(f"share: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"share: {error.filename or 'disk'}: {error.strerror}; run again", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.share", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    publish = commands.add_parser("publish", help="copy a measured cell into the shared folder")
    publish.add_argument("cell", type=Path, help="the cell's folder")
    publish.add_argument("--images", type=json.loads, required=True, help="by layer, as JSON")
    publish.add_argument("--out", type=Path, required=True, help="the entry")
    publish.set_defaults(run=_publish)
    take = commands.add_parser("take", help="take a cell from the shared folder")
    take.add_argument("entry", type=Path)
    take.add_argument("--recipe", required=True)
    take.add_argument("--record", type=Path, required=True, help="written last: what was taken")
    take.add_argument("--out", type=Path, required=True, help="the cell's folder")
    take.set_defaults(run=_take)
    return parser


def _publish(options: argparse.Namespace) -> None:
    write_entry(options.cell, options.out, options.images)


def _take(options: argparse.Namespace) -> None:
    taken = take_entry(options.entry, options.out, options.recipe)
    write_whole(options.record, json.dumps(taken, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    exit_with(main)
