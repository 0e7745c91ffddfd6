"""Virtual time is a pure function of a job: two runs are the same bytes, however busy the host."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from smoke_run import REPOSITORY

from scripts.files.digests import sha256_of
from scripts.lab.places import Places
from scripts.lab.virtual.tasks import dataset as dataset_task

pytestmark = [pytest.mark.lab, pytest.mark.long]
PLACES = Places(REPOSITORY / "results")


def digest(folder: Path) -> dict[str, str]:
    """Every file's hash but that of the wall time, which is the one thing two runs don't share.

    The job that a cell was given lies beside its results; it is no result.
    """
    apart = {folder / "timing.json", folder / "job.json"}
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path not in apart
    }


def run_at_once(job: Path, outs: list[Path]) -> list[dict[str, str]]:
    """Run a cell once for each folder, all at the same time; the digests of what they left."""
    command = [sys.executable, "-m", "scripts.lab", "cell", "--job", job, "--out"]
    runs = [subprocess.Popen([*command, out], cwd=REPOSITORY) for out in outs]
    assert [run.wait() for run in runs] == [0] * len(outs)
    return [digest(out) for out in outs]


def test_two_runs_of_a_cell_at_once_give_the_same_bytes(
    smoke: Path, jobs: dict[str, dict], tmp_path: Path
) -> None:
    job = jobs["oltp"]
    path = smoke / "cells" / job["cell_id"] / "job.json"
    one, two = run_at_once(path, [tmp_path / "one", tmp_path / "two"])
    assert any("sysbench" in name or "stdout" in name for name in one)
    assert one == two
    stored = digest(smoke / "cells" / job["cell_id"])
    assert one == stored


def test_limit_that_was_not_reached_leaves_no_trace(
    smoke: Path, jobs: dict[str, dict], tmp_path: Path
) -> None:
    """It is in no id, so whoever sets another must get the same rows."""
    for experiment in ("oltp", "olap"):
        job = jobs[experiment]
        path = tmp_path / f"{experiment}.json"
        limits = {"virtual_s": 77_777, "wall_s": 1200}
        path.write_text(json.dumps(job | {"limits": limits}))
        (again,) = run_at_once(path, [tmp_path / experiment])
        assert again == digest(smoke / "cells" / job["cell_id"])


def test_idle_machines_on_a_busy_host_give_the_same_bytes(
    jobs: dict[str, dict], tmp_path: Path
) -> None:
    """Each request is waited for: QEMU's two threads take turns at every one of 10,000.

    On half as many CPUs as there are machines, no two of four were alike while they raced.
    """
    slow = jobs["calibration"]["device"] | {"read_bandwidth_mib_s": 4, "write_bandwidth_mib_s": 4}
    phase = {"workload": "fio/randwrite", "threads": 1, "duration_s": 5, "events": 0}
    phases = [
        phase | {"name": f"d{depth}", "options": {"block_size_kib": 4, "io_depth": depth}}
        for depth in (1, 16)
    ]
    path = tmp_path / "job.json"
    path.write_text(json.dumps(jobs["calibration"] | {"device": slow, "phases": phases}))
    first, *others = run_at_once(path, [tmp_path / name for name in ("a", "b", "c", "d")])
    assert json.loads((tmp_path / "a/outcome.json").read_text())["status"] == "done"
    for other in others:
        assert first == other


@pytest.mark.parametrize("verb", ["machine", "snapshot"])
def test_machine_is_kept_as_the_same_bytes_each_time(
    jobs: dict[str, dict], tmp_path: Path, verb: str
) -> None:
    """What the host did while it stopped the CPU was once in every third state."""
    stored, kept = PLACES.snapshot(jobs["calibration"]["snapshot_id"]), "changes.bin"
    if verb == "machine":
        stored = PLACES.machine(json.loads((stored / "job.json").read_text())["machine_id"])
        kept = "state.bin"
    command = [sys.executable, "-m", "scripts.lab", verb, "--job", stored / "job.json", "--out"]
    outs = [tmp_path / name for name in "abcd"]
    runs = [subprocess.Popen([*command, out], cwd=REPOSITORY) for out in outs]
    assert [run.wait() for run in runs] == [0] * len(outs)
    first, *others = (
        {
            name: value
            for name, value in json.loads((folder / f"{verb}.json").read_text()).items()
            if name.endswith("_digest")
        }
        for folder in (stored, *outs)
    )
    assert {"ram.img_digest", "state.bin_digest"} <= first.keys()
    for other in others:
        assert first == other
    assert len({sha256_of(folder / kept) for folder in (stored, *outs)}) == 1


def test_two_loads_give_the_same_image(jobs: dict[str, dict], tmp_path: Path) -> None:
    stored = PLACES.dataset(jobs["oltp"]["dataset"]["id"])
    job = json.loads((stored / "job.json").read_text())
    assert dataset_task.run(job, PLACES, tmp_path / "again").status == "done"
    images = [
        json.loads((folder / "dataset.json").read_text())["device_digest"]
        for folder in (stored, tmp_path / "again")
    ]
    assert images[0] == images[1]
