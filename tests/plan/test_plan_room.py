"""What a study still needs of the disk, and when a line says that it is too much."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.plan import room
from scripts.plan.jobs import Plan

LAYERS = 5
DATASETS_MIB = 2 * 1536 * room.DATASET_SHARE
SNAPSHOTS = 2  # one of each engine


class Disk:
    """A planned study on a disk with some room left."""

    def __init__(self, plan: Plan, root: Path, monkeypatch: pytest.MonkeyPatch):
        self.plan, self.shared, self.monkeypatch = plan, root / "shared", monkeypatch

    def problem(
        self, free_mib: float, kept: Collection[str] | None = None, at_once: int = 1
    ) -> str | None:
        self.monkeypatch.setattr(room, "_free_mib", lambda folder: free_mib)
        kept = {entry.id for entry in self.plan.snapshots} if kept is None else kept
        results = self.shared.with_name("results")
        return room.room_problem(self.plan, results, self.shared, kept=kept, at_once=at_once)

    def make(self, kind: str, *ids: str) -> None:
        for name in ids:
            path = self.shared / f"{kind}s" / name / f"{kind}.json"
            path.parent.mkdir(parents=True)
            path.touch()


@pytest.fixture
def disk(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(repository.plan(), tmp_path, monkeypatch)


def needed(snapshots: int) -> float:
    """What a study of which nothing is there needs."""
    parts = LAYERS * room.LAYER_MIB + DATASETS_MIB + 2 * room.MACHINE_MIB
    return parts + snapshots * room.SNAPSHOT_MIB + room.MORE_MIB


def test_line_names_the_folder_what_is_free_and_what_is_needed(disk: Disk) -> None:
    assert disk.problem(needed(SNAPSHOTS)) is None
    assert disk.problem(needed(SNAPSHOTS) - 1) == (
        f"{disk.shared}: 5.5 GiB of the disk are free, and this study still needs about 5.5 GiB, "
        "for 5 layers, 2 data sets, 2 machines, 2 snapshots: make room, or name a folder on "
        "another disk as shared_dir"
    )


def test_snapshots_that_go_are_as_many_as_machines_run(disk: Disk) -> None:
    assert disk.problem(needed(1), kept=()) is None
    assert "1 snapshot:" in (disk.problem(needed(1) - 1, kept=()) or "")
    one = {disk.plan.snapshots[0].id}
    assert disk.problem(needed(2) - 1, kept=one) is not None
    assert disk.problem(needed(1), kept=(), at_once=8) is not None


def test_what_is_there_needs_no_room(disk: Disk) -> None:
    disk.make("layer", *(layer.id for layer in disk.plan.layers))
    disk.make("dataset", *(dataset.id for dataset in disk.plan.datasets))
    disk.make("machine", *(machine.id for machine in disk.plan.machines))
    disk.make("snapshot", *(snapshot.id for snapshot in disk.plan.snapshots[1:]))
    assert "for 1 snapshot:" in (disk.problem(room.MORE_MIB) or "")
    disk.make("snapshot", disk.plan.snapshots[0].id)
    assert disk.problem(0) is None
    for kind, name in (("dataset", "data set"), ("machine", "machine")):
        for manifest in disk.shared.glob(f"{kind}s/*/{kind}.json"):
            manifest.unlink()
            assert f"for 1 {name}:" in (disk.problem(0) or "")
            manifest.touch()


def test_measured_cells_need_no_snapshot_again(disk: Disk) -> None:
    for cell in disk.plan.cells:
        outcome = disk.shared.with_name("results") / "cells" / cell.id / "outcome.json"
        outcome.parent.mkdir(parents=True)
        outcome.touch()
    line = disk.problem(0)
    assert line is not None
    assert "for 5 layers:" in line


def test_room_of_a_folder_to_be_made_is_that_of_the_disk_it_will_be_on(tmp_path: Path) -> None:
    free_mib = shutil.disk_usage(tmp_path).free / (1 << 20)
    assert room._free_mib(tmp_path / "no/such/folder") == pytest.approx(free_mib, rel=0.1)
