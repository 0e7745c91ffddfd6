"""How much disk a study still needs, by what its plan names and is not there yet."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection
from pathlib import Path

from scripts.plan.jobs import Plan
from scripts.values.messages import listed

# What each takes in the shared folder, in MiB: measured, and rounded up.
LAYER_MIB = 400  # with its packages
MACHINE_MIB = 220
SNAPSHOT_MIB = 300
# A data set, as a share of its device.
DATASET_SHARE = 0.5
# What runs, the cells' outputs, the database and the site.
MORE_MIB = 1024


def room_problem(
    plan: Plan, results: Path, shared: Path, *, kept: Collection[str], at_once: int
) -> str | None:
    """A line that names the folder whose disk has too little room for the rest of a study.

    ``kept``: the snapshots that stay when their cells are measured; of the others there are as
    many as machines run ``at_once``.
    """
    cells = [
        cell for cell in plan.cells if not (results / "cells" / cell.id / "outcome.json").exists()
    ]
    begun_with = {cell.snapshot_id for cell in cells}
    snapshots = _missing(shared, "snapshot", begun_with)
    booted = {entry.machine_id for entry in plan.snapshots if entry.id in begun_with}
    machines = _missing(shared, "machine", booted)
    datasets = _missing(shared, "dataset", {cell.dataset_id for cell in cells})
    device_mib = sum(
        entry.job["device"]["device_mib"] for entry in plan.datasets if entry.id in datasets
    )
    missing = Counter(
        {
            "layer": len(_missing(shared, "layer", {layer.id for layer in plan.layers})),
            "data set": len(datasets),
            "machine": len(machines),
            "snapshot": len(snapshots & set(kept)) + min(at_once, len(snapshots - set(kept))),
        }
    )
    needed_mib = (
        missing["layer"] * LAYER_MIB
        + DATASET_SHARE * device_mib
        + missing["machine"] * MACHINE_MIB
        + missing["snapshot"] * SNAPSHOT_MIB
    )
    free_mib = _free_mib(shared)
    if not needed_mib or free_mib >= needed_mib + MORE_MIB:
        return None
    parts = [f"{count} {what}{'s' * (count > 1)}" for what, count in missing.items() if count]
    return (
        f"{shared}: {free_mib / 1024:.1f} GiB of the disk are free, and this study still needs "
        f"about {(needed_mib + MORE_MIB) / 1024:.1f} GiB, for {listed(parts)}: make room, or name "
        "a folder on another disk as shared_dir"
    )


def _missing(shared: Path, kind: str, ids: Collection[str | None]) -> set[str]:
    """Those of which there is no manifest."""
    return {
        name for name in ids if name and not (shared / f"{kind}s" / name / f"{kind}.json").exists()
    }


def _free_mib(folder: Path) -> int:
    """The room of the disk that a folder is on, or will be."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    found = os.statvfs(there)
    return found.f_bavail * found.f_frsize >> 20
