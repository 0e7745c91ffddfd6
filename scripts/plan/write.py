"""Writing ``plan.json`` and the job files of datasets, machines, snapshots and cells."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.files import PART, read_file
from scripts.jobs import Job
from scripts.plan.jobs import Plan


def job_text(job: Mapping[str, Any]) -> str:
    """A job file's text: the same for the same job."""
    return json.dumps(job, indent=2, ensure_ascii=False) + "\n"


def kept_text(job: Job, file: Path, again: bool) -> str:
    """What a job's file is to hold: what it holds already, if only the limits of time differ.

    These are not in the id, and whatever runs gets those of now as options. A job that is to be
    done ``again`` has another text, if only by an empty line: that is what makes it stale.
    """
    text = job_text(job)
    try:
        old = read_file(file).decode()
        same = json.loads(old) | {"limits": job["limits"]} == job
    except (OSError, ValueError, TypeError):
        return text
    if again:
        return text if text != old else f"{text}\n"
    return old if same else text


def job_files(plan: Plan, results: Path, shared: Path) -> dict[Path, Job]:
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
    for path, job in ({} if shared is None else job_files(plan, results, shared)).items():
        replace_text(path, job_text(job))
    replace_text(results / "plan.json", job_text(plan.as_json()))


def replace_text(path: Path, text: str) -> None:
    """Write a text beside and rename it; not waited for, as a plan has thousands of them.

    A killed process leaves the old one, a power cut perhaps half of it: it is written again.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    # Of a killed process that had the number, or a link that another user has put there.
    beside.unlink(missing_ok=True)
    with beside.open("x", encoding="utf-8") as new:
        new.write(text)
    beside.replace(path)
