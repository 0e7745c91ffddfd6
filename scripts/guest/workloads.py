"""Run one phase, as the guest's part of its kind of workload says.

That part is ``workloads/<kind>/guest.py`` in the payload, which has those kinds alone that the job
uses. It has one function::

    run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client | str | None

It returns the client that makes the load, for the runner to run; or it does its work itself and
returns what a check found wrong, or None. What it leaves is in ``folder``. It raises GuestError
where the phase can't go on.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import ModuleType

from guest.client import Client, run_client
from guest.engines.adapter import Adapter
from guest.system import PAYLOAD, GuestError, afterwards, limit_s, now_ns


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run the phase and leave phase.json, stdout.txt and sampled.csv in ``folder``.

    Raises GuestError when the workload fails or outlives the cell's limit of virtual time; what was
    seen up to then is left, too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record: dict = {
        "name": phase["name"],
        "workload": phase["workload"],
        "begin_ns": now_ns(),
        "exit_code": 1,  # of what ends without a code of its own
        "command": [],
    }
    client = None
    with afterwards(partial(_keep, record, folder / "phase.json")):
        found = _part_of(phase).run(phase, job, engine, folder)
        if isinstance(found, Client):
            client = found
            variables = (f"{key}={value}" for key, value in client.variables.items())
            record["command"] = [*variables, *client.command]
            record["exit_code"], problem = run_client(client, folder, limit_s(job))
        else:
            problem = found
            record["exit_code"] = 1 if problem else 0
    if problem:
        raise GuestError(f"phase {phase['name']}: {problem}")
    if client:
        client.finish()
    if record["exit_code"] != 0:
        raise GuestError(_why(phase, record["exit_code"], folder, engine))


def import_kinds(phases: Iterable[dict]) -> None:
    """Import what phases run, so that none of them is measured together with it."""
    for phase in phases:
        _part_of(phase)


def _part_of(phase: dict) -> ModuleType:
    kind = phase["workload"].partition("/")[0]
    return importlib.import_module(f"workloads.{kind}.guest")


def file_of(phase: dict, ending: str) -> Path:
    """The file of the phase's workload, in the payload."""
    return PAYLOAD / "workloads" / f"{phase['workload']}.{ending}"


def needed(engine: Adapter | None, phase: dict) -> Adapter:
    """The engine. Raises GuestError without one."""
    if engine is None:
        raise GuestError(f"phase {phase['name']}: {phase['workload']} needs an engine")
    return engine


def _keep(record: dict, path: Path) -> None:
    """Write the record of a phase that ends now."""
    path.write_text(json.dumps(record | {"end_ns": now_ns()}))


def _why(phase: dict, exit_code: int, folder: Path, engine: Adapter | None) -> str:
    """The reason of a failed phase: the engine's end if it ended, the client's words if not."""
    if engine and engine.server and engine.server.poll() is not None:
        return str(engine.fail(f"phase {phase['name']}: the engine ended"))
    text = "".join(
        (folder / name).read_text(errors="replace") for name in ("stderr.txt", "stdout.txt")
    )
    fatal = [line for line in text.splitlines() if "FATAL" in line or "rror" in line]
    words = " / ".join(fatal[-2:]) or text.strip()[-200:]
    return f"phase {phase['name']}: {phase['workload']} ended with {exit_code}: {words}"
