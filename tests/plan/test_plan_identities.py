"""An id stands for one job: in a plan, and in the folders that earlier studies left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.plan import jobs
from scripts.plan.identities import of_other_jobs
from scripts.plan.write import job_files, write_plan

WARM_UP = "  warm_up: {name: warm, workload: sysbench/update_only, events: 100}\n  threads: 8\n"


@pytest.fixture
def short_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids of one digit of hash, of which 16 seeds have two alike."""
    whole = jobs.short_hash
    monkeypatch.setattr(jobs, "short_hash", lambda data, length=1: whole(data, length))


def test_d1_two_snapshots_of_one_id_are_refused(repository: Repository, short_ids: None) -> None:
    repository.replace("seed: [1, 2]", f"seed: {list(range(40))}")
    repository.replace("  threads: 8\n", WARM_UP)
    said = repository.complaint()
    assert said.count("\n") == 0
    assert "factors: two different snapshots get the id postgresql-17-sysbench-" in said
    assert "by chance (seed: 21474836" in said
    assert "change one of them, such as its seed" in said


def test_d1_two_cells_of_one_id_are_refused(repository: Repository, short_ids: None) -> None:
    # Labels that make the same words of an id.
    values = ", ".join(
        f"{{label: a{'-' * count}b, phases.run.duration_s: {count}}}" for count in range(1, 21)
    )
    repository.replace("  seed: [1, 2]\n", f"  way: [{values}]\n")
    assert "two different cells get the id oltp-postgresql-17-bw4-a-b-" in repository.complaint()


def test_d1_a_folder_of_another_job_is_named_and_of_the_same_is_not(
    repository: Repository, tmp_path: Path
) -> None:
    plan = repository.plan()
    results, shared = tmp_path / "results", tmp_path / "shared"
    assert of_other_jobs(plan, results, shared) == []
    write_plan(plan, results, shared)
    assert of_other_jobs(plan, results, shared) == []
    for changed in ("datasets", "machines", "snapshots", "cells"):
        file, job = next(
            (file, job) for file, job in job_files(plan, results, shared).items()
            if file.parent.parent.name == changed
        )  # fmt: skip
        # Limits are not what an id stands for, nor is what its lab can do.
        file.write_text(json.dumps(job | {"limits": {"wall_s": 1}, "lab": "virtual"}))
        assert of_other_jobs(plan, results, shared) == []
        file.write_text(json.dumps(job | {"engine": "mysql-9.7"}))
        assert of_other_jobs(plan, results, shared) == [
            f"error: {file}: is another job of the same id (engine: mysql-9.7 there, "
            f"{job['engine']} in this study): delete the folder {file.parent}, and run again"
        ]
        file.write_text("{")
        assert of_other_jobs(plan, results, shared) == []
