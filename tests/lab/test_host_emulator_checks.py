"""What a host lacks for a cell on the emulated device: a line each, with where and the fix."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import UUID

import pytest

from scripts.lab import host_module
from scripts.lab.host import (
    checks,
    disk,
    emulator,
    groups_v1,
    groups_v2,
    kernel,
    memory,
    nvmevirt,
)
from scripts.lab.host.bench import bench
from scripts.lab.host.commands import program

JOB = {
    "lab": "host",
    "engine_memory_mib": 128,
    "filesystem": "ext4",
    "traces": [],
    "device": {"device_mib": 512, "read_ahead_kb": 128},
}


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host that lacks nothing; its results."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(checks, "_of_programs", lambda names: [])
    monkeypatch.setattr(groups_v1, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(groups_v2, "CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(kernel, "is_there", lambda name: True)
    monkeypatch.setattr(memory, "COMMAND_LINE", tmp_path / "cmdline")
    monkeypatch.setattr(memory, "RESOURCES", tmp_path / "iomem")
    monkeypatch.setattr(memory, "NVMEVIRT", tmp_path / "none")
    monkeypatch.setattr(host_module, "MODULES", tmp_path / "modules")
    monkeypatch.setattr(emulator, "LOADED", tmp_path / "vnvme")
    monkeypatch.setattr(nvmevirt, "FOLDER", tmp_path / "nvmev")
    monkeypatch.setattr(checks, "BTF", tmp_path / "BTF")
    for name in ("LOCKDOWN", "MODULES"):
        monkeypatch.setattr(emulator, name, tmp_path / name)
    write(tmp_path / "mounts", "")
    write(tmp_path / "cgroup/cgroup.controllers", "cpuset cpu io memory pids\n")
    write(tmp_path / "cmdline", "quiet memmap=1G$4G\n")
    write(tmp_path / "iomem", "100000000-47fffffff : System RAM\n")
    write(tmp_path / f"modules/{host_module.release()}/build/Makefile", "")
    for name in ("BTF", "MODULES"):
        write(tmp_path / name, "")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def lacking(ready: Path, **changes: object) -> list[str]:
    return checks.missing([JOB | changes], ready, bench())


def test_host_that_has_everything_lacks_nothing(ready: Path) -> None:
    assert lacking(ready) == []


def test_missing_root_is_reported_first(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (line,) = lacking(ready)
    assert line.startswith("lab.kind: ")
    assert line.endswith("use sudo")


def test_memory_to_reserve_is_named_as_it_has_to_be_written(ready: Path) -> None:
    write(ready / "cmdline", "quiet\n")
    (line,) = lacking(ready)
    assert line.startswith(f"{ready}/cmdline: no 512 MiB (lab.device_mib) are reserved")
    assert "add memmap=512M$17G to the kernel's command line" in line
    assert r"write it memmap=512M\\\$17G" in line


def test_more_memory_than_there_is_is_reported(ready: Path) -> None:
    (line,) = lacking(ready, device=JOB["device"] | {"device_mib": 1 << 20})
    assert line.endswith("no region of this host's memory is that large: lower lab.device_mib")


def test_kernel_headers_are_named_by_their_package(ready: Path) -> None:
    (ready / f"modules/{host_module.release()}/build/Makefile").unlink()
    (line,) = lacking(ready)
    assert line.endswith(f"install linux-headers-{host_module.release()}")
    write(host_module.module_folder(ready) / "vnvme.ko", "")
    assert lacking(ready) == [], "it is built"


def test_emulator_of_the_virtual_lab_will_do_for_the_same_kernel(ready: Path) -> None:
    (ready / f"modules/{host_module.release()}/build/Makefile").unlink()
    write(ready / "emulator/emulator.json", f'{{"kernel_release": "{host_module.release()}"}}')
    write(ready / "emulator/vnvme.ko", "module")
    assert lacking(ready) == []
    host_module.build_host_module(ready, Path("emulator"))
    assert (host_module.module_folder(ready) / "vnvme.ko").read_text() == "module"


def test_old_control_groups_are_reported(ready: Path) -> None:
    write(ready / "cgroup/cgroup.controllers", "cpu pids\n")
    assert lacking(ready)[0].endswith("lacks memory, io, cpuset: boot without cgroup_disable=")
    (ready / "cgroup/cgroup.controllers").unlink()
    assert "systemd.unified_cgroup_hierarchy=1" in lacking(ready)[0]


def test_kernel_without_a_module_is_reported(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_there", lambda name: name != "nvme")
    monkeypatch.setattr(checks, "program", lambda name: f"/usr/sbin/{name}")
    monkeypatch.setattr(checks, "_can_be_loaded", lambda name: False)
    (line,) = lacking(ready)
    assert "this kernel has no nvme: boot one that has the module" in line


def test_traces_need_the_kernels_types(ready: Path) -> None:
    (ready / "BTF").unlink()
    assert lacking(ready) == []
    (line,) = lacking(ready, traces=["device_requests"])
    assert "bpftrace needs a kernel with CONFIG_DEBUG_INFO_BTF" in line


def test_kernel_without_any_modules_is_reported(ready: Path) -> None:
    (ready / "MODULES").unlink()
    assert lacking(ready) == [
        f"{ready}/MODULES: this kernel loads no modules at all: boot one that does"
    ]


def test_locked_down_kernel_is_reported(ready: Path) -> None:
    write(ready / "LOCKDOWN", "none [integrity] confidentiality\n")
    (line,) = lacking(ready)
    assert line.endswith("switch Secure Boot off")


def test_emulator_of_somebody_else_is_reported(ready: Path) -> None:
    (ready / "vnvme").mkdir()
    assert lacking(ready) == ["vnvme: is loaded, and not by a cell: unload it with `rmmod vnvme`"]


def test_engine_larger_than_the_host_is_reported(ready: Path) -> None:
    (line,) = lacking(ready, engine_memory_mib=1 << 20)
    assert line.startswith("engine_memory_mib: 1048576 is more than the ")


def test_device_that_is_not_there_is_reported(ready: Path) -> None:
    device = {"kind": "block", "path": "/dev/nothing", "device_mib": 512}
    assert lacking(ready, device=device) == ["/dev/nothing: no such device"]
    device["path"] = "/dev/null"
    assert lacking(ready, device=device) == ["/dev/null: is not a block device"]
    (line,) = lacking(ready, device=device | {"kind": "nvmevirt"})
    assert "NVMeVirt is not loaded" in line


def test_two_cells_with_the_same_want_are_reported_once(ready: Path) -> None:
    write(ready / "cmdline", "quiet\n")
    assert len(checks.missing([JOB, JOB], ready, bench())) == 1


@pytest.mark.skipif(not program("wipefs"), reason="no wipefs")
def test_contents_that_are_not_ours_are_known(tmp_path: Path) -> None:
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(1 << 20)
    assert disk._contents(image) is None
    with image.open("r+b") as file:
        file.write(b"LUKS\xba\xbe\x00\x01")
    assert disk._contents(image) == "crypto_LUKS"
    ext4 = bytearray(1024)
    ext4[56:58], ext4[104:120] = b"\x53\xef", UUID(disk.OWN_UUID).bytes
    image.write_bytes(bytes(1024) + ext4 + bytes(1 << 20))
    assert disk._contents(image) is None, "an earlier cell's"
