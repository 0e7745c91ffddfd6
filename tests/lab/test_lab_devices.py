"""A block device in place of the emulated one: from the configuration to the rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

from scripts.ingest.cell import read_cell
from scripts.lab.places import Places
from scripts.lab.virtual.tasks import cell as cell_task
from scripts.lab.virtual.tasks import snapshot as snapshot_task
from scripts.plan import Plan, load_study, plan

pytestmark = pytest.mark.lab

EXPERIMENT = """\
title: Block device
question: How fast is it?
page: method
cell:
  filesystem: none
  device: {kind: block, path: DEVICE, read_ahead_kb: 64}
  traces: [device_requests]
  phases:
    - name: write
      workload: fio/randwrite
      duration_s: 0.1
      options: {block_size_kib: 4, io_depth: 4}
    - name: read
      workload: fio/randread
      duration_s: 0.1
      options: {block_size_kib: 16, io_depth: 1}
"""
STUDY = """\
lab: {machine_memory_mib: 1024, device_mib: 512, wall_limit_s: 600, virtual_limit_s: 300}
engines: [postgresql-17]
experiments: [block]
"""


@pytest.fixture
def planned(tmp_path: Path) -> Callable[[str], Plan]:
    """The plan of a study with one cell, on a device of a certain path."""
    (tmp_path / "config/experiments").mkdir(parents=True)
    for name in ("envs", "tracing", "workloads"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    study = tmp_path / "config/block.yaml"
    study.write_text(STUDY)

    def planned_on(device: str) -> Plan:
        text = EXPERIMENT.replace("DEVICE", device)
        (tmp_path / "config/experiments/block.yaml").write_text(text)
        return plan(load_study(study, tmp_path))

    return planned_on


@pytest.fixture
def places(smoke: Path, tmp_path: Path) -> Places:
    """What the smoke study made, and a folder for our own snapshots."""
    for name in ("boot", "emulator", "layers", "machines"):
        (tmp_path / name).symlink_to(REPOSITORY / "results" / name)
    return Places(tmp_path)


def test_null_blk_is_measured(
    planned: Callable[[str], Plan], places: Places, tmp_path: Path
) -> None:
    study = planned("/dev/nullb0")
    (snapshot,), (cell,) = study.snapshots, study.cells
    taken = snapshot_task.run(snapshot.job, places, tmp_path / "snapshots" / snapshot.id)
    assert taken.status == "done", taken.reason
    folder = tmp_path / "cells" / cell.id
    done = cell_task.run(cell.job, places, folder)
    assert done.status == "done", done.reason
    (folder / "job.json").write_text(json.dumps(cell.job))
    _, rows = read_cell(folder)
    (row,) = rows["cells"]
    assert (row.read_bandwidth_mib_s, row.read_latency_us, row.read_ahead_kb) == (None, None, 64)
    counted = {(line.phase, line.counter): line.delta for line in rows["device_counters"]}
    for job, kind in zip(rows["fio_jobs"], ("write", "read"), strict=True):
        assert job.ios > 100
        assert counted[kind, f"{kind}_commands"] == job.ios
        assert counted[kind, f"{kind}_bytes"] == job.io_bytes
    assert rows["trace_values"]
    assert "device_histograms" not in rows


def test_block_device_that_is_not_there_fails_by_its_name(
    planned: Callable[[str], Plan], places: Places, tmp_path: Path
) -> None:
    (snapshot,) = planned("/dev/nothing").snapshots
    taken = snapshot_task.run(snapshot.job, places, tmp_path / "snapshots" / snapshot.id)
    assert taken.status == "failed"
    assert "/dev/nothing did not appear" in (taken.reason or "")
