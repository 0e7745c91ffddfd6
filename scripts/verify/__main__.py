"""``python -m scripts.verify complete|compare|report|published|report-published``."""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
from pathlib import Path

from scripts.programs.entry import exit_with
from scripts.verify.compare import compare, report_lines, write_comparison
from scripts.verify.logs import log_of
from scripts.verify.outcomes import PARSE_FAILED, as_parsed, decides, failures, read_states


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.verify", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    complete = commands.add_parser("complete", help="list failed cells; fail if there are any")
    complete.add_argument("--results", type=Path, required=True)
    complete.add_argument("--shared", type=Path, help="data sets and snapshots (--results)")
    complete.add_argument("--out", type=Path, help="file to write when none failed")
    comparison = commands.add_parser(
        "compare", help="compare a cell's folder with a re-run's, which goes if it is the same"
    )
    comparison.add_argument("stored", type=Path)
    comparison.add_argument("again", type=Path)
    comparison.add_argument("--out", type=Path, required=True)
    report = commands.add_parser("report", help="print comparisons; fail if any differs")
    report.add_argument("comparisons", type=_named, help="file that names them, one a line")
    published = commands.add_parser(
        "published", help="compare measured rows with the published ones"
    )
    published.add_argument("rows", type=Path, help="folder with a folder of rows a cell")
    published.add_argument("--names", type=_named, required=True, help="of the cells, one a line")
    published.add_argument("--reference", type=Path, default=Path("reference"))
    published.add_argument("--out", type=Path, required=True)
    summary = commands.add_parser(
        "report-published", help="say what that comparison found; fail if any row differs"
    )
    summary.add_argument("comparison", type=Path)
    return parser


def _named(file: str) -> list[Path]:
    """What a file names, one a line."""
    return [Path(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]


def _complete(arguments: argparse.Namespace) -> int:
    states = as_parsed(read_states(arguments.results), arguments.results)
    failed = failures(states)
    missing = sum(state.status is None for state in states)
    if failed or missing:
        print(f"{len(failed)} of {len(states)} cells failed, {missing} have no outcome:")
        shared, deciding = arguments.shared or arguments.results, []
        for state in failed:
            cell = arguments.results / "cells" / state.cell_id
            print(f"  {state.cell_id}: {state.status}: {state.reason}")
            if state.status == PARSE_FAILED:  # the reason names the file, from the cell's folder on
                print(f"    outputs: {cell}/outbox")
            else:
                log = log_of(arguments.results, shared, state.job, state.reason)
                print(f"    console: {log}")
                deciding.append(decides(cell / "outcome.json", state.upstream, shared))
        print("After fixing the cause, run snakemake again.")
        if deciding:
            files = shlex.join(map(str, dict.fromkeys(deciding)))
            print(f"To run what failed again as it is, delete the outcome: rm {files}")
        return 1
    if arguments.out:
        text = json.dumps({"cells": len(states), "failed": 0}) + "\n"
        arguments.out.write_text(text, encoding="utf-8")
    return 0


def _report(arguments: argparse.Namespace) -> int:
    comparisons = []
    for path in arguments.comparisons:
        comparisons.append(json.loads(path.read_text(encoding="utf-8")))
        # Reported once: the next `snakemake verify` is to run the cells again.
        path.unlink()
    for comparison in comparisons:
        print("\n".join(report_lines(comparison)))
    differing = sum(not comparison["identical"] for comparison in comparisons)
    print(f"verified {len(comparisons)} cells: {differing or 'none'} differ")
    return 1 if differing else 0


def _published(arguments: argparse.Namespace) -> int:
    from scripts.verify.published import PublishedError, compare_published, write_comparisons

    try:
        folders = [arguments.rows / name for name in arguments.names]
        comparisons = [
            compare_published(folder.name, folder, arguments.reference) for folder in folders
        ]
    except PublishedError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    write_comparisons(comparisons, arguments.out)
    return 0


def _report_published(arguments: argparse.Namespace) -> int:
    from scripts.verify.published import read_comparisons, report_published

    comparisons = read_comparisons(arguments.comparison)
    print("\n".join(report_published(comparisons)))
    return 0 if all(comparison.identical for comparison in comparisons) else 1


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    arguments = _parser().parse_args(argv)
    if arguments.command == "complete":
        return _complete(arguments)
    if arguments.command == "report":
        return _report(arguments)
    if arguments.command == "published":
        return _published(arguments)
    if arguments.command == "report-published":
        return _report_published(arguments)
    comparison = compare(arguments.stored, arguments.again)
    if comparison["identical"]:
        shutil.rmtree(arguments.again)
    write_comparison(comparison, arguments.out)
    return 0


if __name__ == "__main__":
    exit_with(main)
