"""The emulator on this host: loaded over reserved memory, and its disk found among all others."""

from __future__ import annotations

from pathlib import Path

from scripts.device.controls import fastest
from scripts.lab.errors import LabError
from scripts.lab.metal.memory import Region
from scripts.lab.native.commands import run, wait_until
from scripts.lab.native.disk import wait_until_free

LOADED = Path("/sys/module/vnvme")
DEVICES = Path("/sys/bus/pci/devices")
APPEARS_S = 30.0


def load(module: Path, region: Region, size_bytes: int) -> str:
    """Load the module and return its disk's name, as nvme3n1: a host may have others."""
    try:
        run(
            "insmod",
            module,
            f"memory_start={region.start:#x}",
            f"memory_bytes={size_bytes}",
            *(f"{name}={value}" for name, value in fastest().items()),
        )
    except LabError as error:
        raise LabError(f"{error}; the kernel's log (dmesg) says more") from None
    wait_until(disk, APPEARS_S, "the emulator's disk did not appear: see the kernel's log (dmesg)")
    name = disk()
    assert name is not None
    return name


def disk() -> str | None:
    """The name of the emulator's disk once it is there, and its node in /dev."""
    for path in DEVICES.glob("*/vnvme"):
        for found in path.parent.glob("nvme/nvme*/nvme*n*"):
            # A path of a disk with several is hidden: it has no node.
            if (Path("/dev") / found.name).is_block_device():
                return found.name
    return None


def set_fastest() -> None:
    """Let the device run as fast as it can: what is dirty at the end is still written."""
    for folder in DEVICES.glob("*/vnvme"):
        for name, value in fastest().items():
            (folder / name).write_text(value)


def unload() -> None:
    """Unload the module, if it is loaded, once its disk is free."""
    if not LOADED.exists():
        return
    if name := disk():
        wait_until_free(name)
    run("rmmod", "vnvme")
