"""The words of a timed run of TPROC-C, line by line, with what our script asks of its job.

A run is whole only if the console is, and there is one result, above 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scripts.parse.errors import ParseError, shorten
from scripts.parse.hammerdb.console import Console, Line, numbered
from scripts.parse.rows import HammerdbRun

_SECTION = re.compile(r"BEGIN jobs (\S+)")
_RAMPUP = re.compile(r"Beginning rampup time of (\d+) minutes")
_DURATION = re.compile(r"Timing test period of (\d+) in minutes")
_USERS = re.compile(r"(\d+) Active Virtual Users configured")
_RESULT = re.compile(r"TEST RESULT : System achieved (\d+) NOPM from (\d+) (\S+) TPM")
_KNOWN = re.compile(
    r"""Benchmark\ set\ to\ TPC-C\ for\ \S+
    |Clearing\ Script,\ reload\ script\ to\ activate\ new\ setting
    |Logging\ activated\ to\ .*
    |\d+\ Virtual\ Users\ Created\ with\ Monitor\ VU
    |Transaction\ Counter\ (log\ to\ temp\ set\ to\ 1|logging\ activated\ to\ .*|Started
        |thread\ running\ with\ threadid:\S+)
    |(Stopping|Closed)\ Transaction\ Counter(\ Log)?
    |\d+\ \S+\ tpm
    |Setting\ jobs\ output\ format\ to\ (JSON|text)""",
    re.VERBOSE,
)
# Whatever else a virtual user says may be the server's message of a call that failed.
_KNOWN_WORDS = re.compile(
    r"""RUNNING
    |Initializing\ xtprof\ time\ profiler
    |Ssl_cipher(\ .*)?
    |Assigned\ \d+\ WIDs\ =(\ \d+)+\ based\ on\ VU\ count\ \d+,\ Warehouses\ =\ \d+\ out\ of\ \d+
    |Processing\ \d+\ transactions\ with\ output\ suppressed\.\.\.
    |Rampup\ \d+\ minutes\ complete\ \.\.\.
    |Rampup\ complete,\ Taking\ start\ Transaction\ Count\.
    |\d+\s+\.\.\.,
    |Test\ complete,\ Taking\ end\ Transaction\ Count\.
    |Checkpoint\ and\ Vacuum(\ Complete)?
    |Gathering\ timing\ data\ from\ Active\ Virtual\ Users\.\.\.
    |Calculating\ timings\.\.\.
    |Writing\ timing\ data\ to\ .*""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Section:
    """What stands between ``BEGIN jobs NAME`` and ``END jobs NAME``."""

    text: str
    first_line: int


@dataclass(slots=True)
class Transcript:
    """A whole run: its result, and the sections of its job."""

    run: HammerdbRun
    sections: dict[str, Section]


@dataclass(slots=True)
class _TimedRun(Console):
    """What the lines of a timed run said so far."""

    def knows(self, number: int, line: str) -> bool:
        return _KNOWN.fullmatch(line) is not None

    def take_words(self, number: int, user: str, words: str) -> None:
        """Take what a virtual user said; nothing of it may be unknown."""
        if result := _RESULT.fullmatch(words):
            whats = ("NOPM", "TPM", "the result's database")
            for what, value in zip(whats, result.groups(), strict=True):
                self.once(what, value, number)
            if not int(result[1]) or not int(result[2]):
                raise self.fail(number, f"the result is not above 0: {shorten(words)}")
            return
        for what, pattern in (
            ("the time of the ramp-up", _RAMPUP),
            ("the time of the test", _DURATION),
            ("the number of virtual users", _USERS),
        ):
            if found := pattern.fullmatch(words):
                self.once(what, found[1], number)
                return
        if not _KNOWN_WORDS.fullmatch(words):
            raise self.fail(number, f"unknown words of virtual user {user}: {shorten(words)}")


def split_sections(text: str, source: str) -> tuple[list[Line], dict[str, Section]]:
    """The numbered lines outside of job sections, and the sections by name."""
    outside: list[Line] = []
    sections: dict[str, Section] = {}
    name, begin = None, 0
    inside: list[str] = []
    for number, line in numbered(text):
        opened = _SECTION.fullmatch(line)
        if name is None and opened is None:
            outside.append((number, line))
        elif name is None and opened is not None:
            name, begin, inside = opened[1], number, []
            if name in sections:
                raise ParseError(source, number, f"has the section {name} twice")
        elif line == f"END jobs {name}":
            sections[str(name)] = Section("\n".join(inside), begin + 1)
            name = None
        elif opened is not None:
            raise ParseError(source, number, f"the section {name} doesn't end ahead of another")
        else:
            inside.append(line)
    if name is not None:
        raise ParseError(source, begin, f"the section {name} doesn't end")
    return outside, sections


def parse_transcript(text: str, phase: str, source: str) -> Transcript:
    """Parse the output of a timed run; ParseError with HammerDB's own words where it failed."""
    lines, sections = split_sections(text.removesuffix("\n"), source)
    output = _TimedRun(source)
    last = output.read(lines, ends_whole=text.endswith("\n"))
    new_orders_per_min = output.number("NOPM", last)
    _check_users(output, last)
    if output.needed("the result's database", last) != output.needed("the database", last):
        raise ParseError(source, last, "the result is of another database than was set")
    run = HammerdbRun(
        phase=phase,
        version=output.needed("HammerDB's version", last),
        job_id=output.needed("the job", last),
        database=output.needed("the database", last),
        database_version=output.needed("the database's version", last),
        virtual_users=output.number("the number of virtual users", last),
        rampup_min=output.number("the time of the ramp-up", last),
        duration_min=output.number("the time of the test", last),
        new_orders_per_min=new_orders_per_min,
        transactions_per_min=output.number("TPM", last),
        failed_procedures=0,
    )
    return Transcript(run, sections)


def _check_users(output: _TimedRun, last: int) -> None:
    """One more virtual user was created than work: the monitor."""
    working = output.number("the number of virtual users", last)
    if len(output.created) != working + 1:
        words = f"{len(output.created)} virtual users were created for {working} and their monitor"
        raise ParseError(output.source, last, words)
