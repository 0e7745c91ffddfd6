"""The guest kernel's own numbers around a phase: cgroups, /proc/stat, vmstat, diskstats.

The runner stores the files' texts as they are; the name of a counter says its line and, where a
line holds several numbers, its column.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

from scripts.parse.errors import ParseError, shorten
from scripts.parse.json_text import load_json
from scripts.parse.rows import SystemCounter

Reading = dict[tuple[str, str], float]
"""(file, counter) to its value."""

_CPU_COLUMNS = (
    "user_ticks",
    "nice_ticks",
    "system_ticks",
    "idle_ticks",
    "iowait_ticks",
    "irq_ticks",
    "softirq_ticks",
    "steal_ticks",
    "guest_ticks",
    "guest_nice_ticks",
)
_DISK_COLUMNS = (
    "reads",
    "reads_merged",
    "read_sectors",
    "read_ms",
    "writes",
    "writes_merged",
    "write_sectors",
    "write_ms",
    "in_flight",
    "busy_ms",
    "weighted_ms",
    "discards",
    "discards_merged",
    "discard_sectors",
    "discard_ms",
    "flushes",
    "flush_ms",
)
_OF_IO_STAT = tuple(f"_{way}{what}" for way in "rwd" for what in ("bytes", "ios"))
_PRESSURE = re.compile(r"(some|full)((?: \w+=\d+(?:\.\d+)?)+)")
_DEVICE = re.compile(r"\d+:\d+")
_NAME_VALUE = re.compile(r"(\S+)[ \t]+(-?\d+)")


def parse_system_reading(text: str, source: str) -> Reading:
    """Parse one reading. Raises ParseError for a file or line that isn't understood."""
    document = load_json(text, source)
    if not isinstance(document, dict):
        raise ParseError(source, None, "should be an object of files")
    reading: Reading = {}
    for name, content in document.items():
        files = content if isinstance(content, dict) else {"": content}
        for file, body in files.items():
            label = f"{name}/{file}" if file else name
            if not isinstance(body, str):
                raise ParseError(source, None, f"the content of {label} should be a text")
            for counter, value in _read_file(label, file or name, body, source):
                if (label, counter) in reading:
                    raise ParseError(source, None, f"{label} has {counter!r} twice")
                reading[label, counter] = value
    return reading


def compare_system_readings(
    before: Reading, after: Reading, phase: str, source: str = "system_after.json"
) -> list[SystemCounter]:
    """Return the numbers around a phase, sorted; null where a side lacks one.

    Only devices come, with their first I/O or a plug, and go, though not from a control group.
    Raises ParseError for other numbers that one side lacks, and for one that fell though it only
    ever grows.
    """
    rows = []
    for label, counter in sorted(set(before) ^ set(after)):
        lost = (
            _only_grows(label, counter) and label.endswith("io.stat") and (label, counter) in before
        )
        if lost or not label.endswith(_OF_DEVICES):
            raise ParseError(source, None, f"{label} has {counter!r} on one side of the phase only")
    for key in sorted(set(before) & set(after)):
        if after[key] < before[key] and _only_grows(*key):
            words = f"{' '.join(key)} falls from {before[key]:g} to {after[key]:g}"
            raise ParseError(source, None, words)
    for key in sorted(set(before) | set(after)):
        first, last = before.get(key), after.get(key)
        delta = None if first is None or last is None else last - first
        rows.append(SystemCounter(phase, *key, first, last, delta))
    return rows


_OF_DEVICES = ("io.stat", "diskstats")


def _only_grows(label: str, counter: str) -> bool:
    if label.endswith("diskstats"):
        return not counter.endswith("in_flight")
    if label.endswith("io.stat"):  # beside them what io.latency and io.cost have at the moment
        return counter.endswith(_OF_IO_STAT)
    return label.endswith("cpu.stat") or counter.endswith("_total_us")


def _read_file(label: str, file: str, body: str, source: str) -> Iterator[tuple[str, float]]:
    reader = _READERS.get(file, _pressure if file.endswith(".pressure") else _name_values)
    for number, line in enumerate(body.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield from reader(line)
        except (ValueError, IndexError):
            message = f"line {number} of {label} isn't understood: {shorten(line)}"
            raise ParseError(source, None, message) from None


def _name_values(line: str) -> Iterator[tuple[str, float]]:
    """Read ``name 1`` lines (cpu.stat, memory.stat, vmstat) or a single number or ``max``."""
    if line.strip() == "max":
        return
    if re.fullmatch(r"\d+", line.strip()):
        yield "value", float(line)
        return
    match = _NAME_VALUE.fullmatch(line.strip())
    if match is None:
        raise ValueError(line)
    yield match[1], float(match[2])


def _pressure(line: str) -> Iterator[tuple[str, float]]:
    match = _PRESSURE.fullmatch(line)
    if match is None:
        raise ValueError(line)
    for pair in match[2].split():
        name, value = pair.split("=")
        yield f"{match[1]}_{name}{'_us' if name == 'total' else '_percent'}", float(value)


def _io_stat(line: str) -> Iterator[tuple[str, float]]:
    """Read ``259:0 rbytes=1 wbytes=2 ...``, a line a device.

    The kernel may print devices that have no numbers on the line of the next one that has some, and
    a limit that is none as ``max``.
    """
    words = line.split()
    devices = list(itertools.takewhile(_DEVICE.fullmatch, words))
    if not devices:
        raise ValueError(line)
    for pair in words[len(devices) :]:
        name, value = pair.split("=")
        if value != "max":
            yield f"{devices[-1]}_{name}", float(value)


def _proc_stat(line: str) -> Iterator[tuple[str, float]]:
    name, *values = line.split()
    if name.startswith("cpu"):
        for column, value in zip(_CPU_COLUMNS, values, strict=True):
            yield f"{name}_{column}", float(value)
    elif name in ("intr", "softirq"):
        yield f"{name}_total", float(values[0])  # what follows is one number an interrupt
    else:
        (value,) = values
        yield name, float(value)


def _diskstats(line: str) -> Iterator[tuple[str, float]]:
    _major, _minor, device, *values = line.split()
    for column, value in zip(_DISK_COLUMNS, values, strict=True):
        yield f"{device}_{column}", float(value)


def _meminfo(line: str) -> Iterator[tuple[str, float]]:
    match = re.fullmatch(r"([\w()]+): +(\d+)( kB)?", line)
    if match is None:
        raise ValueError(line)
    yield match[1] + ("_kib" if match[3] else ""), float(match[2])


_READERS: dict[str, Callable[[str], Iterator[tuple[str, float]]]] = {
    "io.stat": _io_stat,
    "proc_stat": _proc_stat,
    "diskstats": _diskstats,
    "meminfo": _meminfo,
}
