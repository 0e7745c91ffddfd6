"""The emulated device's histograms of durations, a line for each bucket in use."""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import DeviceHistogram

HISTOGRAMS = frozenset(
    {
        "read_queue",
        "read_service",
        "write_queue",
        "write_service",
        "flush_queue",
        "flush_service",
        "late",
    }
)
"""Waiting and service of each kind of command, and how much after its due time one completed."""

_OPEN_BEGIN_NS = 7 << 34
"""Where the last bucket begins, which has no end (VNVME_BUCKETS in emulator/histogram.h)."""

_LINE = re.compile(r"([a-z_]+) (\d+) (\d+)")

Buckets = dict[tuple[str, int], int]
"""(histogram, begin of the bucket in ns) to its count."""


def parse_histograms(text: str, source: str) -> Buckets:
    """Parse one reading, in which each histogram's buckets ascend.

    Raises ParseError for a line or a bucket that the device doesn't have, or in another place.
    """
    buckets: Buckets = {}
    last: dict[str, int] = {}
    if text and not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the file ends inside a line")
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None or match[1] not in HISTOGRAMS:
            names = ", ".join(sorted(HISTOGRAMS))
            message = f"expected 'name begin_ns count', name of {names}; found {shorten(line)}"
            raise ParseError(source, number, message)
        key = match[1], int(match[2])
        if key in buckets:
            raise ParseError(source, number, f"{match[1]} has the bucket {match[2]} ns twice")
        if not _begins_bucket(key[1]):
            raise ParseError(source, number, f"no bucket begins at {match[2]} ns")
        if key[1] < last.get(match[1], 0):
            words = f"bucket {match[2]} ns follows {last[match[1]]} ns"
            raise ParseError(source, number, f"{match[1]}: {words}")
        last[match[1]] = key[1]
        buckets[key] = int(match[3])
    return buckets


def compare_histograms(
    before: Buckets, after: Buckets, phase: str, source: str
) -> list[DeviceHistogram]:
    """Return what a phase added to the buckets, without those that it added nothing to.

    Raises ParseError if a count fell, as they only ever grow.
    """
    rows = []
    for name, begin_ns in sorted(before.keys() | after.keys()):
        first, last = (reading.get((name, begin_ns), 0) for reading in (before, after))
        if last < first:
            message = f"{name}, bucket {begin_ns} ns, falls from {first} to {last}"
            raise ParseError(source, None, message)
        if last > first:
            end_ns = _end_ns(begin_ns)
            rows.append(DeviceHistogram(phase, name, begin_ns, end_ns, last - first))
    return rows


def _begins_bucket(begin_ns: int) -> bool:
    """Whether a bucket begins there: four an octave, and 0 to 3 ns one each."""
    return begin_ns <= _OPEN_BEGIN_NS and begin_ns % _width_ns(begin_ns) == 0


def _width_ns(begin_ns: int) -> int:
    return 1 << max(0, begin_ns.bit_length() - 3)


def _end_ns(begin_ns: int) -> int | None:
    """The longest duration in a bucket; none for the last."""
    return None if begin_ns == _OPEN_BEGIN_NS else begin_ns + _width_ns(begin_ns) - 1
