"""``hdbtcount.log``: the readings of the transaction counter, one a line, without their times."""

from __future__ import annotations

import re

from scripts.parse.errors import ParseError, shorten

_HEADING = re.compile(r"Hammerdb Transaction Counter Log @ .+")
_RULE = re.compile(r"(?:\+-)+\+")
_READING = re.compile(r"(\d+) \S+ tpm")


def parse_counter(text: str, source: str) -> list[int]:
    """Transactions per minute at each reading. A cut between two lines can't be seen here."""
    if not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the file is empty or ends inside a line")
    heading, *lines = text[:-1].split("\n")
    if not _HEADING.fullmatch(heading) or not lines or not _RULE.fullmatch(lines[0]):
        raise ParseError(source, 1, f"should be the counter's heading, found {shorten(heading)}")
    readings = []
    for number, line in enumerate(lines[1:], 3):
        found = _READING.fullmatch(line)
        if found is None:
            raise ParseError(source, number, f"should be a reading, found {shorten(line)}")
        readings.append(int(found[1]))
    return readings
