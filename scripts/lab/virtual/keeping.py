"""Run a machine until it asks to be kept, and deliver its state: what machines and snapshots do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scripts.jobs import Job
from scripts.lab.delivery import deliver
from scripts.lab.images import digest_of_image
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places
from scripts.lab.virtual.machine import Region
from scripts.lab.virtual.process import run_machine
from scripts.lab.virtual.provenance import boot_of, provenance
from scripts.lab.virtual.verdict import outcome_of
from scripts.lab.virtual.watch import machine_limit_s


def keep_machine(
    job: Job,
    places: Places,
    regions: list[Region],
    images: Sequence[str],
    work: Path,
    out: Path,
    manifest_name: str,
    resume_from: Path | None = None,
    shrink: Callable[[], tuple[str, dict[str, Any]]] | None = None,
) -> Outcome:
    """Run a machine until it asks to be kept, then deliver its state and ``images``.

    ``shrink``: makes one file in ``work`` that is delivered in place of these, and returns its name
    and what the manifest says besides. The digests there are of the whole images all the same.
    """
    state = work / "state.bin"
    ending = run_machine(
        boot_of(places, job),
        regions,
        work / "console.log",
        limit_s=machine_limit_s(job),
        resume_from=resume_from,
        snapshot_to=state,
    )
    if ending.cause == "snapshot":
        outcome = Outcome("done")
    else:
        outcome = outcome_of(ending, work / "outbox.img", work / "console.log", job["limits"])
    manifest: dict[str, Any] = outcome.as_dict() | {"id": out.name}
    names = []
    if outcome.status == "done":
        names = [*images, "state.bin"]
        manifest["provenance"] = provenance(job, places)
        manifest |= {f"{name}_digest": digest_of_image(work / name) for name in names}
        if shrink:
            name, more = shrink()
            names = [name]
            manifest |= more
    deliver(work, out, [*names, "console.log"], manifest_name, manifest)
    return outcome
