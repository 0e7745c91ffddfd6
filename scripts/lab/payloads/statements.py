"""The statements of TPC-H's queries: made in each engine's dialect, together with the answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scripts.data.tpch.check import read_reference
from scripts.engines.families import family
from scripts.lab.errors import LabError
from scripts.lab.places import Places, adapter_of


def statements(
    phases: Iterable[dict[str, Any]], job: dict[str, Any], places: Places
) -> dict[str, bytes]:
    """What phases ask of TPC-H's data, by names in the payload."""
    adapter = adapter_of(job["engine"])
    dialect = family(adapter).dialect if adapter else None
    made: dict[str, bytes] = {}
    for phase in phases:
        kind, _, name = phase["workload"].partition("/")
        if kind != "tpch":
            continue
        folder = places.tpch(job["dataset"]["scale_factor"])
        known = read_reference(folder, name)["statements"]
        if dialect not in known:
            raise LabError(
                f"{phase['workload']}: {folder}/reference/{name}.json has no statement in the "
                f"dialect of {adapter}, {dialect}; delete it and run snakemake again"
            )
        made[f"workloads/tpch/{name}.sql"] = known[dialect].encode()
    return made
