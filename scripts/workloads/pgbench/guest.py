"""pgbench, PostgreSQL's own tool, out of the engine's layer, with a script of ours."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

from guest.client import Client
from guest.engines.adapter import DATABASE, Adapter
from guest.engines.layer import ROOT
from guest.workloads import file_of, needed


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase ``pgbench/<script>`` on sysbench's tables.

    Options: ``rows``, of which the script takes any with the same chance (those of a table when
    absent), and ``protocol`` (prepared, extended or simple). The phase's threads are its clients;
    one thread serves them all, as there is one core.
    """
    program = needed(engine, phase).pgbench()
    source = file_of(phase, "sql")
    script = ROOT / "tmp" / source.name
    shutil.copyfile(source, script)
    rows = phase["options"].get("rows", job["dataset"]["rows_per_table"])
    clients = phase["threads"]
    # It counts transactions by client.
    until = (
        f"--transactions={math.ceil(phase['events'] / clients)}"
        if phase["events"]
        else f"--time={phase['duration_s']}"
    )
    command = [
        *(*program, "--no-vacuum", "--report-per-command"),
        *(f"--client={clients}", "--jobs=1", f"--random-seed={job['seed']}", until),
        f"--protocol={phase['options'].get('protocol', 'prepared')}",
        *(f"--define=rows={rows}", f"--file=/tmp/{script.name}", DATABASE),
    ]
    return Client(command)
