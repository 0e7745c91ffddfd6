"""The device's counters: ``name value`` lines, and samples of them as CSV."""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import DeviceCounter, DeviceSample

REQUIRED_COUNTERS = frozenset(
    {
        "read_commands",
        "write_commands",
        "flush_commands",
        "other_commands",
        "read_bytes",
        "write_bytes",
        "read_service_ns",
        "write_service_ns",
        "read_queue_ns",
        "write_queue_ns",
        "busy_ns",
        "errors",
    }
)
"""Counters that every version of the emulator has; others may join them."""

BLOCK_COUNTERS = frozenset(
    {
        "read_commands",
        "write_commands",
        "flush_commands",
        "read_bytes",
        "write_bytes",
        "busy_ns",
    }
)
"""What the kernel counts of a block device that has no counters of its own."""

_LINE = re.compile(r"([a-z][a-z0-9_]*) (\d+)")
_SAMPLE = re.compile(r"(\d+),([a-z][a-z0-9_]*),(\d+)")
_SAMPLE_TITLE = "time_ns,counter,value"


def parse_counters(
    text: str, source: str, required: frozenset[str] = REQUIRED_COUNTERS
) -> dict[str, int]:
    """Parse one reading of the counters. Raises ParseError if one is cut, doubled or missing."""
    counters: dict[str, int] = {}
    lines = _whole_lines(text, source)
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ParseError(source, number, f"expected 'name value', found {shorten(line)}")
        if match[1] in counters:
            raise ParseError(source, number, f"the counter {match[1]!r} stands there twice")
        counters[match[1]] = int(match[2])
    missing = sorted(required - set(counters))
    if missing:
        raise ParseError(source, len(lines), f"the counters {', '.join(missing)} are missing")
    return counters


def compare_counters(
    before: dict[str, int], after: dict[str, int], phase: str, source: str
) -> list[DeviceCounter]:
    """Return the counters around a phase. They only ever grow; ParseError if one didn't."""
    if set(before) != set(after):
        odd = ", ".join(sorted(set(before) ^ set(after)))
        raise ParseError(source, None, f"the readings before and after differ in: {odd}")
    rows = []
    for name in sorted(after):
        if after[name] < before[name]:
            raise ParseError(source, None, f"{name} falls from {before[name]} to {after[name]}")
        delta = after[name] - before[name]
        rows.append(DeviceCounter(phase, name, before[name], after[name], delta))
    return rows


def parse_samples(text: str, phase: str, source: str) -> list[DeviceSample]:
    """Parse ``sampled.csv``: counters read at intervals during a phase, in order of time.

    A cut between two lines isn't noticed: the sampler stops with the phase, whenever that is.
    """
    lines = _whole_lines(text, source)
    if not lines or lines[0] != _SAMPLE_TITLE:
        raise ParseError(source, 1, f"the first line should be {_SAMPLE_TITLE!r}")
    rows: list[DeviceSample] = []
    latest: dict[str, DeviceSample] = {}
    for number, line in enumerate(lines[1:], 2):
        match = _SAMPLE.fullmatch(line)
        if match is None:
            raise ParseError(source, number, f"expected a sample, found {shorten(line)}")
        row = DeviceSample(phase, int(match[1]), match[2], int(match[3]))
        previous = latest.get(row.counter)
        if previous and row.time_ns <= previous.time_ns:
            raise ParseError(source, number, f"time doesn't advance for {row.counter!r}")
        latest[row.counter] = row
        rows.append(row)
    return rows


def _whole_lines(text: str, source: str) -> list[str]:
    if not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the file ends inside a line")
    return text[:-1].split("\n")
