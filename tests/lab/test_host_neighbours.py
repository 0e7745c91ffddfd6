"""What others move on the disk below a loop device, by the kernel's counts."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scripts.lab.host import neighbours
from scripts.lab.host.neighbours import Neighbours, backing_disk

MIB = 1 << 20
SECTORS = MIB // 512
# What the lab's own programs may read again.
LAB_MIB = 16


class Machine:
    """A folder in the form of /sys: disks, and the file of loop0 on sda1."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.file = root / "device.img"
        self.file.touch()
        number = self.file.stat().st_dev
        self.number = root / f"numbers/{os.major(number)}:{os.minor(number)}"
        self.number.parent.mkdir()
        for name in ("sda", "sda/sda1", "loop0", "loop0/loop0p1", "loop1", "loop2"):
            (root / "devices" / name).mkdir(parents=True)
            self.moved(name, 1000, 1000)
        (root / "blocks").mkdir()
        for name in ("sda", "loop0", "loop1", "loop2", "sda/sda1", "loop0/loop0p1"):
            (root / "blocks" / Path(name).name).symlink_to(root / "devices" / name)
        for name in ("sda/sda1", "loop0/loop0p1"):
            (root / "devices" / name / "partition").write_text("1\n")
        self.attach("loop0", self.file)
        # Another program's.
        self.attach("loop1", root / "other.img")
        self.on("sda/sda1")

    def attach(self, loop: str, file: Path) -> None:
        (self.root / "devices" / loop / "loop").mkdir()
        (self.root / "devices" / loop / "loop/backing_file").write_text(f"{file}\n")

    def on(self, name: str) -> None:
        """The file system with the file is on this device."""
        self.number.unlink(missing_ok=True)
        self.number.symlink_to(self.root / "devices" / name)

    def moved(self, name: str, read_mib: int, written_mib: int) -> None:
        fields = [0] * 17
        fields[2], fields[6] = read_mib * SECTORS, written_mib * SECTORS
        (self.root / "devices" / name / "stat").write_text(" ".join(map(str, fields)) + "\n")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(neighbours, "BLOCKS", tmp_path / "blocks")
    monkeypatch.setattr(neighbours, "NUMBERS", tmp_path / "numbers")
    now_s = iter([100.0, 110.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now_s))
    return Machine(tmp_path)


def test_cell_that_is_alone_has_no_neighbours(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("loop0", 1040, 1020)
    machine.moved("sda", 1040, 1020)
    assert watch.mib_s() == 0


def test_reads_and_writes_of_others_are_told_from_the_cells(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("loop0", 1040, 1020)
    machine.moved("sda", 1070 + LAB_MIB, 1040)
    assert watch.mib_s() == (30 + 20) / 10


def test_layers_that_the_cell_mounts_are_its_own(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("loop2", 1030, 1000)
    machine.moved("sda", 1030, 1000)
    assert watch.mib_s() == 0


def test_layers_that_memory_has_hide_no_writes(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("loop2", 1030, 1000)
    machine.moved("sda", 1000, 1020 + LAB_MIB)
    assert watch.mib_s() == 2


def test_what_the_lab_reads_again_is_no_neighbours(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("sda", 1000 + LAB_MIB, 1000)
    assert watch.mib_s() == 0


def test_loop_device_of_another_program_is_a_neighbour(machine: Machine) -> None:
    watch = Neighbours("loop0")
    machine.moved("loop1", 1000, 1050)
    machine.moved("sda", 1000, 1050 + LAB_MIB)
    assert watch.mib_s() == 5


def test_partition_of_a_loop_device_is_not_counted_twice(machine: Machine) -> None:
    watch = Neighbours("loop0")
    for name in ("loop0", "loop0/loop0p1"):
        machine.moved(name, 1000, 1020)
    machine.moved("sda", 1000, 1040 + LAB_MIB)
    assert watch.mib_s() == 2


def test_volume_stands_for_what_alone_it_lies_on(machine: Machine) -> None:
    devices = machine.root / "devices"
    (devices / "dm-0/slaves").mkdir(parents=True)
    machine.on("dm-0")
    (devices / "dm-0/slaves/sda1").symlink_to(devices / "sda/sda1")
    assert backing_disk("loop0") == devices / "sda"
    (devices / "dm-0/slaves/loop1").symlink_to(devices / "loop1")
    assert backing_disk("loop0") == devices / "dm-0"


def test_disk_and_file_system_that_name_none_have_no_neighbours(machine: Machine) -> None:
    assert backing_disk("sda") is None
    machine.number.unlink()
    assert backing_disk("loop0") is None
    assert Neighbours("loop0").mib_s() is None
