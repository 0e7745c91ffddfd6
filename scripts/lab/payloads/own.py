"""A user's own workload, as the workflow has ."""

from __future__ import annotations

from typing import Any

from scripts.lab.places import Places, adapter_of

# Of a hash, in names of folders and files.
SHORT = 16


def own_tables(job: dict[str, Any], places: Places) -> dict[str, bytes]:
    """How the loader makes the tables, by names in the payload; nothing for other data."""
    if "own" not in job:
        return {}
    folder, adapter = _folder(job), adapter_of(job["engine"])
    return {
        "tables.json": places.needed(f"{folder}/tables.{adapter}.json").read_bytes(),
        "routines.sql": places.needed(f"{folder}/routines.{adapter}.sql").read_bytes(),
    }


def own_provenance(job: dict[str, Any]) -> dict[str, str]:
    """What a cell's tables and transactions are, by content; nothing for other data."""
    if "own" not in job:
        return {}
    scripts = {
        f"own.{phase['workload'].partition('/')[2]}": phase["sha256"]
        for phase in job.get("phases", [])
        if "sha256" in phase
    }
    return {"own.name": job["own"]["name"], "own.tables": job["own"]["sha256"], **scripts}


def _folder(job: dict[str, Any]) -> str:
    return f"own/{job['own']['sha256'][:SHORT]}"
