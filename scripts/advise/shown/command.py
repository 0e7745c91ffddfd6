"""``python -m scripts.advise shown DIR``: the advice on trial, from end to end, as root."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from scripts.advise.between import between
from scripts.advise.rules import AdviseError
from scripts.advise.shown import lab, production, record


def run(arguments: Sequence[str]) -> int:
    """Measure, advise, measure again, and show all beside each other. Raises AdviseError."""
    options = _parser().parse_args(arguments)
    if os.geteuid() != 0:
        raise AdviseError("only root can measure in real time: run it with sudo")
    folder, cores = options.folder.resolve(), str(options.cores)
    folder.mkdir(parents=True, exist_ok=True)
    real = production.measure(folder, options.repeats, cores)
    slow = record.runs(real)[production.bandwidths_mib_s()[0]]
    # The readings are those of the run in the middle.
    middle = sorted(slow, key=lambda each: float(each["tps"]))[(len(slow) - 1) // 2]
    taken = production.taken(folder, middle["cell_id"])
    latencies_us = production.latencies_us(taken)
    found = between(taken.before, taken.after, taken.disk)
    known = record.table_of_volumes(latencies_us, folder / "volumes.json")
    workload = folder / "like-shop"
    # Made again, as it may be of other statistics; the same ones give the same cells.
    shutil.rmtree(workload, ignore_errors=True)
    made, alike = lab.make(workload, taken)
    virtual = lab.measure(folder, made, latencies_us, cores)
    said = record.record(real, virtual, found, latencies_us, known, made, alike)
    record.write(said, record.FILE if options.write else folder / "shown.json")
    print("\n".join(record.in_text(said)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.advise shown", description=__doc__)
    parser.add_argument("folder", type=Path, help="for all that is made, such as results/shown")
    parser.add_argument("--repeats", type=int, default=3, help="of each run (%(default)s)")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="(%(default)s)")
    parser.add_argument("--write", action="store_true", help="report/advise_shown.json")
    return parser
