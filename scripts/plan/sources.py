"""Which files of ours a study's phases run: the workflow's explicit inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scripts.imports import ENDINGS, ROOT, lua_sources
from scripts.plan.catalogue import family


def workload_files(phases: Iterable[Mapping[str, Any]], engine: str | None) -> list[str]:
    """The files of ours that phases run; scripts that come with sysbench have none."""
    found: set[str] = set()
    for phase in phases:
        kind, _, name = phase["workload"].partition("/")
        folder = f"workloads/{kind}"
        if kind == "sysbench":
            found |= {*lua_sources(name), *lua_sources("modules/events")}
        elif kind in ENDINGS:
            found.add(f"{folder}/{name}.{ENDINGS[kind]}")
        elif kind == "sql":
            found.add(f"{folder}/{name}.{family(engine or '')}.sql")
    return sorted(file for file in found if (ROOT / file).is_file())
