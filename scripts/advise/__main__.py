"""``python -m scripts.advise BEFORE AFTER``: what other storage would bring a server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.advise.answer import DEVICES, answer, in_text, volumes
from scripts.advise.between import between
from scripts.advise.error import FILE, Prediction, predictions, published, summary
from scripts.advise.readings import read_reading
from scripts.advise.rules import AdviseError
from scripts.programs.entry import exit_with


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 1 after what the user has to mend, in one line."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given[:1] == ["error"]:
            return _error(given[1:])
        if given[:1] == ["workload"]:
            # Loaded here, as it needs more than the answer does.
            from scripts.advise.workload.command import run

            return run(given[1:])
        if given[:1] == ["shown"]:
            from scripts.advise.shown.command import run as show

            return show(given[1:])
        return _advise(given)
    except AdviseError as error:
        print(f"advise: {error}", file=sys.stderr)
    return 1


def _advise(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.advise",
        description=__doc__,
        epilog="`error DATABASE` prints the model's error on published cells; `workload DIR` makes "
        "a workload from statistics; `shown DIR` puts all that on trial. See docs/advise.md",
    )
    parser.add_argument("before", type=Path, help="a statement's answer (sql/advise/*.sql)")
    parser.add_argument("after", type=Path, help="the same, an hour later")
    parser.add_argument("--cores", type=int, help="of the server (those in /proc/stat)")
    parser.add_argument("--clients", type=float, help="at work at once, on average")
    parser.add_argument("--disk", help="name in /proc/diskstats that has data and log")
    parser.add_argument("--now", help="the present volume: a name in report/devices.json")
    parser.add_argument(
        "--latency-us", type=float, help="of each volume (what report/devices.json states)"
    )
    parser.add_argument(
        "--devices", type=Path, default=DEVICES, help="volumes of your own (report/devices.json)"
    )
    options = parser.parse_args(arguments)
    before, after = read_reading(options.before), read_reading(options.after)
    found = between(before, after, options.disk, options.clients)
    said = answer(found, volumes(options.latency_us, options.devices), options.cores, options.now)
    print("\n".join(in_text(said)))
    return 0


def _error(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.advise error")
    parser.add_argument("database", type=Path, help="made by python -m scripts.store restore")
    parser.add_argument("--write", action="store_true", help="report/advise_error.json")
    options = parser.parse_args(arguments)
    database = options.database
    if not database.is_file():
        raise AdviseError(f"{database}: no such database: python -m scripts.store restore makes it")
    if options.write:
        FILE.write_text(
            json.dumps(published(database), separators=(",", ":")) + "\n", encoding="utf-8"
        )
        return 0
    found, held_out = predictions(database)
    tests = [each for each in found if each.is_test]
    print(f"{'':46} {'predictions':>11} {'median':>7} {'9 of 10':>8} {'within 15 %':>12}")
    _line("fixed on", [each for each in found if not each.is_test])
    _line("test", tests)
    _line("test, nothing said against", [each for each in tests if each.is_sure])
    _line("all", found)
    _line("all, nothing said against", [each for each in found if each.is_sure])
    _line("real time, held out", held_out)
    _line("real time, nothing said against", [each for each in held_out if each.is_sure])
    everything = found + held_out
    for name in sorted({(each.experiment, each.phase, each.engine) for each in everything}):
        _line(
            " ".join(name),
            [each for each in everything if (each.experiment, each.phase, each.engine) == name],
        )
    return 0


def _line(name: str, found: list[Prediction]) -> None:
    of = summary(each.error for each in found)
    if of["predictions"]:
        print(
            f"{name:46} {of['predictions']:11,.0f} {of['median']:7.1%} "
            f"{of['nine_of_ten']:8.1%} {of['within_15_percent']:12.0%}"
        )


if __name__ == "__main__":
    exit_with(main)
