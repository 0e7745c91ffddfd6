"""One cell on bare metal, on one of the devices that it may have there."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.metal.devices import KINDS
from scripts.lab.native.cell import Bench, run_cell
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Prepare and measure; as ``scripts.lab.native.cell.run_cell``."""
    return run_cell(job, places, out, Bench(KINDS))
