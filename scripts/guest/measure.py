"""From the snapshot on: set the device, run the phases, gather what was seen."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from guest import device, engines, observe, traces, workloads
from guest.steps import step
from guest.system import afterwards


def run_phases(job: dict, out: Path) -> None:
    """Run every phase of the job; ``out`` then holds the cell's raw outputs.

    What is read of a phase at its end is read of a failed one, too, as far as that goes.
    """
    # Without the limits: what comes back is the same whatever they are.
    kept = {key: value for key, value in job.items() if key != "limits"}
    (out / "job.json").write_text(json.dumps(kept, indent=1, sort_keys=True))
    workloads.import_kinds(job["phases"])
    engine = engines.adapter(job["adapter"], engines.Layer(), job) if job["adapter"] else None
    readings = observe.Readings(engine)
    with afterwards(traces.stop):
        device.set_up(job["device"])
        for index, phase in enumerate(job["phases"]):
            folder = out / "phases" / f"{index:02d}-{phase['name']}"
            folder.mkdir(parents=True)
            with step(phase["name"], out):
                readings.before(folder)
                behind = [partial(readings.after, folder)]
                if schedule := job["device"]["schedules"][index]:
                    (folder / "schedule.txt").write_text(device.start_schedule(schedule))
                    behind.insert(0, partial(device.end_schedule, job["device"]))
                with afterwards(*behind):
                    workloads.run(phase, job, engine, folder)
        device.set_fastest(job["device"])
        if engine:
            observe.layout(out, "after", engine)
