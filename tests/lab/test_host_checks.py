"""What a host lacks for the lab `host`, or who is in its way: where, and the fix, in a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.lab.errors import LabError
from scripts.lab.host import disk, disks, groups, groups_v1, groups_v2, kernel
from scripts.lab.host.disks import FILE, Loop, Throttled
from scripts.lab.host.groups import Groups
from scripts.lab.host.groups_v1 import CONTROLLERS, FILES, OldGroups
from scripts.lab.host.groups_v2 import NewGroups
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.places import Places

MIB = 1 << 20
LOOP = {"kind": "loop", "device_mib": 2, "read_ahead_kb": 128}
DISK = {"kind": "throttled", "path": "/dev/held", "device_mib": 2, "read_ahead_kb": 128}
NUMBER = "7:0"


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host with control groups v1 and the block throttle, and a loop device loop0 of its own."""
    monkeypatch.setattr(groups_v1, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(groups_v1, "CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(groups, "CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(groups_v2, "CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(groups_v2, "GROUP", tmp_path / "cgroup/bandwise")
    monkeypatch.setattr(disk, "BLOCKS", tmp_path / "block")
    monkeypatch.setattr(disk, "problem", lambda path, size_mib: None)
    monkeypatch.setattr(disks, "LOOP_CONTROL", tmp_path / "loop-control")
    monkeypatch.setattr(disks, "program", lambda name: f"/usr/sbin/{name}")
    monkeypatch.setattr(disks, "run", lambda *command: "/dev/loop0\n")
    mounts = [f"cgroup {tmp_path}/cgroup/{name} cgroup rw,{name} 0 0\n" for name in CONTROLLERS]
    write(tmp_path / "mounts", "".join(mounts))
    for name in FILES.values():
        write(tmp_path / "cgroup/blkio" / name, "")
    write(tmp_path / "loop-control", "")
    for name in ("loop0", "held"):
        write(tmp_path / f"block/{name}/dev", f"{NUMBER}\n")
        write(tmp_path / f"block/{name}/queue/read_ahead_kb", "128\n")
    write(tmp_path / "block/loop0/loop/dio", "1\n")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def log_of(ready: Path, groups: Groups) -> UndoLog:
    verbs: dict[str, Callable[..., None]] = {**groups.undo, **Loop(groups).undo}
    return UndoLog(verbs | {"write": kernel.write}, ready / "undo.json")


def made(ready: Path) -> str:
    throttle = OldGroups()
    return Loop(throttle).make(LOOP, Places(ready / "shared"), log_of(ready, throttle))


def lacking(ready: Path, settings: dict[str, Any]) -> list[str | None]:
    kind = {"loop": Loop, "throttled": Throttled}[settings["kind"]]
    return [line for line in kind(OldGroups()).missing(settings, ready) if line]


def test_host_that_has_everything_lacks_nothing(ready: Path) -> None:
    assert lacking(ready, LOOP) == lacking(ready, DISK) == []
    assert OldGroups().problem() is None
    assert made(ready) == "loop0"
    assert (ready / "shared" / FILE).stat().st_size == 2 * MIB


def test_kernel_without_loop_devices_is_reported(ready: Path) -> None:
    (ready / "loop-control").unlink()
    assert lacking(ready, LOOP) == [
        f"{ready}/loop-control: this kernel has no loop devices: run `modprobe loop`"
    ]


def test_losetup_is_named_by_its_package(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disks, "program", lambda name: None)
    assert lacking(ready, LOOP) == ["losetup: is not installed: install the package mount"]


def test_old_groups_without_a_block_throttle_are_reported(ready: Path) -> None:
    for name in FILES.values():
        (ready / "cgroup/blkio" / name).unlink()
    problem = OldGroups().problem()
    assert problem is not None
    assert problem.startswith(f"{ready}/cgroup/blkio: this kernel has no block throttle")


def test_hierarchies_that_are_not_mounted_are_reported(ready: Path) -> None:
    write(ready / "mounts", f"cgroup {ready}/cgroup/blkio cgroup rw,blkio 0 0\n")
    problem = OldGroups().problem()
    assert problem is not None
    assert "no control groups v1 for memory, cpuset, cpuacct: mount them" in problem


def test_hierarchies_elsewhere_are_reported(ready: Path) -> None:
    text = (ready / "mounts").read_text()
    write(ready / "mounts", text.replace(f"{ready}/cgroup/memory", f"{ready}/memory"))
    problem = OldGroups().problem()
    assert problem == f"{ready}/mounts: memory: mount them below {ready}/cgroup"


def test_new_groups_without_a_block_throttle_are_reported(ready: Path) -> None:
    write(ready / "cgroup/cgroup.subtree_control", " ".join(groups_v2.CONTROLLERS))
    new = NewGroups()
    with pytest.raises(LabError, match=r"bandwise/io\.max: this kernel has no block throttle"):
        new.make({}, ready, log_of(ready, new))


def test_new_group_of_another_program_is_left_alone(ready: Path) -> None:
    write(ready / "cgroup/cgroup.subtree_control", " ".join(groups_v2.CONTROLLERS))
    (ready / "cgroup/bandwise").mkdir()
    new = NewGroups()
    log = log_of(ready, new)
    with pytest.raises(LabError, match="bandwise: another program has this control group"):
        new.make({}, ready, log)
    assert len(log) == 0, "nothing of it would be undone"


def test_file_system_without_direct_io_is_reported(ready: Path) -> None:
    write(ready / "block/loop0/loop/dio", "0\n")
    with pytest.raises(LabError, match=r"device\.img: its file system takes no direct I/O"):
        made(ready)


@pytest.mark.parametrize("name", [*FILES.values(), "blkio.throttle.read_iops_device"])
def test_limit_of_another_program_is_reported_before_anything_is_changed(
    ready: Path, name: str
) -> None:
    write(ready / "cgroup/blkio" / name, f"8:0 4096\n{NUMBER} 1048576\n")
    (line,) = lacking(ready, DISK)
    assert line is not None
    assert line.startswith(f"/dev/held: has a limit already ({ready}/cgroup/blkio/{name}: 7:0 1048")
    with pytest.raises(LabError, match="/dev/loop0: has a limit already"):
        made(ready)


def test_limit_that_another_program_sets_meanwhile_is_not_taken_away(ready: Path) -> None:
    throttle = OldGroups()
    limit = ready / "cgroup/blkio" / FILES["read"]
    log = log_of(ready, throttle)
    write(limit, f"{NUMBER} 1048576\n")
    with pytest.raises(LabError, match="/dev/held: has a limit already"):
        Throttled(throttle).note_release(DISK, "held", log)
    log.undo()
    assert limit.read_text() == f"{NUMBER} 1048576\n"


def test_limits_of_other_disks_are_not_in_the_way(ready: Path) -> None:
    write(ready / "cgroup/blkio" / FILES["read"], "77:0 4096\n8:0 4096\n")
    assert lacking(ready, DISK) == []
