"""QEMU's arguments for a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lab.virtual.machine import Boot, Region, qemu_arguments

RAM = Region("ram", None, 512, "ram", shared=False)


@pytest.mark.parametrize(
    ("cpus", "asked", "taken"),
    [(2, 1000, 1000), (4, 300, 300), (1, 1000, 50_000), (1, 300, 50_000)],
)
def test_turns_are_as_long_as_asked_where_another_cpu_waits(cpus, asked, taken):
    boot = Boot(("qemu",), Path("vmlinuz"), Path("initramfs.cpio"), cpus, asked)
    arguments = qemu_arguments(boot, [RAM])
    clock = arguments[arguments.index("-icount") + 1]
    assert clock.endswith(f"quantum={taken},mips=2500")
    assert arguments[arguments.index("-smp") + 1] == str(cpus)
