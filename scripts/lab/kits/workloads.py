"""Files of a workload: sysbench scripts, SQL, jobs of fio."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scripts.imports import ENDINGS, lua_sources
from scripts.lab.errors import LabError
from scripts.lab.places import REPOSITORY, Places, adapter_of
from scripts.tpch.check import read_reference

_ENDINGS = {**ENDINGS, "sql": "{adapter}.sql"}


def workload_files(
    phases: Iterable[dict[str, Any]], job: dict[str, Any], places: Places
) -> dict[str, bytes]:
    """The files that the phases' workloads need, by their names in the kit."""
    adapter = adapter_of(job["engine"])
    files: dict[str, bytes] = {}
    for phase in phases:
        files |= _files_of(phase, job["dataset"], adapter, places)
    return files


def _files_of(
    phase: dict[str, Any], dataset: dict[str, Any] | None, adapter: str | None, places: Places
) -> dict[str, bytes]:
    kind, _, name = phase["workload"].partition("/")
    folder = REPOSITORY / "workloads" / kind
    paths = []
    if kind == "sysbench":
        # A name without a file of ours is one of sysbench's own scripts.
        scripts = {*lua_sources(name), *lua_sources("modules/events")}
        paths = [REPOSITORY / path for path in sorted(scripts)]
    elif kind in _ENDINGS:
        path = folder / f"{name}.{_ENDINGS[kind].format(adapter=adapter)}"
        if not path.exists():
            raise LabError(f"{path.relative_to(REPOSITORY)}: named by a phase, does not exist")
        paths = [path]
    elif kind == "tpch":
        assert dataset is not None, "checked by the plan"
        statements = read_reference(places.tpch(dataset["scale_factor"]), name)["statements"]
        if adapter not in statements:
            raise LabError(
                f"{phase['workload']}: scripts/tpch/queries.py lacks {adapter}'s dialect"
            )
        return {f"workloads/tpch/{name}.sql": statements[adapter].encode()}
    return {str(path.relative_to(REPOSITORY)): path.read_bytes() for path in paths}
