"""What a guest gets for a task: the job as it knows it, and files of the repository.

The lab sends what is named here, and the same is in the job's identity, so they can't disagree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from scripts.device.controls import controls, draws_latencies, fastest, schedule
from scripts.engines.dialects import in_dialect, without_dialect
from scripts.engines.layer_files import layer_file
from scripts.files.hashes import ROOT, hash_of_text
from scripts.identity.comments import stripped
from scripts.identity.imports import guest_sources
from scripts.jobs import Job, Phase, warm_up_of
from scripts.values.canonical import canonical
from scripts.values.plain_yaml import load_yaml
from scripts.workloads.registry import split

# Where a machine's device has its storage, in the guest's physical memory.
DEVICE_START_MIB = 4096
# As guest.system has it.
LIMIT_BASE_NS = 10**17


@cache
def adapter_of(engine: str | None) -> str | None:
    """The adapter that the engine's layer names, or None without an engine.

    Raises FileNotFoundError.
    """
    if engine is None:
        return None
    return str(load_yaml(layer_file(ROOT, engine).read_text())["adapter"])


def job_for(job: Job, task: str) -> dict[str, Any]:
    """The job as the guest knows it: with its device's controls, without what is the host's."""
    changes = [phase.get("device_schedule", []) for phase in job.get("phases", [])]
    schedules = {"schedules": [schedule(steps) for steps in changes]}
    set_to = job["device"]
    if draws_latencies(set_to) and not set_to.get("latency_seed"):
        set_to = set_to | {"latency_seed": job["seed"]}
    speed = {"cpu_mips": round(job["cpu_gips"] * 1000)} if "cpu_gips" in job else {}
    device = json.loads(_device(canonical(set_to))) | schedules | speed
    known = {"task": task, "adapter": adapter_of(job["engine"]), "device": device}
    return without_hosts({**job, **known})


@cache
def _device(text: str) -> str:
    """The device as the guest knows it, of which thousands of cells have the same."""
    device = json.loads(text)
    start = {"start": DEVICE_START_MIB << 20, "bytes": device["device_mib"] << 20}
    return canonical(device | start | {"controls": controls(device), "fastest": fastest()})


def without_hosts(job: Mapping[str, Any]) -> dict[str, Any]:
    """A job without what is the host's business.

    The limit of virtual time is not in the job's id, so a guest that does not run into it must do
    the same work under any limit, to the instruction. With a base, all have as many digits.
    """
    kept = {name: value for name, value in job.items() if name != "images"}
    # What a lab is capable of is the lab's business, and its name stays its name.
    kept["lab"] = _name_of(job["lab"])
    limit_ns = round(job["limits"]["virtual_s"] * 1e9)
    kept["limits"] = {"virtual_ns_and_base": LIMIT_BASE_NS + limit_ns}
    return kept


def hash_for(job: Job, task: str) -> str:
    """The hash of all that a guest gets of a job and of the repository, under any limit of time.

    It needs nothing that the workflow makes, such as the emulator's module.
    """
    known = job_for({**job, "limits": {"virtual_s": 0, "wall_s": 0}}, task)
    files = files_sent(job, task, known["adapter"])
    return hash_of_text(f"{canonical(known)} {_hash_of_files(tuple(sorted(files.items())))}")


@cache
def _hash_of_files(files: tuple[tuple[str, str], ...]) -> str:
    return hash_of_text("\n".join(f"{name} {hash_of_sent(path)}" for name, path in files))


@cache
def hash_of_sent(path: str) -> str:
    """The hash of what a guest is sent of a file; of one that is missing, that it is."""
    try:
        return hashlib.sha256(content(path)).hexdigest()
    except FileNotFoundError:
        # A workload may have no statements for an engine, which its cells then report.
        return "missing"


def _name_of(lab: Any) -> str:
    return str(lab["name"] if isinstance(lab, Mapping) else lab)


def content(path: str) -> bytes:
    """The bytes that a guest is sent of a file: without comments, a description of tables as JSON.

    Raises FileNotFoundError.
    """
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".yaml"):
        return json.dumps(load_yaml(text)).encode()
    return stripped(path, text).encode()


def files_sent(job: Job, task: str, adapter: str | None) -> dict[str, str]:
    """Names in the payload and paths of all that a guest is sent of the repository for a task.

    Args:
        job: the dataset's, machine's, snapshot's or cell's.
        task: "load", "boot", "prepare" or "measure".
        adapter: of the job's engine; None without an engine.
    """
    workloads = {
        "prepare": warm_up_of(job),
        "measure": job.get("phases", []),
    }.get(task, [])
    kinds = {phase["workload"].partition("/")[0] for phase in workloads}
    runner = guest_sources(
        adapter,
        task,
        tuple(sorted(kinds)),
        data=(job.get("dataset") or {}).get("kind"),
        tools=tuple(sorted(job.get("tools", {}))),
    )
    sent = {path.removeprefix("scripts/"): path for path in runner}
    if task == "load":
        return sent | _loading(job, adapter)
    traces = trace_files(job) if task == "prepare" else []
    found = [*workload_files(workloads, adapter), *traces]
    return sent | {without_dialect(path): path for path in found}


def _loading(job: Job, adapter: str | None) -> dict[str, str]:
    """How tables are made, where that is not code: some kinds of data have a part for it."""
    folder = f"workloads/{job['dataset']['kind']}"
    named = {
        "tables.json": f"{folder}/schema.yaml",
        "routines.sql": in_dialect(f"{folder}/routines.sql", adapter),
        f"{folder}/build.tcl": f"{folder}/build.tcl",
    }
    return {name: path for name, path in named.items() if (ROOT / path).is_file()}


def trace_files(job: Job) -> list[str]:
    """The scripts that observe the job."""
    return [f"tracing/{trace}.bt" for trace in job["traces"]]


def workload_files(phases: Iterable[Phase], adapter: str | None) -> list[str]:
    """The files of ours that phases run; some kinds have none, such as the engine's own verbs."""
    found: set[str] = set()
    for phase in phases:
        kind, name = split(phase["workload"])
        found |= kind.files(name, adapter)
    return sorted(found)
