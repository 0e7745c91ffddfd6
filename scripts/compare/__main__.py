"""``python -m scripts.compare run A B``: the same work on each side, and what differs."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.compare.basket import Basket, read_basket
from scripts.compare.errors import CompareError
from scripts.compare.findings import DATABASE, findings
from scripts.compare.report import write_report
from scripts.compare.rows import FEWEST_TWINS
from scripts.compare.sides import Side, read_sides
from scripts.compare.study import RESULTS, STUDY, study_of, write_study
from scripts.plan import ConfigError, load_study, plan

ROOT = Path(__file__).resolve().parents[2]
# By which later comparisons have what was measured of a side.
CELLS = "BANDWISE_CELLS"
MOST_TWINS = 50


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; 1 after what the user has to mend, each in one line."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
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
            "a layer with a patch: LAYER+PATCH",
        )
        command.add_argument(
            "--basket", default="quick", help="the work: a file in config/baskets/"
        )
        command.add_argument(
            "--only", nargs="+", metavar="EXPERIMENT", help="of the basket, such as compare-commits"
        )
        command.add_argument("--twins", type=_twins, default=3, help="of each side (3)")
        command.add_argument(
            "--shared", default="results", help="where studies keep what they share"
        )
        command.add_argument(
            "--across-families", action="store_true", help="compare sides of different engines, too"
        )
        command.add_argument(
            "--dirty",
            action="store_true",
            help="take what is not committed in a repository",
        )
        command.add_argument("--cores", default="all", help="how many cells run at once")
        command.add_argument(
            "--no-site", action="store_true", help="leave out the website, whose cells are linked"
        )
        command.set_defaults(run=run)
    return parser


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


def _command(options: argparse.Namespace, sides: list[Side]) -> str:
    words = ["run", *(side.name for side in sides), "--basket", options.basket]
    words += ["--twins", str(options.twins)]
    words += ["--only", *options.only] if options.only else []
    words += ["--across-families"] if options.across_families else []
    return f"python -m scripts.compare {shlex.join(words)}"


def _read(options: argparse.Namespace) -> tuple[list[Side], Basket, dict[str, Any]]:
    sides = read_sides(options.sides, ROOT, options.across_families, options.dirty)
    basket = read_basket(options.basket, ROOT, options.only or ())
    return sides, basket, study_of(sides, basket, options.twins, options.shared)


def _study(options: argparse.Namespace) -> int:
    from scripts.plan.overview import show  # rich is slow to import

    sides, _, study = _read(options)
    path = write_study(study, _command(options, sides))
    checked = load_study(path)
    show(checked, plan(checked))
    print(f"configuration: {path}")
    return 0


def _run(options: argparse.Namespace) -> int:
    sides, _, study = _read(options)
    path = write_study(study, _command(options, sides))
    # Problems are shown before Snakemake has started.
    plan(load_study(path))
    targets = [str(path.with_name(DATABASE))] if options.no_site else ["all"]
    command = [sys.executable, "-m", "snakemake", "--cores", options.cores, *targets, "share"]
    shared_cells = os.environ.get(CELLS) or str(Path(RESULTS, "cells"))
    done = subprocess.run(
        [*command, "--configfile", str(path)], env={**os.environ, CELLS: shared_cells}, check=False
    )
    return _report(options) or done.returncode


def _report(options: argparse.Namespace) -> int:
    sides, basket, study = _read(options)
    folder = Path(study["results_dir"])
    if not (folder / DATABASE).exists():
        raise CompareError(f"{folder}: was not measured to its end: run it again, with run")
    cells = {cell.id for cell in plan(load_study(folder / STUDY)).cells}
    found = findings(folder, ROOT, sides, basket, _command(options, sides), cells)
    for path in write_report(found, folder):
        print(path)
    for compared in found["compared"]:
        counts = compared["counts"]
        print(
            f"{compared['first']} -> {compared['other']}: {counts['changed']} of {counts['rows']} "
            f"rows changed, {counts['level']} level, {counts['same']} the same"
        )
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
