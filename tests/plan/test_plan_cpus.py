"""Several CPUs: a setting of the lab and a factor, which leaves all that has one CPU as it was."""

from __future__ import annotations

import pytest
from scratch_study import Repository


def kinds(repository: Repository) -> dict[str, list[dict]]:
    made = repository.plan()
    return {
        "datasets": [dataset.job for dataset in made.datasets],
        "machines": [machine.job for machine in made.machines],
        "snapshots": [snapshot.job for snapshot in made.snapshots],
        "cells": [cell.job for cell in made.cells],
    }


def test_one_cpu_is_in_no_job(repository: Repository) -> None:
    before = kinds(repository)
    repository.replace("lab: {kind: virtual,", "lab: {kind: virtual, cpus: 1,")
    assert kinds(repository) == before
    assert not any("cpus" in job for jobs in before.values() for job in jobs)


def test_several_make_other_machines_and_cells_on_the_same_data(repository: Repository) -> None:
    repository.replace("duration_s: {4: 60, default: 8}", "duration_s: 8")
    one = kinds(repository)
    repository.replace("lab: {kind: virtual,", "lab: {kind: virtual, cpus: 4,")
    four = kinds(repository)
    assert four["datasets"] == one["datasets"]
    for kind in ("machines", "snapshots", "cells"):
        key = f"{kind.removesuffix('s')}_id"
        assert not {job[key] for job in four[kind]} & {job[key] for job in one[kind]}
        assert all(job["cpus"] == 4 and "qemu" in job["images"] for job in four[kind])
        assert all("cpus" not in job and "qemu" in job["images"] for job in one[kind])


def test_as_a_factor_they_are_in_the_cells_name(repository: Repository) -> None:
    repository.replace("duration_s: {4: 60, default: 8}", "duration_s: 8")
    repository.replace("  seed: [1, 2]\n", "  cpus: [1, 2]\n")
    cells = repository.plan().cells
    assert [cell.job.get("cpus") for cell in cells] == [None, 2] * 4
    assert "-cpu2-" in cells[1].id
    assert "qemu" in [layer.id for layer in repository.plan().layers]


def test_turns_of_the_usual_length_are_in_no_job(repository: Repository) -> None:
    before = kinds(repository)
    repository.replace("  seed: [1, 2]\n", "  turn_instructions: [100, 1000]\n")
    cells = repository.plan().cells
    assert [cell.job.get("turn_instructions") for cell in cells] == [100, None] * 4
    assert "-turn100-" in cells[0].id
    machines = [machine.job.get("turn_instructions") for machine in repository.plan().machines]
    assert sorted(machines, key=str) == [100, 100, None, None]
    assert kinds(repository)["datasets"] == before["datasets"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("lab: {kind: virtual,", "lab: {kind: virtual, cpus: 3,", "lab.cpus: must be one of"),
        ("lab: {kind: virtual,", "lab: {kind: virtual, cpus: 16,", "lab.cpus: must be one of"),
        (
            "lab: {kind: virtual,",
            "lab: {kind: host, device: emulator, cpus: 2,",
            "the lab host has its host's",
        ),
        ("lab: {kind: virtual,", "lab: {kind: virtual, turn_instructions: 10,", "must be >= 100"),
        (
            "lab: {kind: virtual,",
            "lab: {kind: host, device: emulator, turn_instructions: 10000,",
            "take no turns",
        ),
        (
            "device_mib: 1536}\nengine_memory_mib: 128",
            "device_mib: 1536, cpus: 8}\nengine_memory_mib: 500",
            "must be <= 456, what lab.machine_memory_mib leaves",
        ),
    ],
)
def test_what_the_lab_cannot_give_is_one_line(
    repository: Repository, old: str, new: str, complaint: str
) -> None:
    repository.replace(old, new)
    said = repository.complaint()
    assert complaint in said
    assert "\n" not in said
