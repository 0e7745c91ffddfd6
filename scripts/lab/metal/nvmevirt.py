"""NVMeVirt (FAST'23), built and loaded by the user: its settings in ``/proc/nvmev``.

Its model of an NVM SSD has units of 2^shift bytes, and three times for each direction: a request
waits for the unit of its first byte, then takes ``delay`` once and ``time`` for each unit's worth
of it, and leaves each unit it touched busy for ``trailing`` more.

Our dial means one pipe: bytes / bandwidth, and a latency beside it. So ``time`` is what the pipe
takes for a unit's worth, ``delay`` is the latency, and ``trailing`` keeps a unit busy until N times
``time`` have passed, N being the number of units: all of them together then deliver the bandwidth.
N is a power of two and at least what the largest request touches, so that requests of any size
spread evenly; and large enough for the latency to fit into the N times. A flush waits for what is
under way and costs nothing, so there is no latency of its own to set.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path

from scripts.lab.errors import LabError

FOLDER = Path("/proc/nvmev")
FILES = ("io_units", "read_times", "write_times")
DIRECTIONS = ("read", "write")
MODEL = "CSL_Virt"
UNIT_SHIFT = 12
UNIT_BYTES = 1 << UNIT_SHIFT
# The largest request that it takes is of 128 KiB.
UNITS_LEAST = 32
MIB = 1 << 20
LARGEST = (1 << 32) - 1
# The kernel's text is not ended by a zero there, so a number has to end by itself.
END = "\n"


def fastest() -> dict[str, str]:
    """Texts for its files that make it as fast as it can be."""
    return {f"{direction}_times": f"0 1 0{END}" for direction in DIRECTIONS}


def texts(settings: Mapping[str, float]) -> dict[str, str]:
    """Texts for its files that turn it to a cell's dial, by the name of the file.

    Raises LabError for a device so slow that its numbers have no room for it.
    """
    time_ns = {
        direction: round(UNIT_BYTES * 1e9 / (settings[f"{direction}_bandwidth_mib_s"] * MIB))
        for direction in DIRECTIONS
    }
    delay_ns = {
        direction: round(settings[f"{direction}_latency_us"] * 1000) for direction in DIRECTIONS
    }
    # A bandwidth beyond a unit in half a nanosecond is no limit to it.
    time_ns = {direction: max(value, 1) for direction, value in time_ns.items()}
    units = UNITS_LEAST
    for direction in DIRECTIONS:
        needed = 1 + math.ceil(delay_ns[direction] / time_ns[direction])
        while units < needed:
            units *= 2
    found = {"io_units": f"{units} {UNIT_SHIFT}{END}"}
    for direction in DIRECTIONS:
        trailing_ns = (units - 1) * time_ns[direction] - delay_ns[direction]
        if trailing_ns > LARGEST:
            slow = settings[f"{direction}_bandwidth_mib_s"]
            raise LabError(f"NVMeVirt can't be as slow as {slow:g} MiB/s: take a larger bandwidth")
        numbers = (delay_ns[direction], time_ns[direction], trailing_ns)
        found[f"{direction}_times"] = " ".join(map(str, numbers)) + END
    return found


def reading(name: str, text: str) -> str:
    """What its file ``name`` tells after ``text`` was written to it and taken."""
    numbers = text.split()
    return " x ".join(numbers) if name == "io_units" else "{} + {} x + {}".format(*numbers)


def current() -> dict[str, str]:
    """The present settings, as texts that set them again."""
    return {name: " ".join(re.findall(r"\d+", (FOLDER / name).read_text())) + END for name in FILES}


def problem(kernel_name: str) -> str | None:
    """Why the disk can't be measured as NVMeVirt's, or None."""
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
    return None
