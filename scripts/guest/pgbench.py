"""pgbench, PostgreSQL's own tool, out of the engine's layer, with a script of ours."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

from guest.engines.adapter import DATABASE, Adapter
from guest.engines.layer import ROOT
from guest.system import GuestError

SCRIPTS = Path("/run/kit/workloads/pgbench")


def command(name: str, phase: dict, job: dict, engine: Adapter | None) -> list[str]:
    """The command of a phase ``pgbench/<name>`` on sysbench's tables.

    Options: ``rows``, of which the script takes any with the same chance (those of a table when
    absent), and ``protocol`` (prepared, extended or simple). The phase's threads are its clients;
    one thread serves them all, as there is one core.
    """
    if engine is None:
        raise GuestError(f"phase {phase['name']}: pgbench needs an engine")
    program = engine.pgbench()
    script = ROOT / "tmp" / f"{name}.sql"
    shutil.copyfile(SCRIPTS / script.name, script)
    rows = phase["options"].get("rows", job["dataset"]["rows_per_table"])
    clients = phase["threads"]
    # It counts transactions by client.
    until = (
        f"--transactions={math.ceil(phase['events'] / clients)}"
        if phase["events"]
        else f"--time={phase['duration_s']}"
    )
    return [
        *(*program, "--no-vacuum", "--report-per-command"),
        *(f"--client={clients}", "--jobs=1", f"--random-seed={job['seed']}", until),
        f"--protocol={phase['options'].get('protocol', 'prepared')}",
        *(f"--define=rows={rows}", f"--file=/tmp/{script.name}", DATABASE),
    ]
