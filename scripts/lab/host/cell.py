"""One cell on this host, on a device that the block throttle holds back."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.host import groups_v1
from scripts.lab.host.device import Loop, Throttled
from scripts.lab.host.groups_v1 import OldGroups
from scripts.lab.host.groups_v2 import NewGroups
from scripts.lab.host.quietness import Quietness
from scripts.lab.native.cell import Bench, run_cell
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places


def bench() -> Bench:
    """What this host has, with control groups v1 where these have the block throttle."""
    groups = OldGroups() if groups_v1.folder_of("blkio") else NewGroups()
    kinds = {"loop": Loop(groups), "throttled": Throttled(groups)}
    return Bench(kinds, groups, Quietness(groups))


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Prepare and measure; as ``scripts.lab.native.cell.run_cell``."""
    return run_cell(job, places, out, bench())
