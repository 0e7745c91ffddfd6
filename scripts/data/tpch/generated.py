"""What jobs on TPC-H's data need of what the workflow makes: tables, and what these are."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scripts.data.tpch.folder import FILES, MANIFEST, folder_of

MAKERS = ("scripts/data/tpch/tables.py",)


def inputs(job: Mapping[str, Any]) -> list[str]:
    """The tables, their manifest first."""
    return [f"{_folder(job)}/{name}" for name in FILES]


def files(
    job: Mapping[str, Any], adapter: str | None, needed: Callable[[str], Path]
) -> dict[str, bytes]:
    """Nothing: how tables are made is in the repository."""
    return {}


def sources(job: Mapping[str, Any]) -> list[str]:
    """The manifest."""
    return [f"{_folder(job)}/{MANIFEST}"]


def provenance(job: Mapping[str, Any], needed: Callable[[str], Path]) -> dict[str, str]:
    """The generator, and the tables by content."""
    (manifest,) = map(needed, sources(job))
    tables = json.loads(manifest.read_text(encoding="utf-8"))
    return {"tpch.generator": tables["generator"], "tpch.tables": tables["sha256"]}


def _folder(job: Mapping[str, Any]) -> Path:
    return folder_of(Path(), job["dataset"]["scale_factor"])
