"""Load a dataset in a machine of its own, and keep the device's image."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.delivery import deliver, make
from scripts.lab.images import digest_of_image
from scripts.lab.outcome import Outcome
from scripts.lab.payloads import load_payload
from scripts.lab.places import Places
from scripts.lab.virtual import regions as regions_of
from scripts.lab.virtual.layout import memory, rows, with_files
from scripts.lab.virtual.process import run_machine
from scripts.lab.virtual.provenance import boot_of, provenance
from scripts.lab.virtual.rows_image import rows_image
from scripts.lab.virtual.verdict import outcome_of
from scripts.lab.virtual.watch import machine_limit_s

MANIFEST = "dataset.json"


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Load a dataset in the lab; ``out`` gets device.img, console.log and dataset.json.

    A load that failed leaves a dataset.json that says so, and fails its cells and nothing else.
    """

    def load(work: Path) -> Outcome:
        device = regions_of.blank(work / "device.img", job["device"]["device_mib"])
        regions = [
            *with_files(memory("dataset", job), {"device": device}),
            *regions_of.common(job, places, work, load_payload(job, places)),
        ]
        if to_load := rows("dataset", job):
            image = rows_image(job["dataset"] | job.get("own", {}), places, work)
            regions += with_files(to_load, {"load": image})
        boot = boot_of(places, job)
        ending = run_machine(boot, regions, work / "console.log", limit_s=machine_limit_s(job))
        outcome = outcome_of(ending, work / "outbox.img", work / "console.log", job["limits"])
        manifest = outcome.as_dict() | {"id": job["dataset"]["id"]}
        if outcome.status == "done":
            manifest["device_digest"] = digest_of_image(device)
            manifest["provenance"] = provenance(job, places)
        images = ["device.img"] if outcome.status == "done" else []
        deliver(work, out, [*images, "console.log"], MANIFEST, manifest)
        return outcome

    return make(job, out, MANIFEST, load)
