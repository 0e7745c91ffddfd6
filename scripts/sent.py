"""Which files of the repository a guest is sent for a job, and as which bytes.

The lab sends what is named here and the workflow watches the same, so they can't disagree: a file
is an input of a rule, and what a guest gets of it is in the hash of what the rule runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from scripts.imports import GUEST, ROOT, guest_sources
from scripts.stripped import stripped

LUA = "workloads/sysbench"
# Of the file that a workload of a kind is, after the workload's name.
ENDINGS = {
    "check": "sql",
    "fio": "fio",
    "hammerdb": "tcl",
    "pgbench": "sql",
    "sql": "{adapter}.sql",
}
_REQUIRED = re.compile(r'\brequire\("(\w+)"\)')


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
    runner = guest_sources(adapter, task, with_hammerdb="hammerdb" in job)
    sent = {f"guest/{Path(path).relative_to(GUEST)}": path for path in runner}
    if task == "load":
        return sent | _loading(job, adapter)
    workloads = {
        "prepare": [job["warm_up"]] if job.get("warm_up") else [],
        "measure": job.get("phases", []),
    }.get(task, [])
    traces = trace_files(job) if task == "prepare" else []
    return sent | {path: path for path in [*workload_files(workloads, adapter), *traces]}


def _loading(job: Mapping[str, Any], adapter: str | None) -> dict[str, str]:
    """How tables are made; sysbench's are the adapters' own, and HammerDB makes its own."""
    folder = f"workloads/{job['dataset']['kind']}"
    named = {
        "tables.json": f"{folder}/schema.yaml",
        "routines.sql": f"{folder}/routines.{adapter}.sql",
    }
    found = {name: path for name, path in named.items() if (ROOT / path).is_file()}
    if "hammerdb" in job:
        found["workloads/hammerdb/build.tcl"] = "workloads/hammerdb/build.tcl"
    return found


def trace_files(job: Mapping[str, Any]) -> list[str]:
    """The scripts that observe the job."""
    return [f"tracing/{trace}.bt" for trace in job["traces"]]


def workload_files(phases: Iterable[Mapping[str, Any]], adapter: str | None) -> list[str]:
    """The files of ours that phases run; scripts that come with sysbench have none.

    TPC-H's statements are made, and come with their answers.
    """
    found: set[str] = set()
    for phase in phases:
        kind, _, name = phase["workload"].partition("/")
        if kind == "sysbench":
            found |= {*lua_sources(name), *lua_sources("modules/events")}
        elif kind in ENDINGS:
            found.add(f"workloads/{kind}/{name}.{ENDINGS[kind].format(adapter=adapter)}")
    return sorted(found)


@cache
def lua_sources(name: str) -> tuple[str, ...]:
    """A sysbench script of ours and the modules that it requires; nothing for sysbench's own."""
    found: set[str] = set()
    waiting = [f"{LUA}/{name}.lua"]
    while waiting:
        path = waiting.pop()
        if path in found or not (ROOT / path).is_file():
            continue  # sysbench and LuaJIT have modules, too
        found.add(path)
        text = (ROOT / path).read_text(encoding="utf-8")
        waiting += [f"{LUA}/modules/{module}.lua" for module in re.findall(_REQUIRED, text)]
    return tuple(sorted(found))
