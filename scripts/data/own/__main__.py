"""``python -m scripts.data.own check|show|tables|script``: a user's own workload."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.data.own.errors import OwnError, fail
from scripts.data.own.folder import read_folder
from scripts.data.own.statements import DIALECTS
from scripts.files import NotAFileError


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
        "check": ("check a folder, and say what is in it", _check),
        "show": ("print what a script becomes for a family of engines", _show),
        "tables": ("make what loads the tables, as the workflow does", _tables),
        "script": ("make a script for each family, as the workflow does", _script),
    }
    found = {}
    for name, (words, run) in described.items():
        found[name] = commands.add_parser(name, help=words, description=words)
        found[name].add_argument("folder", type=Path)
        found[name].set_defaults(run=run)
    for name in ("tables", "script"):
        found[name].add_argument("--sha256", required=True, help="of the files, as planned")
        found[name].add_argument("--out", type=Path, required=True)
    for name in ("show", "script"):
        found[name].add_argument("--name", default="transactions", help="of the script")
    found["show"].add_argument("--family", choices=DIALECTS, default=next(iter(DIALECTS)))
    found["script"].add_argument("--tables", type=Path, required=True, help="what `tables` made")
    return parser


def _check(options: argparse.Namespace) -> None:
    folder = read_folder(options.folder)
    for name, rows in folder.tables.items():
        print(f"table {name}: {rows} rows")
    print(f"about {folder.bytes / 2**20:.0f} MiB with indexes")
    print(f"scripts: {', '.join(f'own/{name}' for name in folder.scripts)}")


def _show(options: argparse.Namespace) -> None:
    import json
    import tempfile

    from scripts.data.own.build import make_script, make_tables

    folder = read_folder(options.folder)
    if options.name not in folder.digests:
        raise fail(str(options.folder), None, f"has no script {options.name}")
    with tempfile.TemporaryDirectory() as work:
        out = Path(work)
        make_tables(options.folder, folder.digest, out)
        digest = folder.digests[options.name]
        make_script(options.folder, options.name, digest, out, out / "script.json")
        made = json.loads((out / "script.json").read_text(encoding="utf-8"))["files"]
        for text in made[options.family].values():
            print(text)


def _tables(options: argparse.Namespace) -> None:
    from scripts.data.own.build import make_tables

    make_tables(options.folder, options.sha256, options.out)


def _script(options: argparse.Namespace) -> None:
    from scripts.data.own.build import make_script

    make_script(options.folder, options.name, options.sha256, options.tables, options.out)


if __name__ == "__main__":
    sys.exit(main())
