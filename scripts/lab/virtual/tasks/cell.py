"""Measure one cell in a copy of its snapshot's machine."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from scripts.files.digests import sha256_of_tree
from scripts.jobs import Job
from scripts.lab.answers import check_answers
from scripts.lab.delivery import deliver, failure_of, make
from scripts.lab.manifest import write_manifest
from scripts.lab.outcome import Outcome
from scripts.lab.payloads import measure_payload
from scripts.lab.places import Places
from scripts.lab.virtual import origin
from scripts.lab.virtual import regions as regions_of
from scripts.lab.virtual.layout import memory, with_files
from scripts.lab.virtual.machine import described
from scripts.lab.virtual.outbox import BrokenOutbox, unpack
from scripts.lab.virtual.process import Ending, run_machine
from scripts.lab.virtual.provenance import boot_of, provenance
from scripts.lab.virtual.verdict import outcome_of
from scripts.lab.virtual.watch import machine_limit_s

MANIFEST = "outcome.json"


def run(job: Job, places: Places, out: Path) -> Outcome:
    """Resume the cell's snapshot, measure, and leave outcome.json, console.log and outbox/."""
    return make(job, out, MANIFEST, lambda work: _measure(job, places, work, out))


def _measure(job: Job, places: Places, work: Path, out: Path) -> Outcome:
    snapshot = places.snapshot(job["snapshot_id"])
    failed = failure_of(job, snapshot / "snapshot.json", "snapshot")
    if failed:
        _finish(job, failed, None, work, out)
        return failed
    images = origin.with_blank(origin.images_for(snapshot, places), job, work)
    regions = [
        *with_files(memory("cell", job), images),
        *regions_of.common(job, places, work, measure_payload(job, places)),
    ]
    boot = boot_of(places, job)
    ending = run_machine(
        boot,
        regions,
        work / "console.log",
        limit_s=machine_limit_s(job),
        resume_from=snapshot / "changes.bin",
    )
    outcome = outcome_of(ending, work / "outbox.img", work / "console.log", job["limits"])
    machine = provenance(job, places) | {"qemu.arguments": described(boot, regions)}
    write_manifest(work / "provenance.json", machine)
    try:
        unpack(work / "outbox.img", work / "outbox")
    except BrokenOutbox as error:
        if outcome.status == "done":
            reason = f"the guest's outbox is broken: {error}"
            outcome = dataclasses.replace(outcome, status="failed", reason=reason, cause="guest")
    outcome = check_answers(outcome, job, places, work / "outbox")
    _finish(job, outcome, ending, work, out)
    return outcome


def _finish(job: Job, outcome: Outcome, ending: Ending | None, work: Path, out: Path) -> None:
    console = work / "console.log"
    if not console.exists():
        console.write_text("")
    if ending:
        # Wall time is kept apart: it is the one thing that two runs don't share.
        (work / "timing.json").write_text(json.dumps({"wall_s": round(ending.wall_s, 3)}) + "\n")
    else:
        (work / "outbox").mkdir()
    hashed = sha256_of_tree(work / "outbox")
    manifest = {"cell_id": job["cell_id"], "outbox_sha256": hashed, **outcome.as_dict()}
    ran = ["timing.json", "provenance.json"] if ending else []
    deliver(work, out, ["console.log", *ran, "outbox"], MANIFEST, manifest)
