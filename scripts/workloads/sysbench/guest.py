"""sysbench's command; which script it runs is in its environment (see events.lua)."""

from __future__ import annotations

from pathlib import Path

from guest.client import Client
from guest.engines.adapter import Adapter
from guest.system import PAYLOAD
from guest.workloads import needed

SCRIPTS = PAYLOAD / "workloads/sysbench"
LUA_PATH = f"{SCRIPTS}/?.lua;{SCRIPTS}/modules/?.lua;;"
# Options of sysbench's own scripts for the size of a dataset, where their names differ from ours.
SIZES = {"tables": "tables", "rows_per_table": "table-size"}
# What else is known of a dataset, and no size.
NO_SIZES = ("id", "kind", "seed")


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase ``sysbench/<script>``."""
    return client(phase["workload"].partition("/")[2], phase, job, engine, folder)


def client(script: str, phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase that runs a script; the phase's options are the script's."""
    engine = needed(engine, phase)
    dataset = job["dataset"]
    sizes = {SIZES.get(key, key): dataset[key] for key in dataset if key not in NO_SIZES}
    options = sizes | {"rand-type": "uniform"} | phase["options"]
    command = [
        "sysbench",
        *engine.sysbench_options(),
        f"--threads={phase['threads']}",
        f"--time={phase['duration_s']}",
        f"--events={phase['events']}",
        f"--rand-seed={job['seed']}",
        "--report-interval=1",
        "--percentile=95",
        "--histogram",
        *(f"--{key}={value}" for key, value in options.items()),
        str(SCRIPTS / "modules/events.lua"),
        "run",
    ]
    return Client(command, {"WORKLOAD": script, "PHASE": str(folder), "LUA_PATH": LUA_PATH})
