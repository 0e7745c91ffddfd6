"""Writing ``plan.json`` and the job files of datasets, machines, snapshots and cells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.plan.jobs import Plan


def job_text(job: dict[str, Any]) -> str:
    """A job file's text: the same for the same job."""
    return json.dumps(job, indent=2, ensure_ascii=False) + "\n"


def job_files(plan: Plan, results: Path, shared: Path | None) -> dict[Path, dict[str, Any]]:
    """Where each job file lies, and what it holds; without ``shared``, the cells' only."""
    files = {results / "cells" / entry.id / "job.json": entry.job for entry in plan.cells}
    if shared is None:
        return files
    files |= {shared / "datasets" / entry.id / "job.json": entry.job for entry in plan.datasets}
    files |= {shared / "machines" / entry.id / "job.json": entry.job for entry in plan.machines}
    files |= {shared / "snapshots" / entry.id / "job.json": entry.job for entry in plan.snapshots}
    return files


def write_plan(plan: Plan, results: Path, shared: Path | None) -> None:
    """Write all of them, each beside and then renamed, ``plan.json`` last."""
    files = job_files(plan, results, shared)
    files[results / "plan.json"] = plan.as_json()
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(job_text(data), encoding="utf-8")
        beside.replace(path)
