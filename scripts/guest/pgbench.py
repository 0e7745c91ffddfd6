"""pgbench, PostgreSQL's own tool, out of the engine's layer, with a script of ours."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.engines.layer import ROOT, SOCKETS
from guest.system import GuestError

SCRIPTS = Path("/run/kit/workloads/pgbench")
PROGRAMS = "usr/lib/postgresql/*/bin/pgbench"
USER = "postgres"
DATABASE = "sbtest"


def command(name: str, phase: dict, job: dict, engine: Adapter | None) -> list[str]:
    """The command of a phase ``pgbench/<name>`` on sysbench's tables.

    Options: ``rows``, of which the script takes any with the same chance (those of a table when
    absent), and ``protocol`` (prepared, extended or simple). The phase's threads are its clients;
    one thread serves them all, as there is one core.
    """
    programs = sorted(ROOT.glob(PROGRAMS))
    if engine is None or not programs:
        raise GuestError(f"phase {phase['name']}: pgbench needs PostgreSQL")
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
        *("chroot", f"--userspec={USER}", str(ROOT), f"/{programs[0].relative_to(ROOT)}"),
        *(f"--host={SOCKETS}", f"--username={USER}", "--no-vacuum", "--report-per-command"),
        *(f"--client={clients}", "--jobs=1", f"--random-seed={job['seed']}", until),
        f"--protocol={phase['options'].get('protocol', 'prepared')}",
        *(f"--define=rows={rows}", f"--file=/tmp/{script.name}", DATABASE),
    ]
