"""``python -m scripts.compare run A B``: the same work on each side, and what differs.

``bisect`` finds the commit of a repository that changed a row of that.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.analyse.comparisons import FEWEST_TWINS
from scripts.compare.basket import Basket, read_basket
from scripts.compare.bisect import CANNOT, begin, search
from scripts.compare.build import build_sides
from scripts.compare.built import unlike
from scripts.compare.errors import CompareError, SideError
from scripts.compare.findings import DATABASE, findings
from scripts.compare.report import write_report
from scripts.compare.sides import Side, read_sides
from scripts.compare.steps import write_steps
from scripts.compare.study import (
    RESULTS,
    STUDY,
    measured_twins,
    places_of,
    problems_of_sides,
    study_of,
    write_study,
)
from scripts.compare.wanted import wanted_row
from scripts.files.locks import LockedError, hold, run_locks
from scripts.plan import ConfigError, Study, load_study, plan
from scripts.programs.entry import exit_with

ROOT = Path(__file__).resolve().parents[2]
# By which later comparisons have what was measured of a side.
CELLS = "BANDWISE_CELLS"
MOST_TWINS = 50
SHARED = "results"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; 1 after what the user has to mend, each in one line.

    3 where it is a side that can't be built or measured.
    """
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except SideError as error:
        print(f"compare: {error}", file=sys.stderr)
        return CANNOT
    except KeyboardInterrupt:
        print("compare: interrupted: run again, what was measured is kept", file=sys.stderr)
        return 130
    except (CompareError, ConfigError) as error:
        print(f"compare: {error}", file=sys.stderr)
    except OSError as error:
        print(f"compare: {error.filename or 'disk'}: {error.strerror}; run again", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.compare", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    described = {
        "run": (_run, "measure what is stale of the sides, and write the report"),
        "study": (_study, "write the study's configuration, and show what it would run"),
        "report": (_report, "write the report again, of what was measured"),
    }
    for name, (run, text) in described.items():
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument(
            "sides",
            nargs="+",
            metavar="SIDE",
            help="a layer of envs/; one with settings: LAYER{name=value}; a commit: FOLDER@COMMIT; "
            "a layer with a patch: LAYER+PATCH. A value that has a comma stands in quotes: "
            "'LAYER{name=\"a,b\"}'",
        )
        command.add_argument(
            "--only", nargs="+", metavar="EXPERIMENT", help="of the basket, such as compare-commits"
        )
        command.add_argument(
            "--across-families", action="store_true", help="compare sides of different engines, too"
        )
        command.add_argument(
            "--dirty",
            action="store_true",
            help="take what is not committed in a repository that is named without a commit",
        )
        command.add_argument(
            "--no-site", action="store_true", help="leave out the website, whose cells are linked"
        )
        command.add_argument(
            "--no-where", action="store_true", help="leave out the twin that says where a change is"
        )
        _shared_options(command, twins=3)
        command.set_defaults(run=run)
    text = "find the commit that changed a row"
    command = commands.add_parser("bisect", help=text, description=text)
    command.add_argument("--repo", required=True, type=Path, help="the engine's git repository")
    command.add_argument("--good", required=True, help="an older commit, as the row should be")
    command.add_argument("--bad", required=True, help="a younger one, as it should not")
    command.add_argument("--row", required=True, help='"OPERATION: MEASURE", as a report names it')
    _shared_options(command, twins=2)
    command.set_defaults(run=_bisect)
    return parser


def _shared_options(command: argparse.ArgumentParser, twins: int) -> None:
    command.add_argument("--basket", default="quick", help="the work: a file in config/baskets/")
    command.add_argument("--twins", type=_twins, default=twins, help=f"of each side ({twins})")
    command.add_argument("--of", metavar="LAYER", help="whose tree commits go into")
    command.add_argument("--shared", default=SHARED, help="where studies keep what they share")
    command.add_argument("--cores", default="all", help="how many cells run at once")


def _twins(text: str) -> int:
    try:
        twins = int(text)
    except ValueError:
        twins = 0
    if not FEWEST_TWINS <= twins <= MOST_TWINS:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {FEWEST_TWINS} to {MOST_TWINS} (got {text}): one run "
            "alone does not show what chance does"
        )
    return twins


def _command(options: argparse.Namespace, sides: list[Side], twins: int, watched: bool) -> str:
    """What measures the same again, wherever the sides' repositories and patches are."""
    words = ["run", *(side.word for side in sides), "--basket", options.basket]
    words += ["--twins", str(twins)]
    words += ["--only", *options.only] if options.only else []
    words += ["--of", options.of] if options.of else []
    words += ["--shared", options.shared] if options.shared != SHARED else []
    words += [] if watched else ["--no-where"]
    words += ["--across-families"] if options.across_families else []
    words += ["--dirty"] if any(side.takes_changes for side in sides) else []
    return f"python -m scripts.compare {shlex.join(words)}"


def _read(options: argparse.Namespace) -> tuple[list[Side], Basket, dict[str, Any]]:
    sides = read_sides(options.sides, ROOT, options.across_families, options.dirty, options.of)
    basket = read_basket(options.basket, ROOT, options.only or ())
    watched = not options.no_where
    return sides, basket, study_of(sides, basket, options.twins, options.shared, watched)


def _written(options: argparse.Namespace) -> tuple[list[Side], Path, Study]:
    """The sides, and their study: written, read and checked before anything runs."""
    sides, _, study = _read(options)
    path = write_study(study, _command(options, sides, options.twins, not options.no_where))
    try:
        checked = load_study(path)
    except ConfigError as error:
        raise problems_of_sides(error, sides) or error from None
    if said := unlike(sides, ROOT):
        print(f"warning: {said}", file=sys.stderr, flush=True)
    return sides, path, checked


def _study(options: argparse.Namespace) -> int:
    from scripts.plan.overview import show  # rich is slow to import

    _, path, checked = _written(options)
    show(checked, plan(checked))
    print(f"configuration: {path}")
    return 0


def _run(options: argparse.Namespace) -> int:
    sides, path, checked = _written(options)
    # Problems are shown before Snakemake has started.
    plan(checked)
    _refuse_second_run(Path(options.shared))
    build_sides(sides, path, Path(options.shared), options.cores)
    _refuse_second_run(Path(options.shared))
    targets = [str(path.with_name(DATABASE))] if options.no_site else ["all"]
    command = [sys.executable, "-m", "snakemake", "--cores", options.cores, *targets, "share"]
    shared_cells = os.environ.get(CELLS) or str(Path(RESULTS, "cells"))
    done = subprocess.run(
        [*command, "--configfile", str(path)], env={**os.environ, CELLS: shared_cells}, check=False
    )
    return _report(options) or done.returncode


def _refuse_second_run(shared: Path) -> None:
    """Raise CompareError where another run holds what this one needs, which Snakemake says late."""
    try:
        for lock in run_locks(shared):
            if lock.exists():
                hold(lock).close()
    except LockedError as error:
        raise CompareError(f"{error}; then run this again") from None


def _report(options: argparse.Namespace) -> int:
    sides, basket, study = _read(options)
    folder = Path(study["results_dir"])
    if not (folder / DATABASE).exists():
        raise CompareError(f"{folder}: was not measured to its end: run it again, with run")
    cells = {cell.id for cell in plan(load_study(folder / STUDY)).cells}
    layers = Path(options.shared, "layers")
    # The twins are those that were measured, whatever this command says of them.
    command = _command(options, sides, *measured_twins(folder / STUDY))
    found = findings(folder, ROOT, sides, basket, command, cells, layers)
    for path in write_report(found, folder):
        print(path)
    for compared in found["compared"]:
        counts = compared["counts"]
        print(
            f"{compared['first']} -> {compared['other']}: {counts['changed']} of {counts['rows']} "
            f"rows changed, {counts['level']} level, {counts['same']} the same"
        )
    return 1 if found["failed"] else 0


def _bisect(options: argparse.Namespace) -> int:
    basket = read_basket(options.basket, ROOT)
    wanted = wanted_row(options.row, basket.operations, places_of(basket))
    words = ["--basket", options.basket, "--only", wanted.experiment]
    words += ["--twins", str(options.twins), "--no-site", "--no-where"]
    words += ["--shared", options.shared, "--cores", options.cores]
    compare = [sys.executable, "-m", "scripts.compare", "run", *words]
    first = begin(options.repo, options.good, options.bad, wanted, compare, options.of)
    words = list(first.compare[len(compare) - len(words) :])
    named = [first.repository, first.good, first.bad, wanted.row, *words]
    digest = hashlib.sha256(json.dumps(named).encode()).hexdigest()[:12]
    folder = Path(RESULTS, f"bisect-{digest}")
    path = write_steps(search(first, folder), folder)
    print(path.read_text(encoding="utf-8"))
    print(path)
    return 0


if __name__ == "__main__":
    exit_with(main)
