"""Memory that the kernel was booted without, for the emulator's storage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20
COMMAND_LINE = Path("/proc/cmdline")
RESOURCES = Path("/proc/iomem")
# NVMeVirt's, if it is loaded: it takes a region of the same kind.
NVMEVIRT = Path("/sys/module/nvmev/parameters")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
# "$" is the kind that the kernel leaves alone; "memmap=" may name several with commas.
_REGION = re.compile(r"(0x[0-9a-f]+|\d+)([KMGT]?)\$(0x[0-9a-f]+|\d+)([KMGT]?)", re.IGNORECASE)
_RAM = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) : System RAM$", re.MULTILINE)


@dataclass(frozen=True)
class Region:
    """A reserved region of physical memory."""

    start: int
    size_bytes: int


def regions(command_line: str) -> list[Region]:
    """The regions that ``memmap=size$start`` on a kernel's command line reserves, in order."""
    found = []
    for word in command_line.split():
        if word.startswith("memmap="):
            for size, size_unit, start, start_unit in _REGION.findall(word):
                found.append(Region(_bytes(start, start_unit), _bytes(size, size_unit)))
    return found


def _bytes(number: str, unit: str) -> int:
    return int(number, 0) * _UNITS[unit.upper()]


def reserved(device_mib: int) -> Region | None:
    """The first region that has room for the device and is not NVMeVirt's, if there is one."""
    taken = NVMEVIRT / "memmap_start"
    start_of_nvmevirt = int(taken.read_text()) if taken.exists() else None
    for region in regions(COMMAND_LINE.read_text()):
        if region.size_bytes >= device_mib * MIB and region.start != start_of_nvmevirt:
            return region
    return None


def suggestion(device_mib: int, resources: str) -> str | None:
    """What to put on the command line: the end of the host's highest memory, from a whole GiB on.

    ``resources`` is what /proc/iomem says. None when no region of memory is that large.
    """
    found = None
    for first, last in _RAM.findall(resources):
        start_gib = (int(last, 16) + 1 - device_mib * MIB) >> 30
        if start_gib << 30 >= int(first, 16) and start_gib > 0:
            found = f"memmap={device_mib}M${start_gib}G"
    return found
