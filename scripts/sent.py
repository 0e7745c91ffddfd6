"""Which files of the repository a guest is sent for a job, and as which bytes.

The lab sends what is named here and the workflow watches the same, so they can't disagree: a file
is an input of a rule, and what a guest gets of it is in the hash of what the rule runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from scripts.engines.dialects import in_dialect, without_dialect
from scripts.imports import ROOT, guest_sources
from scripts.stripped import stripped
from scripts.workloads.registry import split


def content(path: str) -> bytes:
    """The bytes that a guest is sent of a file: without comments, a description of tables as JSON.

    Raises FileNotFoundError.
    """
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".yaml"):
        return json.dumps(yaml.safe_load(text)).encode()
    return stripped(path, text).encode()


def files_sent(job: Mapping[str, Any], task: str, adapter: str | None) -> dict[str, str]:
    """Names in the payload and paths of all that a guest is sent of the repository for a task.

    Args:
        job: the dataset's, machine's, snapshot's or cell's.
        task: "load", "boot", "prepare" or "measure".
        adapter: of the job's engine; None without an engine.
    """
    workloads = {
        "prepare": [job["warm_up"]] if job.get("warm_up") else [],
        "measure": job.get("phases", []),
    }.get(task, [])
    kinds = {_phase_sent(phase)["workload"].partition("/")[0] for phase in workloads}
    runner = guest_sources(
        adapter,
        task,
        tuple(sorted(kinds)),
        data=(job.get("dataset") or {}).get("kind"),
        tools=tuple(sorted(job.get("tools", {}))),
    )
    sent = {str(Path(path).relative_to("scripts")): path for path in runner}
    if task == "load":
        return sent | _loading(job, adapter)
    traces = trace_files(job) if task == "prepare" else []
    found = [*workload_files(workloads, adapter), *traces]
    return sent | {without_dialect(path): path for path in found}


def _loading(job: Mapping[str, Any], adapter: str | None) -> dict[str, str]:
    """How tables are made, where that is not code: some kinds of data have a part for it."""
    folder = f"workloads/{job['dataset']['kind']}"
    named = {
        "tables.json": f"{folder}/schema.yaml",
        "routines.sql": in_dialect(f"{folder}/routines.sql", adapter),
        f"{folder}/build.tcl": f"{folder}/build.tcl",
    }
    return {name: path for name, path in named.items() if (ROOT / path).is_file()}


def job_sent(job: Mapping[str, Any]) -> dict[str, Any]:
    """The job as a guest is sent it, which knows some kinds of workloads by another name."""
    sent = dict(job)
    if job.get("phases"):
        sent["phases"] = [_phase_sent(phase) for phase in job["phases"]]
    if job.get("warm_up"):
        sent["warm_up"] = _phase_sent(job["warm_up"])
    return sent


def _phase_sent(phase: Mapping[str, Any]) -> Mapping[str, Any]:
    return split(phase["workload"])[0].sent_phase(phase)


def trace_files(job: Mapping[str, Any]) -> list[str]:
    """The scripts that observe the job."""
    return [f"tracing/{trace}.bt" for trace in job["traces"]]


def workload_files(phases: Iterable[Mapping[str, Any]], adapter: str | None) -> list[str]:
    """The files of ours that phases run; some kinds have none, such as the engine's own verbs."""
    found: set[str] = set()
    for phase in phases:
        kind, name = split(phase["workload"])
        found |= kind.files(name, adapter)
    return sorted(found)
