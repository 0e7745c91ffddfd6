"""``schedule.txt``: when the dial was turned while a phase ran, as the device reads it back."""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import DeviceStep

_BEGIN = re.compile(r"begin_ns (\d+)")
_STEP = re.compile(r"(\d+) ([a-z_]+) (\d+)")


def parse_schedule(
    text: str, phase: str, source: str, asked: list[dict[str, float]] | None = None
) -> list[DeviceStep]:
    """Return a row a change. Raises ParseError for a cut file, or steps out of order.

    With ``asked``, the job's ``device_schedule``, also for other changes than those.
    """
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
        if any(row.time_ns == time_ns and row.knob == match[2] for row in rows):
            raise ParseError(source, number, f"{match[2]} is set twice at one time")
        rows.append(DeviceStep(phase, len(rows), time_ns, match[2], int(match[3])))
    if not rows:
        raise ParseError(source, 1, "a schedule without a step")
    if asked is not None:
        wanted = [(round(step["at_s"] * 1e9), _knob(key)) for step in asked for key in step
                  if key != "at_s"]  # fmt: skip
        found = [(row.time_ns - int(begin[1]), row.knob) for row in rows]
        if sorted(wanted) != sorted(found):
            words = f"has not the {len(wanted)} changes of the dial that the job asks for"
            raise ParseError(source, None, words)
    return rows


def _knob(key: str) -> str:
    """The emulator's name of a setting of the job, which has another unit."""
    return key.replace("_mib_s", "_bytes_s").replace("_us", "_ns")
