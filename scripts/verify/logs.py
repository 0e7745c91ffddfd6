"""Which console log says why a cell failed: its own, or that of what it needed and never got."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scripts.files import NotAFileError, read_file
from scripts.jobs import Job

# As scripts/lab/delivery.py words the failure of an earlier stage; the innermost comes last.
_NEEDED = re.compile(r"(?:its (snapshot|machine|dataset) failed: )+")


def log_of(results: Path, shared: Path, job: Job, reason: str | None) -> Path:
    """The log of a failed cell's machine, or of the machine that made what it lacks.

    A cell whose data set failed never had a machine, so its own log is empty.
    """
    own = results / "cells" / job["cell_id"] / "console.log"
    needed = _NEEDED.match(reason or "")
    if needed is None:
        return own
    stage = needed[1]
    name = _ids(shared, job)[stage]
    return shared / f"{stage}s" / name / "console.log" if name else own


def _ids(shared: Path, job: Job) -> dict[str, str | None]:
    """The ids of what a cell begins with; only its snapshot's job knows the machine's."""
    snapshot = job.get("snapshot_id")
    try:
        made_of = json.loads(read_file(shared / f"snapshots/{snapshot}/job.json"))
    except (FileNotFoundError, NotAFileError):
        made_of = {}
    return {
        "snapshot": snapshot,
        "machine": made_of.get("machine_id"),
        "dataset": (job.get("dataset") or {}).get("id"),
    }
