"""NVMeVirt (FAST'23), built and loaded by the user: its settings in ``/proc/nvmev``.

Its model of an NVM SSD has N units of U bytes, and three times for each direction: a request waits
for the unit of its first byte, takes ``delay`` once and ``time`` for each unit's worth, one unit
after the other, and leaves the first N that it touches busy for ``trailing`` more.

Our settings mean a pipe: bytes / bandwidth in a row, a latency beside it. ``time`` is what the
pipe takes for U bytes, ``delay`` the latency, ``trailing`` nothing. Where N x U is a page at most,
every request begins at the same unit, and leaves it N - 1 times before its own end: if those are
as long as the latency, the next request hides it, just as beside a pipe. So N and U are chosen by
latency x bandwidth, for which (N - 1) x U stands, within some 512 bytes. More than a page takes
units of a page, enough to hide it; as requests then begin at any of them, what is delivered is
within 30 % of what a pipe would.

A flush waits for what is under way and costs nothing, so there is no latency of its own to set.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.host.devices import Device
from scripts.lab.host.disks import Block
from scripts.lab.host.emulator import in_the_way
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.places import Places

FOLDER = Path("/proc/nvmev")
FILES = ("io_units", "read_times", "write_times")
DIRECTIONS = ("read", "write")
MODEL = "CSL_Virt"
PAGE_SHIFT = 12
# Numbers of units, each with the binary logarithm of its bytes, that make a page at most.
SPLITS = ((1, 9), (2, 9), (4, 9), (8, 9), (2, 10), (4, 10), (2, 11))
MIB = 1 << 20
LARGEST = (1 << 32) - 1
# The kernel's text is not ended by a zero there, so a number has to end by itself.
END = "\n"


class Nvmevirt(Block):
    """NVMeVirt's disk, whose settings are files of the host."""

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """NVMeVirt, with numbers large enough for the cell's settings; then as for any disk."""
        name = Path(device["path"]).resolve().name
        found = in_the_way() or problem(name, device)
        return [found] if found else super().missing(device, shared)

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Note its settings, and make it as fast as it can be."""
        name = super().make(device, places, log)
        for file, text in current().items():
            log.note("write", str(FOLDER / file), text)
        for file, text in fastest().items():
            (FOLDER / file).write_text(text)
        return name

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:
        """Its files are written as at first."""
        for file, text in fastest().items():
            log.note("write", str(FOLDER / file), text)

    def as_found(self, device: Device) -> dict[str, Any]:
        """The kernel's readahead; the rest are files of the host."""
        return {"read_ahead_kb": device["read_ahead_kb"]}

    def applied(self, device: Device) -> dict[str, Any]:
        """NVMeVirt's own files, too."""
        return super().applied(device) | {"nvmevirt": texts(device)}

    def settings(self, device: Device, name: str) -> list[dict[str, str]]:
        """NVMeVirt's own files."""
        return [
            {
                "path": str(FOLDER / file),
                "text": text,
                "reads": reading(file, text),
            }
            for file, text in texts(device).items()
        ]


def fastest() -> dict[str, str]:
    """Texts for its files that make it as fast as it can be."""
    return {f"{direction}_times": f"0 1 0{END}" for direction in DIRECTIONS}


def texts(settings: Mapping[str, float]) -> dict[str, str]:
    """Texts for its files that set it as a cell asks, by the name of the file.

    Raises LabError for a device so slow that its numbers have no room for it.
    """
    bytes_ns = {
        direction: settings[f"{direction}_bandwidth_mib_s"] * MIB / 1e9 for direction in DIRECTIONS
    }
    delay_ns = {
        direction: round(settings[f"{direction}_latency_us"] * 1000) for direction in DIRECTIONS
    }
    hidden_bytes = [delay_ns[direction] * bytes_ns[direction] for direction in DIRECTIONS]
    units, shift = _units(hidden_bytes)
    found = {"io_units": f"{units} {shift}{END}"}
    for direction in DIRECTIONS:
        time_ns = max(round((1 << shift) / bytes_ns[direction]), 1)
        numbers = (delay_ns[direction], time_ns, 0)
        if max(numbers) > LARGEST:
            raise LabError(
                f"NVMeVirt can't be as slow as this cell's {direction}s: no time may be longer "
                f"than {LARGEST / 1e9:.2g} s"
            )
        found[f"{direction}_times"] = " ".join(map(str, numbers)) + END
    return found


def _units(hidden_bytes: Sequence[float]) -> tuple[int, int]:
    """How many units, and the binary logarithm of their bytes, for each latency x bandwidth."""

    def error_bytes(split: tuple[int, int]) -> float:
        units, shift = split
        return sum(abs(((units - 1) << shift) - wanted) for wanted in hidden_bytes)

    if max(hidden_bytes) < 1 << PAGE_SHIFT:
        return min(SPLITS, key=error_bytes)
    return 1 + math.ceil(max(hidden_bytes) / (1 << PAGE_SHIFT)), PAGE_SHIFT


def reading(name: str, text: str) -> str:
    """What its file ``name`` reads after ``text`` was written to it and taken."""
    numbers = text.split()
    return " x ".join(numbers) if name == "io_units" else "{} + {} x + {}".format(*numbers)


def current() -> dict[str, str]:
    """The present settings, as texts that set them again."""
    return {name: " ".join(re.findall(r"\d+", (FOLDER / name).read_text())) + END for name in FILES}


def problem(kernel_name: str, settings: Mapping[str, float]) -> str | None:
    """Why the disk can't be measured as NVMeVirt's with a cell's settings, or None."""
    missing = [name for name in FILES if not (FOLDER / name).exists()]
    if missing:
        return (
            f"{FOLDER}: NVMeVirt is not loaded: build it as an NVM SSD (CONFIG_NVMEVIRT_NVM) and "
            "load it with insmod nvmev.ko memmap_start=... memmap_size=... cpus=..."
        )
    model = Path(f"/sys/class/block/{kernel_name}/device/model")
    words = model.read_text().strip() if model.exists() else "nothing"
    if not words.startswith(MODEL):
        return f"/dev/{kernel_name}: is not NVMeVirt's disk: it calls itself {words}"
    try:
        texts(settings)
    except LabError as error:
        return str(error)
    return None
