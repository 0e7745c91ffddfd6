"""The types that a column may have: how each engine calls them, and what values they take."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass

TEXT_BYTES_MAX = 65_535
_SINGLE_MAX = 3.4028234e38
_INTEGER = re.compile(r"[+-]?\d+")
_DECIMAL = re.compile(r"[+-]?(\d*)(?:\.(\d*))?")
_BOOLEANS = {
    **dict.fromkeys(("t", "true", "y", "yes", "on", "1"), "1"),
    **dict.fromkeys(("f", "false", "n", "no", "off", "0"), "0"),
}


@dataclass(frozen=True)
class Type:
    """A type: names by dialect, how many numbers stand behind it, its room, and its values.

    ``value(text, numbers)`` gives a value as the loaders take it; raises ValueError, whose words
    say what it must be. ``sizes`` are how many numbers in parentheses it takes.
    """

    postgres: str
    mysql: str
    sizes: tuple[int, ...]
    room_bytes: int
    value: Callable[[str, tuple[int, ...]], str]
    is_text: bool = False
    is_integer: bool = False

    def named(self, dialect: str, numbers: tuple[int, ...]) -> str:
        """The type as a dialect of sqlglot's writes it."""
        name = self.postgres if dialect == "postgres" else self.mysql
        return f"{name}({','.join(map(str, numbers))})" if numbers else name


def _integer(bits: int) -> Callable[[str, tuple[int, ...]], str]:
    high = 2 ** (bits - 1)

    def value(text: str, _numbers: tuple[int, ...]) -> str:
        if not _INTEGER.fullmatch(text) or not -high <= int(text) < high:
            raise ValueError(f"a whole number from {-high} to {high - 1}")
        return str(int(text))

    return value


def _decimal(text: str, numbers: tuple[int, ...]) -> str:
    precision, scale = (*numbers, 0)[:2] if numbers else (10, 0)
    found = _DECIMAL.fullmatch(text)
    whole, part = ((found[1] or "").lstrip("0"), found[2] or "") if found else ("", "")
    good = found and (found[1] or found[2])
    if not good or len(whole) > precision - scale or len(part.rstrip("0")) > scale:
        raise ValueError(f"a number of {precision - scale} digits and {scale} decimals at most")
    return text


def _float(text: str, _numbers: tuple[int, ...]) -> str:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number - number != 0 or "_" in text:
        raise ValueError("a finite number")
    return text


def _single(text: str, numbers: tuple[int, ...]) -> str:
    _float(text, numbers)
    if abs(float(text)) > _SINGLE_MAX:
        raise ValueError("a number of single precision, up to 3.4e38")
    return text


def _text(text: str, numbers: tuple[int, ...]) -> str:
    most = numbers[0] if numbers else TEXT_BYTES_MAX
    if len(text) > most:
        raise ValueError(f"a text of {most} characters at most")
    if not text.isascii() or not text.isprintable():
        raise ValueError("a text of printable ASCII characters")
    return text


def _date(text: str, _numbers: tuple[int, ...]) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("a date such as 2026-01-31") from None


def _timestamp(text: str, _numbers: tuple[int, ...]) -> str:
    try:
        time = datetime.datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo or time.microsecond:
        raise ValueError("a time such as 2026-01-31 23:59:59, without a zone or parts of seconds")
    return time.isoformat(sep=" ")


def _boolean(text: str, _numbers: tuple[int, ...]) -> str:
    if text.lower() not in _BOOLEANS:
        raise ValueError("true or false")
    return _BOOLEANS[text.lower()]


# By sqlglot's names.
TYPES = {
    "SMALLINT": Type("SMALLINT", "SMALLINT", (0,), 2, _integer(16), is_integer=True),
    "INT": Type("INTEGER", "INTEGER", (0,), 4, _integer(32), is_integer=True),
    "BIGINT": Type("BIGINT", "BIGINT", (0,), 8, _integer(64), is_integer=True),
    "DECIMAL": Type("DECIMAL", "DECIMAL", (1, 2), 8, _decimal),
    "FLOAT": Type("REAL", "FLOAT", (0,), 4, _single),
    "DOUBLE": Type("DOUBLE PRECISION", "DOUBLE PRECISION", (0,), 8, _float),
    "CHAR": Type("CHAR", "CHAR", (1,), 0, _text, is_text=True),
    "VARCHAR": Type("VARCHAR", "VARCHAR", (1,), 2, _text, is_text=True),
    "TEXT": Type("TEXT", "TEXT", (0,), 4, _text, is_text=True),
    "DATE": Type("DATE", "DATE", (0,), 4, _date),
    "TIMESTAMP": Type("TIMESTAMP", "DATETIME", (0,), 8, _timestamp),
    "BOOLEAN": Type("BOOLEAN", "BOOLEAN", (0,), 1, _boolean),
}
ALIASES = {
    "DATETIME": "TIMESTAMP",
    "SERIAL": "INT",
    "BIGSERIAL": "BIGINT",
    "SMALLSERIAL": "SMALLINT",
}
# How a schema may write them.
WRITTEN = (
    "SMALLINT, INTEGER, BIGINT, SERIAL, BIGSERIAL, DECIMAL(p,s), REAL, DOUBLE PRECISION, CHAR(n), "
    "VARCHAR(n), TEXT, DATE, TIMESTAMP, BOOLEAN"
)
