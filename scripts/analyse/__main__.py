"""``python -m scripts.analyse repeats``: how many repeats a study in real time still needs.

Prints the study's ``experiment_overrides`` with the seeds that are to be measured next, as JSON, or
nothing if there are enough; what it found goes to standard error. ``make repeats`` measures in
turns with it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import duckdb

from scripts.analyse.repeats import lines, more_seeds, precisions, with_seeds
from scripts.plan import ConfigError, load_study
from scripts.programs.entry import exit_with


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.analyse", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    repeats = commands.add_parser(
        "repeats", help="say which seeds to measure until the ratios of engines are known"
    )
    repeats.add_argument("--config", type=Path, default=Path("config/host.yaml"), help="a study")
    repeats.add_argument(
        "--within", type=float, default=0.05, help="half an interval, as a share (0.05)"
    )
    repeats.add_argument("--at-most", type=int, default=10, help="repeats of a cell (10)")
    return parser


def main() -> int:
    """Run the command, and return its exit code."""
    arguments = _parser().parse_args()
    if not 0 < arguments.within < 1 or arguments.at_most < 1:
        print("error: --within must be between 0 and 1, --at-most 1 or more", file=sys.stderr)
        return 2
    try:
        config = load_study(arguments.config).config
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    database = Path(config.results_dir) / "results.duckdb"
    if not database.exists():
        fix = f"run snakemake --cores all --configfile {arguments.config}"
        print(f"error: there is no {database}: {fix}", file=sys.stderr)
        return 2
    with duckdb.connect(database, read_only=True) as connection:
        known = precisions(connection)
    if not known:
        print(f"error: {database} has no ratios of engines in real time", file=sys.stderr)
        return 2
    limits = (arguments.within, arguments.at_most)
    print("\n".join(lines(known, *limits)), file=sys.stderr)
    if seeds := more_seeds(known, *limits):
        print(json.dumps(with_seeds(config.experiment_overrides, seeds)))
    return 0


if __name__ == "__main__":
    exit_with(main)
