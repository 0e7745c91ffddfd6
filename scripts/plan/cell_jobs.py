"""The job files of cells, which are there before the graph of jobs is made."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from scripts.files import PART, read_file
from scripts.plan.jobs import Plan
from scripts.plan.write import kept_text


def write_cell_jobs(plan: Plan, results: Path, again: Collection[Path]) -> None:
    """Write each that is not as it is to be; those of the outcomes in ``again`` change.

    What holds the right text is left as it is, its time, too. Raises OSError.
    """
    for cell in plan.cells:
        folder = results / "cells" / cell.id
        file = folder / "job.json"
        text = kept_text(cell.job, file, folder / "outcome.json" in again).encode()
        if _content(file) == text:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        beside = folder / f".job.json.{os.getpid()}{PART}"
        beside.unlink(missing_ok=True)
        # A killed process leaves the old one, a power cut perhaps half of it: it is written again.
        with beside.open("xb") as new:
            new.write(text)
        beside.replace(file)


def _content(file: Path) -> bytes | None:
    try:
        return read_file(file)
    except OSError:
        return None
