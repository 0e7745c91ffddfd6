"""What jobs on a user's own data need of what the workflow makes of the user's folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scripts.jobs import Job

MAKERS = ("scripts/data/own/build.py",)
# Of a hash, in names of folders and files.
SHORT = 16


def inputs(job: Job) -> list[str]:
    """The manifest, which stands for the rows and for how each family of engines loads them."""
    return [f"{folder_of(job)}/own.json"]


def files(job: Job, adapter: str | None, needed: Callable[[str], Path]) -> dict[str, bytes]:
    """How the loader makes the tables, by names in the payload."""
    return {
        "tables.json": needed(f"{folder_of(job)}/tables.{adapter}.json").read_bytes(),
        "routines.sql": needed(f"{folder_of(job)}/routines.{adapter}.sql").read_bytes(),
    }


def sources(job: Job) -> list[str]:
    """Nothing: the job has the hashes."""
    return []


def provenance(job: Job, needed: Callable[[str], Path]) -> dict[str, str]:
    """What a cell's tables and transactions are, by content."""
    scripts = {
        f"own.{phase['workload'].partition('/')[2]}": phase["sha256"]
        for phase in job.get("phases", [])
        if "sha256" in phase
    }
    return {"own.name": job["own"]["name"], "own.tables": job["own"]["sha256"], **scripts}


def folder_of(job: Job) -> str:
    """What is made of a job's own data, as a name below the shared folder."""
    return f"own/{job['own']['sha256'][:SHORT]}"
