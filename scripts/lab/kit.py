"""The kit: the job and every file of the repository that the guest needs for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from scripts.imports import ENDINGS, GUEST, guest_sources, lua_sources
from scripts.lab.errors import LabError
from scripts.lab.images import build_kit
from scripts.lab.machine import RESERVED_START_MIB
from scripts.lab.places import REPOSITORY, Places, adapter_of
from scripts.tpch.check import read_reference

_ENDINGS = {**ENDINGS, "sql": "{adapter}.sql"}


def kit_for(job: dict[str, Any], task: str, places: Places) -> bytes:
    """The tar that goes into the inbox for ``task``: "load", "boot", "prepare" or "measure"."""
    adapter = adapter_of(job["engine"])
    device = job["device"] | {
        "start": RESERVED_START_MIB << 20,
        "bytes": job["device"]["device_mib"] << 20,
    }
    # How long the host will wait is no part of what the guest does, nor of what comes back.
    limits = {"virtual_s": job["limits"]["virtual_s"]}
    sent = job | {"task": task, "adapter": adapter, "device": device, "limits": limits}
    files = {"job.json": json.dumps(sent, indent=1, sort_keys=True).encode()}
    with_hammerdb = "hammerdb" in job
    for path in guest_sources(adapter, task, with_hammerdb=with_hammerdb):
        files[f"guest/{Path(path).relative_to(GUEST)}"] = (REPOSITORY / path).read_bytes()
    if task in ("load", "prepare"):
        files["vnvme.ko"] = places.module.read_bytes()
    if task == "load":
        schema = REPOSITORY / f"workloads/{job['dataset']['kind']}/schema.yaml"
        if schema.exists():  # sysbench's tables are the adapters' own
            files["tables.json"] = json.dumps(yaml.safe_load(schema.read_text())).encode()
        routines = schema.with_name(f"routines.{adapter}.sql")
        files["routines.sql"] = routines.read_bytes() if routines.exists() else b""
    if task == "load" and with_hammerdb:
        script = "workloads/hammerdb/build.tcl"
        files[script] = (REPOSITORY / script).read_bytes()
    phases = {"prepare": [job.get("warm_up")], "measure": job.get("phases", [])}.get(task, [])
    for phase in filter(None, phases):
        files |= _workload_files(phase, job["dataset"], adapter, places)
    if task == "prepare":
        for name in job["traces"]:
            path = REPOSITORY / f"tracing/{name}.bt"
            files[f"tracing/{name}.bt"] = path.read_bytes()
    return build_kit(files)


def _workload_files(
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
