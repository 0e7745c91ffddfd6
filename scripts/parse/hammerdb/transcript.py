"""The words of HammerDB's command line in a timed run, line by line; each must be a known one.

HammerDB ends with exit code 0 whatever happened, and goes on after many an error. So a run is
whole only if every virtual user finished with success, there is one result, and the last line is
the one that our script ends with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import HammerdbRun, ToolMessage

KNOWN_MAJOR = "6."

_BANNER = re.compile(r"HammerDB CLI v(\S+)")
_SECTION = re.compile(r"BEGIN jobs (\S+)")
_CREATED = re.compile(r"Vuser (\d+) created(?: MONITOR)? - WAIT IDLE")
_USER = re.compile(r"Vuser (\d+):(.*)")
_DATABASE = re.compile(r"Database set to (\S+)")
_VERSION = re.compile(r"DBVersion:(.+)")
_RAMPUP = re.compile(r"Beginning rampup time of (\d+) minutes")
_DURATION = re.compile(r"Timing test period of (\d+) in minutes")
_USERS = re.compile(r"(\d+) Active Virtual Users configured")
_RESULT = re.compile(r"TEST RESULT : System achieved (\d+) NOPM from (\d+) (\S+) TPM")
_END = re.compile(r"VURUN RETURNED: Benchmark Run jobid=([0-9A-F]{24})")
_PROCEDURE_ERROR = re.compile(r".* Procedure Error set RAISEERROR for Details")

# What HammerDB says of itself on the way, without a figure that isn't told elsewhere.
_KNOWN = re.compile(
    r"""Copyright\ .*HammerDB\ Ltd.*
    |Type\ "help"\ for\ a\ list\ of\ commands
    |Initialized\ (new\ )?Jobs\ on-disk\ database\ .*
    |Benchmark\ set\ to\ TPC-C\ for\ \S+
    |Value\ .*\ is\ the\ same\ as\ existing\ value\ .*,\ no\ change\ made
    |Changed\ \S+:\S+\ from\ .*\ to\ .*\ for\ \S+
    |Clearing\ Script,\ reload\ script\ to\ activate\ new\ setting
    |Script\ (cleared|loaded,\ Type\ "print\ script"\ to\ view)
    |TEST\ (STARTED|COMPLETE)
    |Logging\ activated\ to\ .*
    |\d+\ Virtual\ Users\ Created\ with\ Monitor\ VU
    |Transaction\ Counter\ (log\ to\ temp\ set\ to\ 1|logging\ activated\ to\ .*|Started
        |thread\ running\ with\ threadid:\S+)
    |(Stopping|Closed)\ Transaction\ Counter(\ Log)?
    |\d+\ \S+\ tpm
    |ALL\ VIRTUAL\ USERS\ COMPLETE
    |vudestroy\ success
    |Setting\ jobs\ output\ format\ to\ (JSON|text)
    |""",
    re.VERBOSE,
)
# Errors of which the next line says more.
_FAILED = re.compile(
    r"Error in Virtual User \d+: .*|Transaction Counter Error: .*|Error.*|Warning: .*"
    r"|Dictionary .* doesn't.*|Unknown prefix .*|Failed to .*|No Script loaded.*|STILL RUNNING"
    r"|Virtual Users remain running .*|Transaction Counter (Failed|is not running).*"
)


@dataclass(frozen=True, slots=True)
class Section:
    """What stands between ``BEGIN jobs NAME`` and ``END jobs NAME``."""

    text: str
    first_line: int


@dataclass(slots=True)
class Transcript:
    """A whole run: its result, the lines that told of errors in it, the sections of its job."""

    run: HammerdbRun
    messages: list[ToolMessage]
    sections: dict[str, Section]


@dataclass(slots=True)
class _Reader:
    """What the lines told so far; `once` keeps a figure and complains of a second one."""

    source: str
    told: dict[str, str] = field(default_factory=dict)
    created: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)
    errors: list[tuple[int, str]] = field(default_factory=list)

    def once(self, what: str, value: str, number: int) -> None:
        if what in self.told:
            raise ParseError(self.source, number, f"tells {what} a second time: {shorten(value)}")
        self.told[what] = value

    def needed(self, what: str, number: int) -> str:
        if what not in self.told:
            raise ParseError(self.source, number, f"the output ends without {what}")
        return self.told[what]

    def number(self, what: str, number: int) -> int:
        return int(self.needed(what, number))


def split_sections(text: str, source: str) -> tuple[list[tuple[int, str]], dict[str, Section]]:
    """The numbered lines outside of job sections, and the sections by name."""
    outside: list[tuple[int, str]] = []
    sections: dict[str, Section] = {}
    name, begin, inside = None, 0, []
    for number, each in enumerate(text.split("\n"), 1):
        line = each.lstrip("\r")  # from its prompt on, HammerDB puts one ahead of a line
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
    _complain(lines, source)
    if not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the output ends inside its last line")
    reader = _Reader(source)
    for number, line in lines:
        _take(reader, number, line)
    last = lines[-1][0]
    if _END.fullmatch(lines[-1][1]) is None:
        raise ParseError(source, last, "the output ends ahead of the line VURUN RETURNED")
    _check_users(reader, last)
    if reader.needed("the result's database", last) != reader.needed("the database", last):
        raise ParseError(source, last, "the result is of another database than was set")
    run = HammerdbRun(
        phase=phase,
        version=reader.needed("HammerDB's version", last),
        job_id=reader.needed("the job", last),
        database=reader.needed("the database", last),
        database_version=reader.needed("the database's version", last),
        virtual_users=reader.number("the number of virtual users", last),
        rampup_min=reader.number("the time of the ramp-up", last),
        duration_min=reader.number("the time of the test", last),
        new_orders_per_min=reader.number("NOPM", last),
        transactions_per_min=reader.number("TPM", last),
        failed_procedures=len(reader.errors),
    )
    messages = [ToolMessage(phase, number, "error", line) for number, line in reader.errors]
    return Transcript(run, messages, sections)


def _complain(lines: list[tuple[int, str]], source: str) -> None:
    """Raise ParseError with the first line that tells of a failure, and the one after it."""
    for index, (number, line) in enumerate(lines):
        if _FAILED.fullmatch(line):
            following = [text for _, text in lines[index + 1 : index + 2]]
            more = [text for text in following if text and not text.startswith("Vuser")]
            raise ParseError(source, number, f"HammerDB failed: {' / '.join([line, *more])}")


def _take(reader: _Reader, number: int, line: str) -> None:
    """Take one line; ParseError for an unknown one."""
    if number == 1:
        banner = _BANNER.fullmatch(line)
        if banner is None:
            words = f"should begin with HammerDB's name, found {shorten(line)}"
            raise ParseError(reader.source, number, words)
        if not banner[1].startswith(KNOWN_MAJOR):
            words = f"HammerDB {KNOWN_MAJOR}x is understood, this is {shorten(banner[1])}"
            raise ParseError(reader.source, number, words)
        reader.once("HammerDB's version", banner[1], number)
    elif user := _USER.fullmatch(line):
        _take_words(reader, number, user[1], user[2])
    elif created := _CREATED.fullmatch(line):
        reader.created.add(created[1])
    elif database := _DATABASE.fullmatch(line):
        reader.once("the database", database[1], number)
    elif end := _END.fullmatch(line):
        reader.once("the job", end[1], number)
    elif _KNOWN.fullmatch(line) is None:
        raise ParseError(reader.source, number, f"unknown line of HammerDB: {shorten(line)}")


def _take_words(reader: _Reader, number: int, user: str, words: str) -> None:
    """Take what a virtual user said. Its words may be the server's, so any are known."""
    if words == "FINISHED FAILED":
        raise ParseError(reader.source, number, f"HammerDB's virtual user {user} failed")
    if words == "FINISHED SUCCESS":
        reader.finished.add(user)
    elif _PROCEDURE_ERROR.fullmatch(words):
        reader.errors.append((number, words))
    elif result := _RESULT.fullmatch(words):
        whats = ("NOPM", "TPM", "the result's database")
        for what, value in zip(whats, result.groups(), strict=True):
            reader.once(what, value, number)
    elif words.startswith("TEST RESULT"):
        raise ParseError(reader.source, number, f"no result that is known: {shorten(words)}")
    else:
        for what, pattern in (
            ("the database's version", _VERSION),
            ("the time of the ramp-up", _RAMPUP),
            ("the time of the test", _DURATION),
            ("the number of virtual users", _USERS),
        ):
            if found := pattern.fullmatch(words):
                reader.once(what, found[1], number)


def _check_users(reader: _Reader, last: int) -> None:
    """All virtual users that were created have finished, and one more than work: the monitor."""
    if missing := sorted(reader.created - reader.finished, key=int):
        raise ParseError(reader.source, last, f"virtual users without an end: {', '.join(missing)}")
    working = reader.number("the number of virtual users", last)
    if len(reader.created) != working + 1:
        words = f"{len(reader.created)} virtual users were created for {working} and their monitor"
        raise ParseError(reader.source, last, words)
