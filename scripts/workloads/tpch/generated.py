"""A query's statement in the engine's dialect, which the workflow makes with the answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scripts.data.tpch.check import read_reference
from scripts.data.tpch.folder import folder_of
from scripts.engines.families import family
from scripts.jobs import Job, Phase
from scripts.workloads.errors import WorkloadError

MAKERS = ("scripts/data/tpch/reference.py",)


def inputs(phase: Phase, job: Job) -> list[str]:
    """The reference of the phase's query: its statements and its answer."""
    query = phase["workload"].partition("/")[2]
    folder = folder_of(Path(), job["dataset"]["scale_factor"])
    return [f"{folder}/reference/{query}.json"]


def files(
    phase: Phase,
    job: Job,
    adapter: str | None,
    needed: Callable[[str], Path],
) -> dict[str, bytes]:
    """The statement, by its name in the payload."""
    query = phase["workload"].partition("/")[2]
    (reference,) = map(needed, inputs(phase, job))
    dialect = family(adapter).dialect if adapter else None
    known = read_reference(reference.parents[1], query)["statements"]
    if dialect not in known:
        raise WorkloadError(
            f"{phase['workload']}: {reference} has no statement in the dialect of {adapter}, "
            f"{dialect}; delete it and run snakemake again"
        )
    return {f"workloads/tpch/{query}.sql": known[dialect].encode()}
