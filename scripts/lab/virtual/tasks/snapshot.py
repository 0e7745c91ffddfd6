"""Resume a booted machine, start its engine on a dataset, and keep it: where cells begin.

What is kept is the state of the machine, with those pages of its memory and its device that are not
as in the booted machine's memory and the data set's device: a tenth of the whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.jobs import Job
from scripts.lab.delivery import deliver, failure_of, make
from scripts.lab.outcome import Outcome
from scripts.lab.payloads import prepare_payload
from scripts.lab.places import Places
from scripts.lab.virtual import origin
from scripts.lab.virtual import regions as regions_of
from scripts.lab.virtual.differences import differing
from scripts.lab.virtual.keeping import keep_machine
from scripts.lab.virtual.layout import memory, with_files
from scripts.lab.virtual.stream import write_with_pages

MANIFEST = "snapshot.json"
CHANGES = "changes.bin"
# What earlier versions kept in its place.
WHOLE = ("ram.img", "device.img", "state.bin")


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Resume the booted machine, start the engine, and keep what it has changed: changes.bin."""
    return make(job, out, MANIFEST, lambda work: _take(job, places, work, out))


def _take(job: Job, places: Places, work: Path, out: Path) -> Outcome:
    machine = places.machine(job["machine_id"])
    needed = [(machine / "machine.json", "machine")]
    if job["dataset"]:
        needed.append((places.dataset(job["dataset"]["id"]) / "dataset.json", "dataset"))
    for manifest, what in needed:
        failed = failure_of(job, manifest, what)
        if failed:
            deliver(work, out, [], MANIFEST, failed.as_dict())
            return failed
    for name in WHOLE:
        (out / name).unlink(missing_ok=True)
    begins_as = origin.images_of(job, places)
    former = origin.with_blank(begins_as, job, work)
    images = {region: work / f"{region}.img" for region in former}
    for region, image in images.items():
        regions_of.copy_sparse(former[region], image)
    regions = [
        *with_files(memory("snapshot", job), images),
        *regions_of.common(job, places, work, prepare_payload(job, places)),
    ]

    def shrink() -> tuple[str, dict[str, Any]]:
        changed = {region: differing(image, former[region]) for region, image in images.items()}
        write_with_pages(work / "state.bin", work / CHANGES, changed)
        return CHANGES, {"begins_as": origin.described(begins_as)}

    names = [image.name for image in images.values()]
    state = machine / "state.bin"
    return keep_machine(job, places, regions, names, work, out, MANIFEST, state, shrink)
