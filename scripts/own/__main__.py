"""``python -m scripts.own check|show|words``: a user's own workload, and what engines say of it."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

from scripts.data.own.errors import OwnError, fail
from scripts.data.own.folder import Folder, read_folder
from scripts.data.own.schema import read_schema_of
from scripts.data.own.scripts import read_own_script
from scripts.data.own.statements import DIALECTS
from scripts.engines.families import family_names, family_of
from scripts.files import NotAFileError
from scripts.own.compare import differences
from scripts.own.sample import ROWS, contents_of, sample_of
from scripts.own.servers import NoAnswerError, TrialError, asked, built_engines, is_built, newest_of
from scripts.own.together import Together
from scripts.own.trial import Trial, Workload
from scripts.programs.entry import exit_with
from scripts.values.plain_yaml import load_yaml

LAYERS = Path("results/layers")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 after a line for each thing that is wrong."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (OwnError, NotAFileError, TrialError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.own", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    check = commands.add_parser("check", help="check a folder, and try it on the engines")
    check.add_argument("folder", type=Path)
    check.add_argument(
        "--engines",
        type=lambda text: text.split(","),
        help="(those of the folder's study.yaml, or the newest of each family)",
    )
    show = commands.add_parser("show", help="print what a script becomes for a family of engines")
    show.add_argument("folder", type=Path)
    show.add_argument("--name", default="transactions", help="of the script")
    show.add_argument("--family", choices=DIALECTS, default=next(iter(DIALECTS)))
    words = commands.add_parser("words", help="write the words that an engine reserves")
    words.add_argument("engine")
    for name, run in ((check, _check), (show, _show), (words, _words)):
        name.add_argument("--layers", type=Path, default=LAYERS, help="(%(default)s)")
        name.set_defaults(run=run)
    return parser


def _check(options: argparse.Namespace) -> int:
    folder = read_folder(options.folder)
    for name, rows in folder.tables.items():
        print(f"table {name}: {rows} rows")
    print(f"about {folder.bytes / 2**20:.0f} MiB with indexes")
    print(f"scripts: {', '.join(f'own/{name}' for name in folder.scripts)}", flush=True)
    engines: list[str] = options.engines or []
    missing: list[str] = []
    if not engines:
        engines, missing = _engines_of(folder.path, options.layers)
        if missing:
            print(f"not asked, as no layer of it is built yet: {', '.join(missing)}")
    if not engines:
        print("no engine was asked, as no layer is built yet: the first run of a study builds them")
        return 0
    began_s = time.monotonic()
    try:
        trials, known = _tried(folder, engines, options.layers)
    except TrialError as error:
        if options.engines or isinstance(error, NoAnswerError):
            raise
        print(f"the engines were not asked: {error}")
        return 0
    refused = [
        (place, f"{each.engine} refuses it: {words}")
        for each in trials
        for place, words in each.refused
    ]
    noted = {(place, words) for each in trials for place, words in each.notes}
    found = [*refused, *noted, *differences(trials, known)]
    for place, words in sorted(found, key=lambda each: (each[0].file, each[0].line, each[1])):
        print(f"{place}: {words}")
    took_s = time.monotonic() - began_s
    who = "these" if missing else "all"
    said = f", and {who} agree" if len(engines) > 1 else ", which refuses nothing"
    if missing:
        said += f"; not asked: {', '.join(missing)}"
    if found:
        said = ""
    print(f"asked {', '.join(engines)} with {ROWS} rows of each table in {took_s:.0f} s{said}")
    return 1 if refused else 0


def _engines_of(folder: Path, layers: Path) -> tuple[list[str], list[str]]:
    """The engines of the folder's study, or else the newest of each family.

    The second list has those, engines or families, of which no layer is built.
    """
    study = folder / "study.yaml"
    try:
        wanted = list(map(str, load_yaml(study.read_text(encoding="utf-8"))["engines"]))
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError):
        found = newest_of(built_engines(layers))
        families = {family_of(name) for name in found}
        return found, [name for name in family_names() if name not in families]
    there = [name for name in wanted if is_built(name, layers)]
    return there, [name for name in wanted if name not in there]


def _tried(folder: Folder, engines: list[str], layers: Path) -> tuple[list[Trial], set[str]]:
    schema = read_schema_of(folder.path)
    rows = sample_of(folder.path, schema)
    contents = contents_of(schema, rows)
    found = {
        name: read_own_script(folder.path / files[0], schema, contents)
        for name, files in folder.scripts.items()
    }
    scripts = {name: script for name, script in found.items() if script is not None}
    workload = Workload(schema, rows, scripts)

    together = Together(len(engines))

    def on(engine: str) -> Trial:
        try:
            with asked(engine, layers) as client:
                return workload.on(client, together)
        finally:
            together.leave()

    with ThreadPoolExecutor(len(engines)) as pool:
        return list(pool.map(on, engines)), workload.known


def _show(options: argparse.Namespace) -> int:
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
    return 0


def _words(options: argparse.Namespace) -> int:
    from scripts.own.words import write_words

    path, count = write_words(options.engine, options.layers)
    print(f"{path}: {count} words")
    return 0


if __name__ == "__main__":
    exit_with(main)
