"""Whether an id stands for one job: in a plan, and in the folders that earlier studies left.

Ids end in a short hash. Two jobs with one id would share a folder, so that one is measured from the
other's snapshot, or shown with the other's results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.files import read_file
from scripts.jobs import Job, as_job
from scripts.plan.jobs import Cell, Dataset, Machine, Plan, Snapshot, stands_for
from scripts.plan.write import job_files
from scripts.values.canonical import canonical


class Identities:
    """The jobs of a plan by kind and id."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Job] = {}

    def problem(self, *jobs: Dataset | Machine | Snapshot | Cell | None) -> str | None:
        """What is wrong with the first of these jobs whose id another job has, or None."""
        for entry in jobs:
            if entry is None:
                continue
            kind = type(entry).__name__.lower()
            other = self._known.setdefault((kind, entry.id), entry.job)
            if other is not entry.job and other != entry.job:
                path, one, two = difference(other, entry.job)
                return (
                    f"two different {kind}s get the id {entry.id} by chance "
                    f"({path}: {one} and {two}): change one of them, such as its seed"
                )
        return None


def of_other_jobs(plan: Plan, results: Path, shared: Path) -> list[str]:
    """A line for each folder of a planned job that holds another job of the same id."""
    found = []
    for file, job in job_files(plan, results, shared).items():
        try:
            other = json.loads(read_file(file))
            own, others = stands_for(job), stands_for(as_job(other))
        except (OSError, ValueError, KeyError, TypeError):
            continue  # not there, or empty: it is written again
        if own != others and canonical(own) != canonical(others):
            path, one, two = difference(others, own)
            found.append(
                f"error: {file}: is another job of the same id ({path}: {one} there, {two} in this "
                f"study): delete the folder {file.parent}, and run again"
            )
    return found


def difference(one: Any, two: Any, path: str = "") -> tuple[str, Any, Any]:
    """The first key in which two jobs differ, with its two values."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in sorted({*one, *two}):
            if one.get(key) != two.get(key):
                return difference(one.get(key), two.get(key), f"{path}.{key}" if path else key)
    return path, one, two
