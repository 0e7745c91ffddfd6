"""A dataset's job: an empty device becomes one with a loaded database on it."""

from __future__ import annotations

import json
from pathlib import Path

from guest import device, engines
from guest.system import PAYLOAD, make_cgroups, mount, say

ROWS = Path("/run/rows")
TABLES = PAYLOAD / "tables.json"
ROUTINES = PAYLOAD / "routines.sql"


def run(job: dict) -> None:
    """Make the file system, install the engine, load by its bulk path, stop it cleanly."""
    # The load is not a measurement, so it gets all the memory that there is.
    make_cgroups(job["engine_memory_mib"] << 20)
    device.make_ready(job["device"])
    device.make_filesystem(job["filesystem"])
    device.mount_filesystem(job["filesystem"])
    layer = engines.Layer()
    layer.mount(Path("/dev/pmem3"))
    engine = engines.adapter(job["adapter"], layer, job)
    engine.install()
    engine.start()
    say(f"started {engine.version()}")
    if job["dataset"]["kind"] == "hammerdb":
        from guest import hammerdb

        hammerdb.build(job, engine)
    else:
        mount("erofs", "/dev/pmem4", ROWS, "ro,dax=always")
        layer.share(ROWS)
        _load_rows(job, engine)
    say("loaded")
    engine.stop()
    device.unmount_filesystem()


def _load_rows(job: dict, engine: engines.Adapter) -> None:
    if job["dataset"]["kind"] == "sysbench":
        engine.load_sysbench(job["dataset"]["tables"], ROWS)
    else:
        engine.load_tables(json.loads(TABLES.read_text()), ROWS)
    if routines := ROUTINES.read_text():
        engine.sql(routines)
