"""What earlier studies left is found, and goes; what a study needs, or nobody knows, stays."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.plan import tidy
from scripts.plan.write import write_plan


@pytest.fixture
def built(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> tuple[Repository, Path]:
    """A repository whose results hold all parts of a study, and the folder they share."""
    monkeypatch.chdir(repository.root)
    shared = Path("results")
    write_plan(repository.plan(), shared, shared)
    for record in shared.glob("datasets/*/job.json"):
        (record.parent / "dataset.json").write_text("{}")
        (record.parent / "device.img").write_bytes(bytes(1 << 20))
        (record.parent / "outbox").mkdir()
    return repository, shared


def test_nothing_that_a_study_needs_is_unused(built: tuple[Repository, Path]) -> None:
    repository, shared = built
    assert tidy.unused([(repository.plan(), shared)]) == {}


def test_what_only_an_earlier_study_needed_goes_and_its_cells_stay(
    built: tuple[Repository, Path],
) -> None:
    repository, shared = built
    earlier = repository.plan()
    (shared / "snapshots/by-hand").mkdir()
    repository.replace("rows_per_table: 100000", "rows_per_table: 200000")
    found = tidy.unused([(repository.plan(), shared)])
    names = {(path.parent.name, path.name) for path in found}
    assert names == {("datasets", entry.id) for entry in earlier.datasets} | {
        ("snapshots", entry.id) for entry in earlier.snapshots
    }, "a machine has no data yet, so it is the same"
    assert all(taken >= 1 << 20 for path, taken in found.items() if path.parent.name == "datasets")
    tidy.delete(found)
    assert not any(path.exists() for path in found)
    assert (shared / "snapshots/by-hand").is_dir()
    assert all((shared / "cells" / cell.id / "job.json").exists() for cell in earlier.cells)


def test_both_studies_parts_are_kept(built: tuple[Repository, Path]) -> None:
    repository, shared = built
    earlier = repository.plan()
    repository.replace("rows_per_table: 100000", "rows_per_table: 200000")
    assert tidy.unused([(earlier, shared), (repository.plan(), shared)]) == {}


def test_nothing_is_deleted_while_a_study_runs(built: tuple[Repository, Path]) -> None:
    _, shared = built
    folders = [path.parent for path in shared.glob("datasets/*/job.json")]
    tidy.LOCK.parent.mkdir()
    with tidy.LOCK.open("w") as running:
        fcntl.flock(running, fcntl.LOCK_EX)
        with pytest.raises(tidy.Running, match="wait until it is done"):
            tidy.delete(folders)
    assert all((folder / "dataset.json").exists() for folder in folders)
