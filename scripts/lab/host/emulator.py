"""The emulator on this host: loaded over memory that the kernel leaves alone, its disk found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.device.controls import fastest
from scripts.files.digests import sha256_of
from scripts.lab import host_module
from scripts.lab.errors import LabError
from scripts.lab.host import memory
from scripts.lab.host.commands import run, wait_until
from scripts.lab.host.devices import Device, Devices
from scripts.lab.host.disk import wait_until_free
from scripts.lab.host.memory import Region
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.places import Places

LOADED = Path("/sys/module/vnvme")
MODULES = Path("/proc/modules")
LOCKDOWN = Path("/sys/kernel/security/lockdown")
DEVICES = Path("/sys/bus/pci/devices")
APPEARS_S = 30.0


class Emulator(Devices):
    """The emulator over memory that the kernel was booted without."""

    @property
    def undo(self) -> dict[str, Callable[..., None]]:  # type: ignore[override]
        """It is as fast as it can be at the end, and goes."""
        return {"set_fastest": set_fastest, "unload_emulator": unload}

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """Memory, leave to load modules, and the module or what it is built with."""
        if problem := in_the_way():
            return [problem]
        return [
            _of_reserved_memory(device["device_mib"]),
            _of_lockdown(),
            host_module.problem(shared),
        ]

    def modules(self, device: Device) -> list[str]:
        """The driver of its disk."""
        return ["nvme"]

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Load the module."""
        region = memory.reserved(device["device_mib"])
        assert region is not None, "checked before"
        path = host_module.module_folder(places.shared) / host_module.MODULE
        if not path.exists():
            raise LabError(f"{path} is missing: run snakemake, which makes what a cell needs")
        log.note("unload_emulator")
        return load(path, region, device["device_mib"] << 20)

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:
        """It gets as fast as it can be."""
        log.note("set_fastest")

    def as_found(self, device: Device) -> dict[str, Any]:
        """All of them: the runner sets the emulator itself."""
        return dict(device)

    def provenance(self, device: Device, places: Places) -> dict[str, str]:
        """The module."""
        return {
            "vnvme.ko": sha256_of(host_module.module_folder(places.shared) / host_module.MODULE)
        }


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


def in_the_way() -> str | None:
    """What keeps a device that is a module of the kernel from being one, or None."""
    if not MODULES.exists():
        return f"{MODULES}: this kernel loads no modules at all: boot one that does"
    if LOADED.exists():
        return "vnvme: is loaded, and not by a cell: unload it with `rmmod vnvme`"
    return None


def _of_reserved_memory(device_mib: int) -> str | None:
    if memory.reserved(device_mib):
        return None
    lacking = (
        f"{memory.COMMAND_LINE}: no {device_mib} MiB (lab.device_mib) are reserved for the emulator"
    )
    words = memory.suggestion(device_mib, memory.RESOURCES.read_text())
    if words is None:
        return f"{lacking}, and no region of this host's memory is that large: lower lab.device_mib"
    return (
        f"{lacking}: add {words} to the kernel's command line (in /etc/default/grub, "
        f"GRUB_CMDLINE_LINUX, write it {words.replace('$', chr(92) * 3 + '$')}), run update-grub "
        "and boot again"
    )


def _of_lockdown() -> str | None:
    if not LOCKDOWN.exists() or "[none]" in LOCKDOWN.read_text():
        return None
    return f"{LOCKDOWN}: the kernel loads signed modules only: switch Secure Boot off"
