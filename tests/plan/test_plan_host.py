"""The lab `host`: its own settings, its own devices, and nothing of other labs moved."""

from __future__ import annotations

import pytest
from scratch_study import Repository

from scripts.plan import ConfigError

DEVICE = "{read_latency_us: 20}"
OLTP = "config/experiments/oltp.yaml"


@pytest.fixture
def host(repository: Repository) -> Repository:
    repository.replace("kind: virtual", "kind: host")
    repository.replace(DEVICE, "{kind: loop}")
    return repository


def test_device_has_bandwidths_and_no_latencies(host: Repository) -> None:
    assert host.plan().cells[0].job["device"] == {
        "kind": "loop",
        "device_mib": 1536,
        "read_ahead_kb": 128,
        "read_bandwidth_mib_s": 4,
        "write_bandwidth_mib_s": 4,
    }
    host.replace("{kind: loop}", "{kind: loop, read_latency_us: 20}")
    with pytest.raises(ConfigError, match="read_latency_us"):
        host.plan()


def test_cpus_and_disturbed_cells_are_settings_of_its_own(host: Repository) -> None:
    usual = host.plan().cells[0].job
    assert not {"host_cpus", "disturbed"} & set(usual)
    host.replace("kind: host", 'kind: host, engine_cpus: "0", client_cpus: "1-2", disturbed: keep')
    job = host.plan().cells[0].job
    assert job["host_cpus"] == {"engine": "0", "client": "1-2"}
    assert job["disturbed"] == "keep"
    assert job["cell_id"] != usual["cell_id"]


@pytest.mark.parametrize(
    "setting", ['engine_cpus: "0"', 'client_cpus: "0"', "disturbed: keep", "device: loop"]
)
def test_other_labs_refuse_them(repository: Repository, setting: str) -> None:
    repository.replace("kind: virtual", f"kind: virtual, {setting}")
    key = setting.partition(":")[0]
    with pytest.raises(ConfigError, match=rf"lab.{key}: the lab virtual can't: leave it out"):
        repository.plan()


def test_disk_has_to_be_named(host: Repository) -> None:
    host.replace("{kind: loop}", "{kind: throttled}")
    with pytest.raises(ConfigError, match="path is missing: where the disk is, such as /dev/sdb"):
        host.plan()
