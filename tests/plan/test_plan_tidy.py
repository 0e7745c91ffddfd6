"""What earlier studies left is found, and goes; what a study needs, or nobody knows, stays."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.files.locks import LockedError, hold, run_locks
from scripts.plan import load_study, tidy
from scripts.plan.__main__ import main
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
    assert tidy.unused([(repository.plan(), shared)]) == tidy.Unused()


def test_what_only_an_earlier_study_needed_goes_and_its_cells_stay(
    built: tuple[Repository, Path],
) -> None:
    repository, shared = built
    earlier = repository.plan()
    (shared / "snapshots/by-hand").mkdir()
    repository.replace("rows_per_table: 100000", "rows_per_table: 200000")
    found = tidy.unused([(repository.plan(), shared)]).folders
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
    assert tidy.unused([(earlier, shared), (repository.plan(), shared)]) == tidy.Unused()


def test_what_hammerdb_made_stays_unless_it_is_asked_for(built: tuple[Repository, Path]) -> None:
    """Studies are read without the key `hammerdb`, so no plan names what takes half a day."""
    repository, shared = built
    folder = shared / "datasets/tproch-postgresql-17-0123abcd"
    folder.mkdir()
    (folder / "job.json").write_text(json.dumps({"tools": {"hammerdb": "6.0"}}))
    plans = [(repository.plan(), shared)]
    found = tidy.unused(plans)
    assert found == tidy.Unused({}, {folder: tidy.OF_HAMMERDB})
    assert list(tidy.unused(plans, with_hammerdb=True).folders) == [folder]


def test_make_tidy_says_what_it_keeps_and_why(
    built: tuple[Repository, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    repository, shared = built
    record = shared / "datasets/tproch-postgresql-17-0123abcd/job.json"
    record.parent.mkdir()
    record.write_text(json.dumps({"tools": {"hammerdb": "6.0"}}))
    monkeypatch.setattr("scripts.plan.__main__.load_study", lambda config: load_study(
        repository.root / config, repository.root))  # fmt: skip
    monkeypatch.setattr("sys.argv", ["plan", "tidy", "--delete"])
    assert main() == 0
    said = capsys.readouterr().out
    assert f"     kept  {record.parent}: made with HammerDB; --hammerdb deletes it, too" in said
    assert record.exists()
    monkeypatch.setattr("sys.argv", ["plan", "tidy", "--delete", "--hammerdb"])
    assert main() == 0
    assert not record.parent.exists()


def test_what_a_study_needs_that_is_not_in_config_stays(built: tuple[Repository, Path]) -> None:
    repository, shared = built
    elsewhere = dataclasses.replace(repository.plan(), config_file="/home/me/mine.yaml")
    (shared / "mine").mkdir()
    (shared / "mine/plan.json").write_text(json.dumps(elsewhere.as_json()))
    repository.replace("rows_per_table: 100000", "rows_per_table: 200000")
    plans = [(repository.plan(), shared)]
    found = tidy.unused(plans)
    assert found.folders == {}
    assert {path.name for path in found.kept} == {
        entry.id for entry in (*elsewhere.datasets, *elsewhere.snapshots)
    }
    reason = "needed by /home/me/mine.yaml, as results/mine/plan.json says"
    assert set(found.kept.values()) == {reason}
    assert len(tidy.unused(plans, only_these=True).folders) == len(found.kept)


def test_layers_of_patches_go_with_the_comparison(built: tuple[Repository, Path]) -> None:
    """Debian's stay; so does one that a study of the user's still needs."""
    repository, shared = built
    names = ["postgresql-17-mine-0123abcd", "postgresql-17-fix-4567cdef"]
    (repository.root / "results/envs").mkdir()
    for name in names:
        (repository.root / f"results/envs/{name}.yaml").write_text("")
        (repository.root / f"results/envs/{name}.lock.yaml").write_text("")
    for name in (*names, "postgresql-17"):
        (shared / "layers" / name).mkdir(parents=True)
        (shared / "layers" / name / "layer.json").write_text("{}")
    (shared / "mine").mkdir()
    mine = {"study": {"config_file": "mine.yaml"}, "layers": [names[0]]}
    (shared / "mine/plan.json").write_text(json.dumps(mine))
    found = tidy.unused([(repository.plan(), shared)])
    assert list(found.folders) == [shared / "layers" / names[1]]
    reason = "needed by mine.yaml, as results/mine/plan.json says"
    assert found.kept == {shared / "layers" / names[0]: reason}
    tidy.delete(found.folders)
    assert not (shared / "layers" / names[1]).exists()


@pytest.mark.parametrize("lock", ["of the checkout", "of the shared folder"])
def test_nothing_is_deleted_while_a_study_runs(built: tuple[Repository, Path], lock: str) -> None:
    """Here, or in another checkout on the same folder."""
    _, shared = built
    folders = [path.parent for path in shared.glob("datasets/*/job.json")]
    file = run_locks(shared)[lock == "of the shared folder"]
    with hold(file), pytest.raises(LockedError, match="a run is going on"):
        tidy.delete(folders)
    assert all((folder / "dataset.json").exists() for folder in folders)
    tidy.delete(folders)
    assert not any(folder.exists() for folder in folders)
