"""The job files of cells, which are there before the graph of jobs is made."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from scripts.files import read_file
from scripts.plan.jobs import Plan
from scripts.plan.write import kept_text, replace_text


def write_cell_jobs(plan: Plan, results: Path, again: Collection[Path]) -> None:
    """Write each that is not as it is to be; those of the outcomes in ``again`` change.

    What holds the right text is left as it is, its time, too. Raises OSError.
    """
    for cell in plan.cells:
        folder = results / "cells" / cell.id
        file = folder / "job.json"
        text = kept_text(cell.job, file, folder / "outcome.json" in again)
        if _content(file) != text.encode():
            replace_text(file, text)


def _content(file: Path) -> bytes | None:
    try:
        return read_file(file)
    except OSError:
        return None
