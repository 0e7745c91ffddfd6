"""What a job begins with was made for it: the shipped studies' jobs, and one that is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.lab.delivery import failure_of
from scripts.lab.errors import LabError
from scripts.lab.own_job import require_own
from scripts.plan import Plan, load_study, plan

ROOT = Path(__file__).resolve().parents[2]
STUDIES = ("config", "cpus", "host", "host-emulator", "smoke", "survey")


def folder_of(shared: Path, what: str, job: dict[str, Any]) -> Path:
    folder = shared / what / job[f"{what}_id"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "job.json").write_text(json.dumps(job))
    (folder / f"{what}.json").write_text('{"status": "done"}')
    return folder / f"{what}.json"


def needs(made: Plan, shared: Path) -> list[tuple[dict[str, Any], Path, str]]:
    """Each job with the manifests of what it begins with."""
    found = []
    machines = {entry.id: entry.job for entry in made.machines}
    snapshots = {entry.id: entry.job for entry in made.snapshots}
    datasets = {entry.id: entry.job for entry in made.datasets}
    for snapshot in made.snapshots:
        machine = machines[snapshot.machine_id]
        found.append((snapshot.job, folder_of(shared, "machine", machine), "machine"))
    for cell in made.cells:
        if cell.snapshot_id:
            manifest = folder_of(shared, "snapshot", snapshots[cell.snapshot_id])
            found.append((cell.job, manifest, "snapshot"))
        if cell.dataset_id:
            manifest = folder_of(shared, "dataset", datasets[cell.dataset_id])
            found.append((cell.job, manifest, "dataset"))
    return found


@pytest.mark.parametrize("study", STUDIES)
def test_each_planned_job_takes_what_was_made_for_it(tmp_path: Path, study: str) -> None:
    found = needs(plan(load_study(ROOT / f"config/{study}.yaml")), tmp_path)
    assert found
    for job, manifest, what in found:
        require_own(job, manifest, what)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("snapshot", {"seed": 1}),
        ("snapshot", {"engine_memory_mib": 7}),
        ("snapshot", {"cpus": 2}),
        ("snapshot", {"device": {"device_mib": 7}}),
        ("machine", {"machine_memory_mib": 7}),
        ("machine", {"lab": "host"}),
        ("dataset", {"filesystem": "xfs"}),
    ],
)
def test_d1_what_another_job_of_the_same_id_left_is_not_used(
    tmp_path: Path, what: str, change: dict[str, Any]
) -> None:
    found = needs(plan(load_study(ROOT / "config/config.yaml")), tmp_path)
    job, manifest, _ = next(entry for entry in found if entry[2] == what)
    other = json.loads(manifest.with_name("job.json").read_text())
    manifest.with_name("job.json").write_text(json.dumps(other | change))
    with pytest.raises(LabError, match=f"its {next(iter(change))} is not the one needed: delete"):
        failure_of(job, manifest, what)
    # Another limit of time is no other job.
    manifest.with_name("job.json").write_text(json.dumps(other | {"limits": {"wall_s": 7}}))
    assert failure_of(job, manifest, what) is None
