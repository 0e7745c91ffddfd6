"""What HammerDB's command line says of itself, whichever benchmark runs: each line a known one.

HammerDB ends with exit code 0 whatever happened, and goes on after many an error. So a run is
accepted only if every virtual user finished with success, no call or query failed, HammerDB said
that all are complete, and the last line is the one that our script ends with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scripts.parse.errors import ParseError, shorten

KNOWN_MAJOR = "6."
# A line with its number in the file.
Line = tuple[int, str]

_BANNER = re.compile(r"HammerDB CLI v(\S+)")
_CREATED = re.compile(r"Vuser (\d+) created(?: MONITOR)? - WAIT IDLE")
_USER = re.compile(r"Vuser (\d+):(.*)")
_DATABASE = re.compile(r"Database set to (\S+)")
# Of a MariaDB whose version has spaces, such as "11.8.9-MariaDB-0+deb13u1 from Debian", HammerDB
# prints the part ahead of the first "-", with the braces of Tcl's lists.
_VERSION = re.compile(r"DBVersion:\{*([^{}]+)\}*")
_END = re.compile(r"VURUN RETURNED: Benchmark Run jobid=([0-9A-F]{24})")

# What HammerDB says of itself on the way, without a figure that isn't elsewhere.
_KNOWN = re.compile(
    r"""Copyright\ .*HammerDB\ Ltd.*
    |Type\ "help"\ for\ a\ list\ of\ commands
    |Initialized\ (new\ )?Jobs\ on-disk\ database\ .*
    |Value\ .*\ is\ the\ same\ as\ existing\ value\ .*,\ no\ change\ made
    |Changed\ \S+:\S+\ from\ .*\ to\ .*\ for\ \S+
    |Script\ (cleared|loaded,\ Type\ "print\ script"\ to\ view)
    |TEST\ (STARTED|COMPLETE)
    |vudestroy\ success
    |""",
    re.VERBOSE,
)
# Errors of which the next line says more.
_FAILED = re.compile(
    r"Error in Virtual User \d+: .*|Transaction Counter Error: .*|Error.*|Warning: .*"
    # HammerDB goes on after these. Of MariaDB's calls it prints the server's message alone.
    r"|Vuser \d+:(.* Procedure Error .*|.* set RAISEERROR for Details|Query Failed .*"
    r"|\S+/db server: .*)"
    r"|Dictionary .* doesn't.*|Unknown prefix .*|Failed to .*|No Script loaded.*|STILL RUNNING"
    r"|Virtual Users remain running .*|Transaction Counter (Failed|is not running).*"
)


@dataclass(slots=True)
class Console:
    """What the lines said so far; a benchmark adds what is its own."""

    source: str
    values: dict[str, str] = field(default_factory=dict)
    created: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)

    def knows(self, number: int, line: str) -> bool:
        """Whether a line that isn't a virtual user's is one of this benchmark's own."""
        raise NotImplementedError

    def take_words(self, number: int, user: str, words: str) -> None:
        """Take what a virtual user said, its end and its database's version apart."""
        raise NotImplementedError

    def once(self, what: str, value: str, number: int) -> None:
        """Keep a figure; ParseError if it was there before."""
        if what in self.values:
            raise self.fail(number, f"reports {what} twice: {shorten(value)}")
        self.values[what] = value

    def needed(self, what: str, number: int) -> str:
        """A figure that must have been printed by line ``number``."""
        if what not in self.values:
            raise self.fail(number, f"the output ends without {what}")
        return self.values[what]

    def number(self, what: str, number: int) -> int:
        """A figure that must have been printed, a whole number."""
        return int(self.needed(what, number))

    def fail(self, number: int, message: str) -> ParseError:
        """The error of a line."""
        return ParseError(self.source, number, message)

    def read(self, lines: list[Line], *, ends_whole: bool) -> int:
        """Take all lines; returns the last one's number.

        Args:
            lines: those of the output that are HammerDB's, in order.
            ends_whole: whether the output ended with a line's end.

        Raises:
            ParseError: the run failed, is cut, or says what isn't known.
        """
        if not lines:
            raise ParseError(self.source, None, "has no line of HammerDB's")
        complain(lines, self.source)
        last, text = lines[-1]
        if not ends_whole:
            raise self.fail(last, "the output ends inside its last line")
        for number, line in lines:
            self._take(number, line)
        if _END.fullmatch(text) is None:
            raise self.fail(last, "the output ends ahead of the line VURUN RETURNED")
        self.needed("the line ALL VIRTUAL USERS COMPLETE", last)
        if missing := sorted(self.created - self.finished, key=int):
            raise self.fail(last, f"virtual users without an end: {', '.join(missing)}")
        return last

    def _take(self, number: int, line: str) -> None:
        """Take one line; ParseError for an unknown one."""
        if number == 1:
            banner = _BANNER.fullmatch(line)
            if banner is None:
                words = f"should begin with HammerDB's name, found {shorten(line)}"
                raise self.fail(number, words)
            if not banner[1].startswith(KNOWN_MAJOR):
                words = f"HammerDB {KNOWN_MAJOR}x is understood, this is {shorten(banner[1])}"
                raise self.fail(number, words)
            self.once("HammerDB's version", banner[1], number)
        elif user := _USER.fullmatch(line):
            if user[2] == "FINISHED FAILED":
                raise self.fail(number, f"HammerDB's virtual user {user[1]} failed")
            if user[2] == "FINISHED SUCCESS":
                self.finished.add(user[1])
            elif version := _VERSION.fullmatch(user[2]):
                if version[1] == "NULL":
                    raise self.fail(number, "HammerDB could not ask the server for its version")
                self.once("the database's version", version[1], number)
            else:
                self.take_words(number, user[1], user[2])
        elif created := _CREATED.fullmatch(line):
            self.created.add(created[1])
        elif database := _DATABASE.fullmatch(line):
            self.once("the database", database[1], number)
        elif line == "ALL VIRTUAL USERS COMPLETE":
            self.once(f"the line {line}", line, number)
        elif end := _END.fullmatch(line):
            self.once("the job", end[1], number)
        elif not _KNOWN.fullmatch(line) and not self.knows(number, line):
            raise self.fail(number, f"unknown line of HammerDB: {shorten(line)}")


def numbered(text: str) -> list[Line]:
    """The lines with their numbers; from its prompt on, HammerDB puts a return ahead of a line."""
    return [(number, line.lstrip("\r")) for number, line in enumerate(text.split("\n"), 1)]


def complain(lines: list[Line], source: str) -> None:
    """Raise ParseError with the first line that reports a failure, and the one after it."""
    for index, (number, line) in enumerate(lines):
        if _FAILED.fullmatch(line):
            following = [text for _, text in lines[index + 1 : index + 2]]
            more = [text for text in following if text and not text.startswith("Vuser")]
            raise ParseError(source, number, f"HammerDB failed: {' / '.join([line, *more])}")
