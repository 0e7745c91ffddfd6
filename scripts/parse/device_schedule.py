"""``schedule.txt``: when the dial was turned while a phase ran, as the device reads it back."""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import DeviceStep

_BEGIN = re.compile(r"begin_ns (\d+)")
_STEP = re.compile(r"(\d+) ([a-z_]+) (\d+)")


def parse_schedule(text: str, phase: str, source: str) -> list[DeviceStep]:
    """Return a row a change. Raises ParseError for a cut file, or steps out of order."""
    if not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the file ends inside a line")
    first, *lines = text.splitlines()
    begin = _BEGIN.fullmatch(first)
    if begin is None:
        raise ParseError(source, 1, f"expected 'begin_ns N', found {shorten(first)}")
    rows: list[DeviceStep] = []
    for number, line in enumerate(lines, 2):
        match = _STEP.fullmatch(line)
        if match is None:
            raise ParseError(source, number, f"expected a step, found {shorten(line)}")
        time_ns = int(begin[1]) + int(match[1])
        if rows and time_ns < rows[-1].time_ns:
            raise ParseError(source, number, "a step before the one ahead of it")
        rows.append(DeviceStep(phase, len(rows), time_ns, match[2], int(match[3])))
    if not rows:
        raise ParseError(source, 1, "a schedule without a step")
    return rows
