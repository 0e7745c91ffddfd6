"""The one error that every parser raises, and small strict conversions that raise it."""

from __future__ import annotations


class ParseError(Exception):
    """A tool's output isn't what the tool prints: names the file, the line and what is wrong.

    ``str()`` of it is one line, fit for the user: ``file:line: what is wrong``.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        self.source = source
        self.line = line
        self.message = message
        where = source if line is None else f"{source}:{line}"
        super().__init__(f"{where}: {message}")


def shorten(text: str, limit: int = 120) -> str:
    """Quote `text` for an error message, on one line and cut to `limit` characters."""
    quoted = repr(text)
    return quoted if len(quoted) <= limit else quoted[: limit - 4] + "...'"


def to_integer(value: object, source: str, line: int | None, what: str) -> int:
    """Return `value` as an int; raises ParseError for anything but an int or its decimal text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        digits = value.strip().removeprefix("-")
        if digits.isascii() and digits.isdigit():
            return int(value)
    raise ParseError(source, line, f"{what} should be a whole number, found {shorten(str(value))}")


def to_number(value: object, source: str, line: int | None, what: str) -> float:
    """Return `value` as a finite float; raises ParseError for other types and for NaN."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
        if number == number and abs(number) != float("inf"):
            return number
    raise ParseError(source, line, f"{what} should be a number, found {shorten(str(value))}")
