"""Devices of the lab `host` beside the throttled ones; no machines, the virtual lab's own data."""

from __future__ import annotations

import pytest
from scratch_study import Repository

from scripts.jobs import WARM_UP_SEED
from scripts.plan import ConfigError

OLTP = "config/experiments/oltp.yaml"
DEVICE = "{read_latency_us: 20}"
NVMEVIRT = "{kind: nvmevirt, path: /dev/nvme1n1, read_latency_us: 20}"


@pytest.fixture
def host(repository: Repository) -> Repository:
    repository.replace("kind: virtual", "kind: host, device: emulator")
    return repository


def test_a_cell_on_this_host_is_whole_in_itself(host: Repository) -> None:
    plan = host.plan()
    assert (plan.machines, plan.snapshots) == ((), ())
    job = plan.cells[0].job
    assert job["lab"] == {
        "name": "host",
        "deterministic": False,
        "snapshots": False,
        "real_time": True,
        "exclusive": True,
        "cpus": None,
        "clock": "host",
    }
    assert job["warm_up_seed"] == WARM_UP_SEED  # with a warm-up, less the cell's
    assert not {"snapshot_id", "machine_memory_mib"} & set(job)
    assert plan.cells[0].snapshot_id is None


def test_both_labs_measure_the_same_data(repository: Repository) -> None:
    virtual = repository.plan()
    repository.replace("kind: virtual", "kind: host, device: emulator")
    host = repository.plan()
    assert [dataset.job for dataset in host.datasets] == [
        dataset.job for dataset in virtual.datasets
    ]
    assert {cell.dataset_id for cell in host.cells} == {cell.dataset_id for cell in virtual.cells}
    assert not {cell.id for cell in host.cells} & {cell.id for cell in virtual.cells}


def test_an_engine_may_have_more_memory_than_the_machine_that_loads(host: Repository) -> None:
    host.replace("engine_memory_mib: 128", "engine_memory_mib: 16384")
    assert host.plan().cells[0].job["engine_memory_mib"] == 16384


def test_nvmevirt_has_no_setting_of_flushes(host: Repository) -> None:
    host.replace(DEVICE, NVMEVIRT)
    assert host.plan().cells[0].job["device"] == {
        "read_ahead_kb": 128,
        "read_bandwidth_mib_s": 4,
        "write_bandwidth_mib_s": 4,
        "read_latency_us": 20,
        "write_latency_us": 20,
        "device_mib": 1536,
        "kind": "nvmevirt",
        "path": "/dev/nvme1n1",
    }


def test_an_engine_may_be_on_a_block_device(host: Repository) -> None:
    host.replace("  device.bandwidth_mib_s: [4, 64]\n", "")
    host.replace(DEVICE, "{kind: block, path: /dev/sdx}")
    wanted = {"read_ahead_kb": 128, "device_mib": 1536, "kind": "block", "path": "/dev/sdx"}
    assert host.plan().cells[0].job["device"] == wanted


AT = "(at engine postgresql-17, device.bandwidth_mib_s 4)"
MISTAKES = {
    "NVMeVirt without a path": (
        DEVICE,
        "{kind: nvmevirt}",
        f"{OLTP}:10: cell.device: path is missing: where NVMeVirt's disk is, such as /dev/nvme1n1 "
        f"{AT}",
    ),
    "price of NVMeVirt's flush": (
        DEVICE,
        "{kind: nvmevirt, path: /dev/nvme1n1, flush_latency_us: 5}",
        f"{OLTP}:10: cell.device: NVMeVirt has no such setting: leave out flush_latency_us {AT}",
    ),
    "NVMeVirt without a bandwidth": (
        "  device.bandwidth_mib_s: [4, 64]\n  seed: [1, 2]\ncell:\n  dataset: sysbench\n"
        f"  device: {DEVICE}\n",
        f"  seed: [1, 2]\ncell:\n  dataset: sysbench\n  device: {NVMEVIRT}\n",
        f"{OLTP}:9: cell.device: bandwidth_mib_s is missing: set it here or as a factor "
        "(at engine postgresql-17)",
    ),
    "a lab that is not deterministic": (
        "cell:\n",
        "needs: {snapshots: false, real_time: true, deterministic: true}\ncell:\n",
        f"{OLTP}:8: needs.deterministic: the lab host (lab.kind) lacks it: set lab.kind to one of "
        "virtual, or leave oltp out of experiments",
    ),
    "a clock of another kind": (
        "cell:\n",
        "needs: {cpus: 4, clock: instructions}\ncell:\n",
        f"{OLTP}:8: needs.clock: the lab host (lab.kind) has host: set lab.kind to one of "
        "virtual, or leave oltp out of experiments",
    ),
    "an unknown lab": (
        "kind: host",
        "kind: steel",
        "config/config.yaml:1: lab.kind: must be one of 'host' or 'virtual' (got \"steel\")",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_reported_in_a_line(host: Repository, name: str) -> None:
    old, new, expected = MISTAKES[name]
    host.replace(old, new)
    assert host.complaint().splitlines()[0] == expected


def test_schedule_on_nvmevirt_is_reported(host: Repository) -> None:
    host.replace(DEVICE, NVMEVIRT)
    host.experiment += "      device_schedule: [{at_s: 1, bandwidth_mib_s: 8}]\n"
    with pytest.raises(ConfigError, match="NVMeVirt has no schedule: leave out device_schedule"):
        host.plan()
