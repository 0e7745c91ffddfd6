"""A dataset's job: an empty device becomes one with a loaded database on it."""

from __future__ import annotations

from pathlib import Path

from guest import device, engines, tables, tools
from guest.system import make_cgroups, say


def run(job: dict) -> None:
    """Make the file system, install the engine, load by its bulk path, stop it cleanly."""
    # The load is not a measurement, so it gets all the memory that there is.
    make_cgroups(job["engine_memory_mib"] << 20)
    device.make_ready(job["device"])
    device.make_filesystem(job["filesystem"])
    device.mount_filesystem(job["filesystem"])
    layer = engines.Layer()
    layer.mount(Path("/dev/pmem3"))
    tools.mount_tools(job)
    engine = engines.adapter(job["adapter"], layer, job)
    engine.install()
    engine.start()
    say(f"started {engine.version()}")
    tables.loader(job["dataset"]["kind"])(job, engine, layer)
    say("loaded")
    engine.stop()
    device.unmount_filesystem()
