"""Up to the snapshot: everything that cells of one engine, tuning and dataset have in common."""

from __future__ import annotations

from pathlib import Path

from guest import device, engines, observe, tools, traces, workloads
from guest.steps import step
from guest.system import make_cgroups, write_back


def run(job: dict, out: Path) -> None:
    """Make the device ready, start the engine, warm it up, attach the traces; nothing is slowed."""
    make_cgroups(job["engine_memory_mib"] << 20)
    with step("make the device ready", out):
        device.make_ready(job["device"])
    if job["filesystem"] != "none":
        with step("mount", out):
            if not job["dataset"]:
                device.make_filesystem(job["filesystem"])
            device.mount_filesystem(job["filesystem"])
    engine = None
    if job["adapter"]:
        layer = engines.Layer()
        layer.mount(Path("/dev/pmem3"))
        tools.mount_tools(job)
        engine = engines.adapter(job["adapter"], layer, job)
        with step("start the engine", out):
            engine.start()
    if job["warm_up"]:
        with step("warm up", out):
            workloads.run(job["warm_up"], job, engine, out / "warm_up")
    if engine:
        observe.describe(out, job["engine"], engine)
        observe.layout(out, "before", engine)
        engine.counters()  # for the first time, which costs more than any later one
    if job["traces"]:
        with step("attach the traces", out):
            traces.start(job["traces"], out / "traces")
    if not job["warm_up"]:
        # What starting the engine left would be written in a cell's first phase. After a warm-up it
        # is part of what was asked for: the cell goes on amid pages that wait to be written.
        write_back()
