"""From the snapshot on: turn the dial, run the phases, gather what was seen."""

from __future__ import annotations

import json
from pathlib import Path

from guest import device, engines, observe, traces, workloads
from guest.steps import step
from guest.system import run


def run_phases(job: dict, out: Path) -> None:
    """Run every phase of the job; ``out`` then holds the cell's raw outputs."""
    (out / "job.json").write_text(json.dumps(job, indent=1, sort_keys=True))
    engine = None
    layout = {}
    if job["adapter"]:
        engine = engines.adapter(job["adapter"], engines.Layer(), job)
        _describe(engine, job, out)
        layout["before"] = engine.relations()
    try:
        device.turn_dial(job["device"])
        for index, phase in enumerate(job["phases"]):
            folder = out / "phases" / f"{index:02d}-{phase['name']}"
            folder.mkdir(parents=True)
            with step(phase["name"], out):
                observe.snapshot(folder, "before", engine)
                try:
                    workloads.run(phase, job, engine, folder)
                finally:
                    observe.snapshot(folder, "after", engine)
        device.release_dial()
        if engine:
            layout["after"] = engine.relations()
            (out / "layout.json").write_text(json.dumps(layout, indent=1))
    finally:
        traces.stop()


def _describe(engine: engines.Adapter, job: dict, out: Path) -> None:
    """Keep the configuration and the versions with the results."""
    folder = out / "config"
    folder.mkdir(exist_ok=True)
    settings = [f"{name} = {value}\n" for name, value in engine.settings().items()]
    (folder / f"{job['engine']}.conf").write_text("".join(settings))
    versions = {"engine": engine.version(), "kernel": run("uname", "-r").strip()}
    (out / "versions.json").write_text(json.dumps(versions))
