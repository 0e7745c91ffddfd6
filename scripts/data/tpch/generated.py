"""What jobs on TPC-H's data need of what the workflow makes: tables, and what these are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from scripts.data.tpch.folder import FILES, MANIFEST, folder_of
from scripts.jobs import Job

MAKERS = ("scripts/data/tpch/tables.py",)


def inputs(job: Job) -> list[str]:
    """The tables, their manifest first."""
    return [f"{_folder(job)}/{name}" for name in FILES]


def files(job: Job, adapter: str | None, needed: Callable[[str], Path]) -> dict[str, bytes]:
    """Nothing: how tables are made is in the repository."""
    return {}


def sources(job: Job) -> list[str]:
    """The manifest."""
    return [f"{_folder(job)}/{MANIFEST}"]


def provenance(job: Job, needed: Callable[[str], Path]) -> dict[str, str]:
    """The generator, and the tables by content."""
    (manifest,) = map(needed, sources(job))
    tables = json.loads(manifest.read_text(encoding="utf-8"))
    return {"tpch.generator": tables["generator"], "tpch.tables": tables["sha256"]}


def _folder(job: Job) -> Path:
    return folder_of(Path(), job["dataset"]["scale_factor"])
