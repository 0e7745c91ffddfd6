"""Boot a machine and keep it: where every snapshot of an engine's layer begins."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.delivery import make
from scripts.lab.outcome import Outcome
from scripts.lab.payloads import payload_for
from scripts.lab.places import Places
from scripts.lab.virtual import regions as regions_of
from scripts.lab.virtual.keeping import keep_machine
from scripts.lab.virtual.layout import memory, with_files

MANIFEST = "machine.json"


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Boot, and keep the machine: ram.img, state.bin. Its device is not yet in use."""

    def boot(work: Path) -> Outcome:
        ram = regions_of.blank(work / "ram.img", job["machine_memory_mib"])
        device = regions_of.blank(work / "device.img", job["device"]["device_mib"])
        regions = [
            *with_files(memory("machine", job), {"ram": ram, "device": device}),
            *regions_of.common(job, places, work, payload_for(job, "boot")),
        ]
        return keep_machine(job, places, regions, ("ram.img",), work, out, MANIFEST)

    return make(job, out, MANIFEST, boot)
