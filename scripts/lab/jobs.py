"""The four jobs that a machine is given: load a dataset, boot, take a snapshot, run a cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.lab import regions as regions_of
from scripts.lab.answers import judge_answers
from scripts.lab.delivery import deliver, failure_of, scratch
from scripts.lab.images import digest_of_image, sha256_of_tree, write_manifest
from scripts.lab.kit import kit_for
from scripts.lab.machine import Region, described, pmem_size_mib
from scripts.lab.outcome import Outcome, judge, unpack
from scripts.lab.places import Places
from scripts.lab.process import Ending, run_machine


def load_dataset(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Load a dataset in the lab; ``out`` gets device.img, console.log and dataset.json.

    A load that failed leaves a dataset.json that says so, and fails its cells and nothing else.
    """
    with scratch(out) as work:
        device = regions_of.blank(work / "device.img", job["device"]["device_mib"])
        regions = [
            regions_of.new_ram(job),
            Region("device", device, job["device"]["device_mib"], "reserved", shared=True),
            *regions_of.common(job, places, work, kit_for(job, "load", places)),
        ]
        if job["dataset"]["kind"] != "hammerdb":
            rows = regions_of.rows_image(job["dataset"], places, work)
            size_mib = pmem_size_mib(rows)
            regions.append(Region("load", rows, size_mib, "pmem", shared=True, readonly=True))
        limit_s = job["limits"]["wall_s"]
        ending = run_machine(places.boot(), regions, work / "console.log", wall_limit_s=limit_s)
        outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
        manifest = outcome.as_dict() | {"id": job["dataset"]["id"]}
        if outcome.status == "done":
            manifest["device_digest"] = digest_of_image(device)
            manifest["provenance"] = places.provenance(job)
        images = ["device.img"] if outcome.status == "done" else []
        deliver(work, out, [*images, "console.log"], "dataset.json", manifest)
    return outcome


def boot_machine(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Boot, and keep the machine: ram.img, state.bin. Its device is not yet in use."""
    with scratch(out) as work:
        device = regions_of.blank(work / "device.img", job["device"]["device_mib"])
        regions = [
            regions_of.new_ram(job, keep_in=work),
            Region("device", device, job["device"]["device_mib"], "reserved", shared=True),
            *regions_of.common(job, places, work, kit_for(job, "boot", places)),
        ]
        return _keep_machine(job, places, regions, ("ram.img",), work, out, "machine.json")


def take_snapshot(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Resume the booted machine, start the engine, and keep it: ram.img, device.img, state.bin."""
    machine = places.machine(job["machine_id"])
    with scratch(out) as work:
        needed = [(machine / "machine.json", "machine")]
        device = work / "device.img"
        if job["dataset"]:
            loaded = places.dataset(job["dataset"]["id"])
            needed.append((loaded / "dataset.json", "dataset"))
        for manifest, what in needed:
            failed = failure_of(manifest, what)
            if failed:
                deliver(work, out, [], "snapshot.json", failed.as_dict())
                return failed
        if job["dataset"]:
            regions_of.copy_sparse(loaded / "device.img", device)
        else:
            regions_of.blank(device, job["device"]["device_mib"])
        regions_of.copy_sparse(machine / "ram.img", work / "ram.img")
        regions = [
            Region("ram", work / "ram.img", job["machine_memory_mib"], "ram", shared=True),
            Region("device", device, job["device"]["device_mib"], "reserved", shared=True),
            *regions_of.common(job, places, work, kit_for(job, "prepare", places)),
        ]
        images = ("ram.img", "device.img")
        return _keep_machine(
            job, places, regions, images, work, out, "snapshot.json", machine / "state.bin"
        )


def _keep_machine(
    job: dict[str, Any],
    places: Places,
    regions: list[Region],
    images: tuple[str, ...],
    work: Path,
    out: Path,
    manifest_name: str,
    resume_from: Path | None = None,
) -> Outcome:
    """Run a machine until it asks to be kept, then deliver its state and ``images``."""
    limit_s = job["limits"]["wall_s"]
    ending = run_machine(
        places.boot(),
        regions,
        work / "console.log",
        wall_limit_s=limit_s,
        resume_from=resume_from,
        snapshot_to=work / "state.bin",
    )
    if ending.cause == "snapshot":
        outcome = Outcome("done")
    else:
        outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
    manifest: dict[str, Any] = outcome.as_dict() | {"id": out.name}
    names = []
    if outcome.status == "done":
        names = [*images, "state.bin"]
        manifest["provenance"] = places.provenance(job)
        manifest |= {f"{name}_digest": digest_of_image(work / name) for name in names}
    deliver(work, out, [*names, "console.log"], manifest_name, manifest)
    return outcome


def run_cell(job: dict[str, Any], places: Places, out: Path) -> Outcome:
    """Resume the cell's snapshot, measure, and leave outcome.json, console.log and outbox/."""
    snapshot = places.snapshot(job["snapshot_id"])
    with scratch(out) as work:
        failed = failure_of(snapshot / "snapshot.json", "snapshot")
        if failed:
            _finish_cell(job, failed, None, work, out)
            return failed
        regions = [
            Region("ram", snapshot / "ram.img", job["machine_memory_mib"], "ram", shared=False),
            Region(
                "device",
                snapshot / "device.img",
                job["device"]["device_mib"],
                "reserved",
                shared=False,
            ),
            *regions_of.common(job, places, work, kit_for(job, "measure", places)),
        ]
        limit_s = job["limits"]["wall_s"]
        ending = run_machine(
            places.boot(),
            regions,
            work / "console.log",
            wall_limit_s=limit_s,
            resume_from=snapshot / "state.bin",
        )
        outcome = judge(ending, work / "outbox.img", work / "console.log", limit_s)
        machine = places.provenance(job) | {"qemu.arguments": described(regions)}
        write_manifest(work / "provenance.json", machine)
        unpack(work / "outbox.img", work / "outbox")
        outcome = judge_answers(outcome, job, places, work / "outbox")
        _finish_cell(job, outcome, ending, work, out)
    return outcome


def _finish_cell(
    job: dict[str, Any], outcome: Outcome, ending: Ending | None, work: Path, out: Path
) -> None:
    console = work / "console.log"
    if not console.exists():
        console.write_text("")
    if ending:
        # Wall time is kept apart: it is the one thing that two runs don't share.
        (work / "timing.json").write_text(json.dumps({"wall_s": round(ending.wall_s, 3)}) + "\n")
    else:
        (work / "outbox").mkdir()
    manifest = {"cell_id": job["cell_id"], "outbox_sha256": sha256_of_tree(work / "outbox")}
    manifest |= outcome.as_dict()
    deliver(
        work,
        out,
        ["console.log", "timing.json", "provenance.json", "outbox"],
        "outcome.json",
        manifest,
    )
