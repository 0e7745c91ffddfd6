"""What the runner is given on this host: the tasks of two machines, and a disk that is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.lab.host.bench import bench
from scripts.lab.host.devices import devices_of
from scripts.lab.host.payload import lay_out
from scripts.lab.places import Places

FIO = {"workload": "fio/randread", "threads": 1, "duration_s": 1, "events": 0, "options": {}}
NUMBER = 259 << 20 | 3
SETTINGS = {
    "device_mib": 512,
    "read_ahead_kb": 128,
    "read_bandwidth_mib_s": 4,
    "write_bandwidth_mib_s": 8,
    "read_latency_us": 20,
    "write_latency_us": 30,
}
JOB: dict[str, Any] = {
    "lab": "host",
    "engine": None,
    "dataset": None,
    "filesystem": "none",
    "traces": ["device_requests"],
    "warm_up": FIO | {"name": "warm", "workload": "fio/read"},
    "phases": [FIO | {"name": "run"}],
    "limits": {"virtual_s": 60, "wall_s": 60},
    "seed": 7,
    "warm_up_seed": 2147483647,
}


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "emulator").mkdir()
    (tmp_path / "emulator/vnvme.ko").touch()
    return Places(tmp_path)


def laid_out(places: Places, **device: object) -> tuple[Path, dict[str, Any]]:
    folder = places.shared / "payload"
    job = JOB | {"device": SETTINGS | device}
    lay_out(folder, job, "nvme3n1", NUMBER, places, devices_of(job, bench().kinds))
    names = ("prepare", "measure", "settings")
    return folder, {name: json.loads((folder / f"{name}.json").read_text()) for name in names}


def test_both_tasks_are_there_and_nothing_that_loads_a_module(places: Places) -> None:
    folder, tasks = laid_out(places)
    assert (tasks["prepare"]["seed"], tasks["measure"]["seed"]) == (2147483647, 7)
    for name in (
        "guest/on_host.py",
        "guest/prepare.py",
        "guest/measure.py",
        "workloads/fio/read.fio",
    ):
        assert (folder / name).exists(), name
    assert (folder / "workloads/fio/randread.fio").exists()
    assert (folder / "tracing/device_requests.bt").exists()
    assert not (folder / "vnvme.ko").exists()
    assert f"args.dev == {NUMBER}" in (folder / "tracing/device_requests.bt").read_text()


def test_no_task_names_another_disk_than_the_measured_one(places: Places) -> None:
    """The runner's own name for the emulated device is a real disk on many hosts."""
    _, tasks = laid_out(places)
    for task in ("prepare", "measure"):
        device = tasks[task]["device"]
        assert (device["kind"], device["path"]) == ("block", "/dev/nvme3n1")
    controls = tasks["measure"]["device"]["controls"]
    assert controls["emulator"]["read_bandwidth_bytes_s"] == str(4 << 20)
    assert controls["queue"] == {"read_ahead_kb": "128"}
    assert tasks["prepare"]["device"]["controls"] == {"emulator": {}, "queue": {}}
    assert tasks["prepare"]["device"]["fastest"]["read_bandwidth_bytes_s"] == "0"
    assert tasks["settings"] == []


def test_dial_of_nvmevirt_is_files_of_the_host(places: Places) -> None:
    _, tasks = laid_out(places, kind="nvmevirt", path="/dev/nvme3n1")
    assert "read_bandwidth_mib_s" not in tasks["measure"]["device"]
    assert [Path(file["path"]).name for file in tasks["settings"]] == [
        "io_units",
        "read_times",
        "write_times",
    ]
    reads = tasks["settings"][1]
    assert reads["text"] == "20000 122070 0\n"
    assert reads["reads"] == "20000 + 122070 x + 0"
