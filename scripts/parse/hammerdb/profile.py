"""``hdbxtprofile.log``: how long each kind of transaction took, by virtual user and in all.

It is HammerDB 6's. That of 4.12 is refused: it has no P75 and P25, its deviation is in
microseconds, and its summary counts each call of two users twice.
"""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import HammerdbTiming

PROCEDURES = frozenset({"NEWORD", "PAYMENT", "DELIVERY", "SLEV", "OSTAT"})

_HEADING = re.compile(r"\S+ Hammerdb Time Profile Report @ .+")
_RULE = re.compile(r"(?:\+-)+\+")
_OF_USER = re.compile(r">>>>> VIRTUAL USER (\d+) : ELAPSED TIME : (\d+)ms")
_OF_ALL = re.compile(r">>>>> SUMMARY OF (\d+) ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : (\d+)ms")
_PROCEDURE = re.compile(r">>>>> PROC: (\S+)")
_MS = r"(\d+\.\d{3})ms"
_TIMES = re.compile(rf"CALLS: (\d+)\tMIN: {_MS}\tAVG: {_MS}\tMAX: {_MS}\tTOTAL: {_MS}")
_SPREAD = re.compile(
    rf"P99: {_MS}\tP95: {_MS}\tP75: {_MS}\tP50: {_MS}\tP25: {_MS}\tSD: {_MS}\t"
    r"RATIO: (\d+\.\d{3})%"
)


class _Lines:
    """The lines of the file, one after the other, each as what it must be."""

    def __init__(self, text: str, source: str) -> None:
        self.lines, self.source, self.number = text[:-1].split("\n"), source, 0
        if not text.endswith("\n"):
            raise ParseError(source, text.count("\n") + 1, "the file is empty or ends in a line")

    def take(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        found = self.maybe(pattern)
        if found is None:
            line = self.lines[self.number] if self.number < len(self.lines) else "the file's end"
            words = f"should be {what}, found {shorten(line)}"
            raise ParseError(self.source, self.number + 1, words)
        return found

    def maybe(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        if self.number == len(self.lines):
            return None
        found = pattern.fullmatch(self.lines[self.number])
        self.number += found is not None
        return found

    def fail(self, message: str) -> ParseError:
        return ParseError(self.source, self.number, message)


def parse_profile(text: str, phase: str, source: str) -> list[HammerdbTiming]:
    """Return a row for each virtual user and kind of transaction, then those of all users."""
    lines = _Lines(text, source)
    rows: list[HammerdbTiming] = []
    lines.take(_HEADING, "the report's heading")
    lines.take(_RULE, "a rule")
    users: list[int] = []
    while user := lines.maybe(_OF_USER):
        users.append(int(user[1]))
        rows += _block(lines, phase, users[-1], float(user[2]))
    summary = lines.take(_OF_ALL, "a virtual user or the summary")
    if len(set(users)) != len(users) or len(users) != int(summary[1]):
        raise lines.fail(f"is a summary of {summary[1]} users, after those of {users}")
    everyone = _block(lines, phase, None, float(summary[2]))
    if lines.number != len(lines.lines):
        raise ParseError(source, lines.number + 1, "goes on after its summary")
    for row in everyone:
        calls = sum(each.calls for each in rows if each.procedure == row.procedure)
        if calls != row.calls:
            words = f"sums {row.calls} calls of {row.procedure}, the users made {calls}"
            raise ParseError(source, None, words)
    return rows + everyone


def _block(lines: _Lines, phase: str, user: int | None, elapsed_ms: float) -> list[HammerdbTiming]:
    """What stands under one heading, up to its rule."""
    rows: list[HammerdbTiming] = []
    while not lines.maybe(_RULE):
        procedure = lines.take(_PROCEDURE, "a kind of transaction, or a rule")[1]
        if procedure not in PROCEDURES or procedure in {row.procedure for row in rows}:
            raise lines.fail(f"{shorten(procedure)} is unknown, or was there before")
        calls, *times = lines.take(_TIMES, "calls and times").groups()
        spread = lines.take(_SPREAD, "percentiles").groups()
        figures = [float(value) for value in (*times, *spread)]
        rows.append(HammerdbTiming(phase, user, procedure, elapsed_ms, int(calls), *figures))
        if not figures[0] <= figures[1] <= figures[2]:
            raise lines.fail(f"the average of {procedure} isn't between its least and its most")
        percentiles = figures[4:9]
        if percentiles != sorted(percentiles, reverse=True):
            raise lines.fail(f"the percentiles of {procedure} don't fall")
    if not rows:
        raise lines.fail("has no kind of transaction")
    return rows
