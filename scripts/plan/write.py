"""Writing ``plan.json`` and the job files of datasets, machines, snapshots and cells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from scripts.plan.jobs import Plan

_TIMED_OUT = re.compile(
    r'"status": "timed_out"|still running after \d+ virtual|took longer than \d+'
)


def job_text(job: dict[str, Any]) -> str:
    """A job file's text: the same for the same job."""
    return json.dumps(job, indent=2, ensure_ascii=False) + "\n"


def kept_text(job: dict[str, Any], file: Path, manifest: Path) -> str:
    """What a job's file is to hold: what it holds already, if that will do.

    A new limit of time is not in the id. It concerns what ran into the old one, as
    ``manifest`` then says, and is not a reason to write the file of anything else again. Nor of
    what is not there yet, which gets the new limit as an option: Snakemake does not examine what
    follows from an ``ancient`` file that is written again, so what is missing there would stay so.
    """
    text = job_text(job)
    try:
        old = file.read_text(encoding="utf-8")
        same = json.loads(old) | {"limits": job["limits"]} == job
    except (OSError, ValueError, TypeError):
        return text
    try:
        again = is_timed_out(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        again = False
    return old if same and not again else text


def is_timed_out(manifest: str) -> bool:
    """Whether a manifest's text says that its job ran into a limit of time.

    Of wall time, as its status; or of virtual time, in the words of the guest.
    """
    return bool(_TIMED_OUT.search(manifest))


def job_files(plan: Plan, results: Path, shared: Path) -> dict[Path, dict[str, Any]]:
    """Where each job file lies, and what it holds."""
    files = {results / "cells" / entry.id / "job.json": entry.job for entry in plan.cells}
    files |= {shared / "datasets" / entry.id / "job.json": entry.job for entry in plan.datasets}
    files |= {shared / "machines" / entry.id / "job.json": entry.job for entry in plan.machines}
    files |= {shared / "snapshots" / entry.id / "job.json": entry.job for entry in plan.snapshots}
    return files


def write_plan(plan: Plan, results: Path, shared: Path | None) -> None:
    """Write all of them, each beside and then renamed, ``plan.json`` last.

    Without ``shared`` only that: the workflow writes each job's file by itself.
    """
    files = {} if shared is None else job_files(plan, results, shared)
    files[results / "plan.json"] = plan.as_json()
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(job_text(data), encoding="utf-8")
        beside.replace(path)
