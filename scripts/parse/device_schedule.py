"""``schedule.txt``: which settings changed while a phase ran, and when, as the device had it."""

from __future__ import annotations

import re

from scripts.device.controls import changes
from scripts.device.table import SETTINGS
from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import DeviceStep

_BEGIN = re.compile(r"begin_ns (\d+)")
_STEP = re.compile(r"(\d+) ([a-z_]+) (\d+)")
_BY_CONTROL = {setting.control: setting for setting in SETTINGS}


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
    found: list[tuple[int, str, int]] = []
    for number, line in enumerate(lines, 2):
        match = _STEP.fullmatch(line)
        if match is None or match[2] not in _BY_CONTROL:
            raise ParseError(source, number, f"expected a step, found {shorten(line)}")
        setting = _BY_CONTROL[match[2]]
        time_ns = int(begin[1]) + int(match[1])
        if rows and time_ns < rows[-1].time_ns:
            raise ParseError(source, number, "a step before the one ahead of it")
        if any(row.time_ns == time_ns and row.setting == setting.name for row in rows):
            raise ParseError(source, number, f"{setting.name} is set twice at one time")
        value = int(match[3]) / setting.unit.factor
        rows.append(DeviceStep(phase, len(rows), time_ns, setting.name, value))
        found.append((int(match[1]), match[2], int(match[3])))
    if not rows:
        raise ParseError(source, 1, "a schedule without a step")
    if asked is not None:
        wanted = changes(asked)
        if sorted(wanted) != sorted(found):
            words = f"has not the {len(wanted)} changes of settings that the job asks for"
            raise ParseError(source, None, words)
    return rows
