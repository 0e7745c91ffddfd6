"""The lab `host` on this host's own kernel: cells from job to rows, the host as before."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import host_study
import pytest
from small_disk import mounted

from scripts.ingest.cell import read_cell
from scripts.lab.host.disks import number_of
from scripts.lab.host.groups_v1 import FILES, folder_of
from tests.patience import until

pytestmark = pytest.mark.lab
MIB = 1 << 20


@pytest.fixture(autouse=True)
def as_before(smoke: Path) -> Iterator[None]:
    """Whatever a test does, the host is as it was afterwards. The smoke study made the layers."""
    if reason := host_study.lacking():
        pytest.skip(reason)
    before = host_study.state()
    yield
    assert host_study.state() == before


def outcome_of(out: Path) -> dict[str, Any]:
    return json.loads((out / "outcome.json").read_text())


def test_cell_is_held_back_and_says_how_quiet_the_host_was(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study")
    code, said = host_study.ended(host_study.start(job, tmp_path / "out"))
    assert code == 0, said
    assert outcome_of(tmp_path / "out")["status"] == "done"
    _, rows = read_cell(tmp_path / "out")
    (cell,) = rows["cells"]
    assert (cell.lab, cell.snapshot_id) == ("host", None)
    for line in rows["fio_jobs"]:
        # A noisy host can only make it slower.
        assert 0 < line.ios * 16 * 1024 <= 1.05 * 16 * MIB * job["phases"][0]["duration_s"]
    assert [line.moment for line in rows["quietness"]] == ["before", "during", "after"]
    cpu = ("cgroup_client/cpu.stat", "usage_usec")
    used_us = [line.delta for line in rows["system_counters"] if (line.source, line.counter) == cpu]
    assert max(used_us) > 0
    provenance = {line.key: line.value for line in rows["provenance"]}
    assert provenance["machine/device.throttle"] == "OldGroups"


def test_disturbed_cell_is_tried_three_times_and_refused(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study", disturbed="repeat", seconds=0.1)
    burn = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        code, said = host_study.ended(host_study.start(job, tmp_path / "out"))
    finally:
        for process in burn:
            process.kill()
            process.wait()
    assert code == 0, said
    outcome = outcome_of(tmp_path / "out")
    assert (outcome["status"], outcome["cause"]) == ("failed", "disturbed")
    assert "busy CPU time before the cell" in outcome["reason"]
    readings = json.loads((tmp_path / "out/quietness.json").read_text())
    assert [reading["attempt"] for reading in readings] == [1, 2, 3]


def test_disk_slower_than_the_dial_is_refused_even_where_disturbed_cells_are_kept(
    tmp_path: Path,
) -> None:
    job = host_study.job_of(tmp_path / "study", bandwidth_mib_s=65536)
    host_study.ended(host_study.start(job, tmp_path / "out"))
    outcome = outcome_of(tmp_path / "out")
    assert outcome["cause"] == "disturbed"
    assert "lower device.bandwidth_mib_s, or take a faster disk" in outcome["reason"]


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_host_is_restored_after_a_kill(tmp_path: Path, by: signal.Signals) -> None:
    job = host_study.job_of(tmp_path / "study", seconds=60)
    before = host_study.state()
    process = host_study.start(job, tmp_path / "out")
    until(lambda: (folder_of("memory") / "bandwise/engine").exists())
    process.send_signal(by)
    code, _ = host_study.ended(process)
    assert code != 0
    until(lambda: host_study.state() == before)
    assert not (tmp_path / "out/outcome.json").exists()


def test_what_a_power_cut_left_is_put_back_on_demand(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study", seconds=60)
    before = host_study.state()
    process = host_study.start(job, tmp_path / "out")
    until(lambda: (folder_of("memory") / "bandwise/engine").exists())
    # The worker first, as it would clean up after the other.
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for pid in [*map(int, workers), process.pid]:
        os.kill(pid, signal.SIGSTOP)
    for pid in [*map(int, workers), process.pid]:
        os.kill(pid, signal.SIGKILL)
    host_study.ended(process)
    assert host_study.state() != before
    code, said = host_study.ended(host_study.lab("restore"))
    assert code == 0, said
    assert host_study.state() == before


def test_group_of_another_program_is_left_alone(tmp_path: Path) -> None:
    group = folder_of("memory") / "bandwise"
    group.mkdir()
    try:
        job = host_study.job_of(tmp_path / "study")
        code, said = host_study.ended(host_study.start(job, tmp_path / "out"))
        assert group.exists()
    finally:
        group.rmdir()
    assert code == 1
    assert f"{group}: another program has this control group" in said


def test_limit_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with (tmp_path / "disk.img").open("wb") as file:
        file.truncate(96 * MIB)
    attach = ["losetup", "--find", "--show", file.name]
    path = subprocess.check_output(attach, text=True).strip()
    limits = folder_of("blkio") / FILES["read"]
    number = number_of(Path(path).name)
    limits.write_text(f"{number} 1048576")
    try:
        job = host_study.job_of(tmp_path / "study", device=f"kind: throttled, path: {path}")
        code, said = host_study.ended(host_study.start(job, tmp_path / "out"))
        assert f"{number} 1048576\n" in limits.read_text()
    finally:
        limits.write_text(f"{number} 0")
        subprocess.run(["losetup", "--detach", path], check=True)
    assert code == 1
    assert f"{path}: has a limit already ({limits}: {number} 1048576): take it away" in said


def test_full_disk_is_reported_before_the_cell(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study")
    with mounted(tmp_path / "small") as small:
        code, said = host_study.ended(host_study.start(job, tmp_path / "out", shared=small))
    assert code == 1
    assert "fewer than the loop device's file takes (lab.device_mib, 96)" in said


def test_disk_that_fills_up_within_the_cell_is_one_line(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study")
    with mounted(tmp_path / "small") as small:
        code, said = host_study.ended(host_study.start(job, small / "out"))
        assert [path.name for path in (small / "out").iterdir()] == ["job.json"]
    assert code == 1
    assert "Traceback" not in said
    assert "No space left on device; free disk space and run again" in said.splitlines()[-1]


def test_cpus_that_are_not_there_are_reported(tmp_path: Path) -> None:
    job = host_study.job_of(tmp_path / "study", cpus="0,4096")
    code, said = host_study.ended(host_study.start(job, tmp_path / "out"))
    assert code == 1
    assert "lab.engine_cpus: 0,4096: this host has the CPUs" in said
