"""Which files of ours a study's phases run: the workflow's explicit inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scripts.plan.catalogue import family
from scripts.plan.imports import ROOT, lua_sources


def schema_of(dataset: Mapping[str, Any]) -> str | None:
    """The file that describes a dataset's tables; None for sysbench's, which engines know."""
    file = f"workloads/{dataset['kind']}/schema.yaml"
    return file if (ROOT / file).is_file() else None


def workload_files(phases: Iterable[Mapping[str, Any]], engine: str | None) -> list[str]:
    """The files of ours that phases run; scripts that come with sysbench have none."""
    found: set[str] = set()
    for phase in phases:
        kind, _, name = phase["workload"].partition("/")
        folder = f"workloads/{kind}"
        if kind == "sysbench":
            for script in (name, "events"):
                found |= set(lua_sources(f"{folder}/{script}.lua"))
        elif kind == "fio":
            found.add(f"{folder}/{name}.fio")
        elif kind == "sql":
            found.add(f"{folder}/{name}.{family(engine or '')}.sql")
    return sorted(file for file in found if (ROOT / file).is_file())
