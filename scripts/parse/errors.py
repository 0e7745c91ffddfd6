"""The one error that every parser raises, and small strict conversions that raise it."""

from __future__ import annotations

import math


class ParseError(Exception):
    """A tool's output isn't what the tool prints: names the file, the line and what is wrong.

    ``str()`` of it is one line, fit for the user and for a row: ``file:line: what is wrong``.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        # Half a surrogate, which JSON may hold, has no place in a file.
        message = message.encode("utf-8", "backslashreplace").decode()
        self.source = source
        self.line = line
        self.message = message
        where = source if line is None else f"{source}:{line}"
        super().__init__(f"{where}: {message}")


def shorten(text: str, limit: int = 120) -> str:
    """Quote `text` for an error message, on one line and cut to `limit` characters."""
    quoted = repr(text)
    return quoted if len(quoted) <= limit else quoted[: limit - 4] + "...'"


# What a column of whole numbers holds.
LEAST_INTEGER, GREATEST_INTEGER = -(1 << 63), (1 << 63) - 1
_DIGITS_AT_MOST = len(str(GREATEST_INTEGER))


def to_integer(value: object, source: str, line: int | None, what: str) -> int:
    """Return `value` as an int of 64 bits.

    Raises ParseError for anything but an int or its decimal text, and for a greater one.
    """
    number = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str):
        sign, digits = value.strip()[:1], value.strip().removeprefix("-")
        if digits.isascii() and digits.isdigit():
            # Python reads no numbers of thousands of digits.
            number = int(digits.lstrip("0")[: _DIGITS_AT_MOST + 1] or "0")
            number = -number if sign == "-" else number
    if number is None:
        found = shorten(str(value))
        raise ParseError(source, line, f"{what} should be a whole number, found {found}")
    if not LEAST_INTEGER <= number <= GREATEST_INTEGER:
        found = shorten(str(value))
        raise ParseError(source, line, f"{what} does not fit into 64 bits, found {found}")
    return number


def to_number(value: object, source: str, line: int | None, what: str) -> float:
    """Return `value` as a finite float; raises ParseError for other types and for NaN."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise ParseError(source, line, f"{what} should be a number, found {shorten(str(value))}")
