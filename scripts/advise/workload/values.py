"""Values of columns by number: the same number is the same value, and more is mostly later."""

from __future__ import annotations

import datetime
import hashlib
import random
import uuid

from scripts.data.own.tables import Column

_START = datetime.datetime(2020, 1, 1)
# Times end before 2038, where MySQL's do.
_SPAN_S = 500_000_000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
# Of a text of which nothing is known.
_WIDTH = 16
_MOST_TEXT = 60_000
_OTHERS = {
    "inet": lambda n: f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}",
    "cidr": lambda n: f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}/32",
    "macaddr": lambda n: f"08:00:2b:{n >> 16 & 255:02x}:{n >> 8 & 255:02x}:{n & 255:02x}",
    "interval": lambda n: f"{n + 1} seconds",
    "tsvector": lambda n: f"'w{n}'",
    "xml": lambda n: f"<a>{n}</a>",
    "point": lambda n: f"({n % 180},{n % 90})",
}


class NoValueError(ValueError):
    """That no value of a type can be made: its name."""


def value_of(column: Column, number: int, width_bytes: float | None, distinct: int) -> str:
    """The value of a number from 0. Raises NoValueError for a type that has none here."""
    text = _made(column, number, width_bytes, distinct)
    try:
        return column.value(text)
    except ValueError as error:
        raise NoValueError(f"{column.name}: {error}") from None


def _made(column: Column, number: int, width_bytes: float | None, distinct: int) -> str:
    name, numbers = column.type_name, column.numbers
    if column.choices:
        return column.choices[number % len(column.choices)]
    if name == "YEAR":
        return str(1901 + number % 250)
    if column.type.is_integer:
        return str(number % _most_whole(name) + 1)
    if name in ("DECIMAL", "NUMERIC", "MONEY"):
        digits, scale = (*numbers, 0)[:2] if name == "DECIMAL" and numbers else (12, 2)
        whole = number % (10**digits - 1) + 1
        return f"{whole // 10**scale}.{whole % 10**scale:0{scale}d}" if scale else str(whole)
    if name in ("REAL", "DOUBLE PRECISION"):
        return str(number + 1)
    if name == "BOOLEAN":
        return str(number % 2)
    if name == "BIT":
        bits = (*numbers, 1)[0]
        return format(number % 2**bits, f"0{bits}b")
    if name == "UUID":
        return str(uuid.UUID(bytes=hashlib.md5(b"%d" % number, usedforsecurity=False).digest()))
    if name in ("JSON", "JSONB"):
        return f'{{"v": "{_text(number, (width_bytes or _WIDTH) - 8, None)}"}}'
    if name == "OTHER":
        return _other(column, number)
    if column.type.is_text:
        most = numbers[0] if numbers else None
        if name == "BINARY":
            return _text(number, most or 1, most or 1)
        return _text(number, width_bytes or _WIDTH, column.most or most)
    return _time(name, number, distinct)


def _most_whole(name: str) -> int:
    bits = {"TINYINT": 7, "SMALLINT": 15, "MEDIUMINT": 23, "INTEGER": 31}
    plain, _, is_unsigned = name.partition(" ")
    return 2 ** (bits.get(plain, 62) + bool(is_unsigned)) - 2


def _time(name: str, number: int, distinct: int) -> str:
    if name == "TIME":
        return f"{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    if name == "DATE":
        return (_START + datetime.timedelta(days=number % 36_500)).date().isoformat()
    step_s = max(1, _SPAN_S // max(distinct, 1))
    moment = _START + datetime.timedelta(seconds=number * step_s % _SPAN_S)
    return moment.isoformat(sep=" ")


def _text(number: int, width: float, most: int | None) -> str:
    """Digits of the number, and letters up to a width; of few characters, more digits in each."""
    room = min(most or _MOST_TEXT, _MOST_TEXT)
    digits = f"{number:08d}"
    if len(digits) > room:
        code = ""
        while number or not code:
            number, digit = divmod(number, len(_DIGITS))
            code = _DIGITS[digit] + code
        return code[-room:].rjust(room, "0")
    # Letters that no engine compresses well.
    more = min(room, round(width)) - len(digits)
    return digits + "".join(random.Random(number).choices(_LETTERS, k=more)) if more > 0 else digits


def _other(column: Column, number: int) -> str:
    native = column.native.lower()
    if native.endswith("[]"):
        return f"{{{number + 1}}}" if "int" in native or "num" in native else f"{{v{number}}}"
    for name, made in _OTHERS.items():
        if native.startswith(name):
            return made(number)
    raise NoValueError(f"{column.name}: {column.native}")
