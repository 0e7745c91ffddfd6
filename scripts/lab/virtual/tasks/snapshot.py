"""Resume a booted machine, start its engine on a dataset, and keep it: where cells begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.lab.delivery import deliver, failure_of, make
from scripts.lab.outcome import Outcome
from scripts.lab.payloads.prepare import prepare_payload
from scripts.lab.places import Places
from scripts.lab.virtual import regions as regions_of
from scripts.lab.virtual.keeping import keep_machine
from scripts.lab.virtual.layout import memory, with_files

MANIFEST = "snapshot.json"


def run(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Resume the booted machine, start the engine, and keep it: ram.img, device.img, state.bin."""
    return make(job, out, MANIFEST, lambda work: _take(job, places, work, out))


def _take(job: dict[str, Any], places: Places, work: Path, out: Path) -> Outcome:
    machine = places.machine(job["machine_id"])
    needed = [(machine / "machine.json", "machine")]
    device = work / "device.img"
    if job["dataset"]:
        loaded = places.dataset(job["dataset"]["id"])
        needed.append((loaded / "dataset.json", "dataset"))
    for manifest, what in needed:
        failed = failure_of(job, manifest, what)
        if failed:
            deliver(work, out, [], MANIFEST, failed.as_dict())
            return failed
    if job["dataset"]:
        regions_of.copy_sparse(loaded / "device.img", device)
    else:
        regions_of.blank(device, job["device"]["device_mib"])
    regions_of.copy_sparse(machine / "ram.img", work / "ram.img")
    regions = [
        *with_files(memory("snapshot", job), {"ram": work / "ram.img", "device": device}),
        *regions_of.common(job, places, work, prepare_payload(job, places)),
    ]
    images = ("ram.img", "device.img")
    return keep_machine(job, places, regions, images, work, out, MANIFEST, machine / "state.bin")
