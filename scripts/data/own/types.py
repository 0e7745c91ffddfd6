"""The types that a column may have: how each engine calls them, and what values they take."""

from __future__ import annotations

import datetime
import json
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass

TEXT_BYTES_MAX = 65_535
_SINGLE_MAX = 3.4028234e38
_INTEGER = re.compile(r"[+-]?\d+")
_DECIMAL = re.compile(r"[+-]?(\d*)(?:\.(\d*))?")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d")
_BITS = re.compile(r"[01]+")
_BOOLEANS = {
    **dict.fromkeys(("t", "true", "y", "yes", "on", "1"), "1"),
    **dict.fromkeys(("f", "false", "n", "no", "off", "0"), "0"),
}


@dataclass(frozen=True)
class Type:
    """A type: names by dialect, how many numbers stand behind it, its room, and its values.

    ``value(text, numbers)`` gives a value as the loaders take it; raises ValueError, whose words
    say what it must be. ``sizes`` are how many numbers in parentheses it takes; ``mysql_numbers``
    is whether the others write them, too. ``difference`` is what has to be accepted of it.
    ``greatest`` is the end of a whole number's. ``fraction`` are the decimals of a second that
    PostgreSQL has where a schema gives none.
    """

    postgres: str
    mysql: str
    sizes: tuple[int, ...]
    room_bytes: int
    value: Callable[[str, tuple[int, ...]], str]
    is_text: bool = False
    is_integer: bool = False
    postgres_numbers: bool = True
    difference: str = ""
    fraction: tuple[int, ...] = ()
    greatest: int | None = None

    def named(self, dialect: str, numbers: tuple[int, ...]) -> str:
        """The type as a dialect of sqlglot's writes it."""
        postgres = dialect == "postgres"
        name = self.postgres if postgres else self.mysql
        numbers = numbers or (() if postgres else self.fraction)
        if not numbers or (postgres and not self.postgres_numbers):
            return name
        return f"{name}({','.join(map(str, numbers))})"


def _between(low: int, high: int) -> Callable[[str, tuple[int, ...]], str]:
    def value(text: str, _numbers: tuple[int, ...]) -> str:
        if not _INTEGER.fullmatch(text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
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


def _numeric(text: str, _numbers: tuple[int, ...]) -> str:
    return _decimal(text, (38, 10))


def _money(text: str, _numbers: tuple[int, ...]) -> str:
    return _decimal(text, (19, 2))


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


def _bytes(text: str, numbers: tuple[int, ...]) -> str:
    """Bytes that both loaders read alike: those of a text, which may be written in hexadecimal."""
    if text[:2].lower() in ("\\x", "0x"):
        try:
            text = bytes.fromhex(text[2:]).decode("ascii")
        except ValueError:
            text = "\\"
    if "\\" in text:
        raise ValueError("bytes of printable ASCII characters without a backslash")
    return _text(text, numbers)


def _padded(text: str, numbers: tuple[int, ...]) -> str:
    found, (length,) = _bytes(text, numbers), numbers or (1,)
    if len(found) != length:
        raise ValueError(f"{length} bytes")
    return found


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


def _moment(text: str, _numbers: tuple[int, ...]) -> str:
    """A time with a zone, in UTC, which is the zone of all servers."""
    try:
        time = datetime.datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.microsecond:
        raise ValueError("a time such as 2026-01-31 23:59:59+01:00, without parts of seconds")
    if time.tzinfo:
        time = time.astimezone(datetime.UTC).replace(tzinfo=None)
    return time.isoformat(sep=" ")


def _moment_to_2038(text: str, numbers: tuple[int, ...]) -> str:
    found = _moment(text, numbers)
    if not "1970-01-01 00:00:01" <= found <= "2038-01-19 03:14:07":
        raise ValueError("a time from 1970 to 2038-01-19")
    return found


def _of_day(text: str, _numbers: tuple[int, ...]) -> str:
    if not _TIME.fullmatch(text):
        raise ValueError("a time of the day such as 23:59:59")
    return text


def _boolean(text: str, _numbers: tuple[int, ...]) -> str:
    if text.lower() not in _BOOLEANS:
        raise ValueError("true or false")
    return _BOOLEANS[text.lower()]


def _uuid(text: str, _numbers: tuple[int, ...]) -> str:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise ValueError("a UUID such as 123e4567-e89b-12d3-a456-426614174000") from None


def _json(text: str, numbers: tuple[int, ...]) -> str:
    try:
        json.loads(text)
    except ValueError:
        raise ValueError("JSON") from None
    return _text(text, numbers)


def _bits(text: str, numbers: tuple[int, ...]) -> str:
    if not _BITS.fullmatch(text) or len(text) != (*numbers, 1)[0]:
        raise ValueError(f"{(*numbers, 1)[0]} bits such as 0101")
    return text


def _whole(postgres: str, mysql: str, room: int, low: int, high: int, difference: str = "") -> Type:
    value = _between(low, high)
    # A width that MySQL's dump has behind a whole number says nothing.
    return Type(
        postgres, mysql, (0,), room, value, is_integer=True, difference=difference, greatest=high
    )


def _signed(postgres: str, mysql: str, room: int, bits: int) -> Type:
    return _whole(postgres, mysql, room, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


TYPES = {
    "TINYINT": _signed("SMALLINT", "TINYINT", 2, 8),
    "SMALLINT": _signed("SMALLINT", "SMALLINT", 2, 16),
    "MEDIUMINT": _signed("INTEGER", "MEDIUMINT", 4, 24),
    "INTEGER": _signed("INTEGER", "INTEGER", 4, 32),
    "BIGINT": _signed("BIGINT", "BIGINT", 8, 64),
    "TINYINT UNSIGNED": _whole("SMALLINT", "TINYINT UNSIGNED", 2, 0, 2**8 - 1),
    "SMALLINT UNSIGNED": _whole("INTEGER", "SMALLINT UNSIGNED", 4, 0, 2**16 - 1),
    "MEDIUMINT UNSIGNED": _whole("INTEGER", "MEDIUMINT UNSIGNED", 4, 0, 2**24 - 1),
    "INTEGER UNSIGNED": _whole("BIGINT", "INTEGER UNSIGNED", 8, 0, 2**32 - 1),
    "BIGINT UNSIGNED": _whole("BIGINT", "BIGINT UNSIGNED", 8, 0, 2**63 - 1, "unsigned"),
    "YEAR": _whole("SMALLINT", "YEAR", 2, 1901, 2155),
    "OID": _whole("OID", "INTEGER UNSIGNED", 4, 0, 2**32 - 1),
    "DECIMAL": Type("DECIMAL", "DECIMAL", (1, 2), 8, _decimal),
    "NUMERIC": Type("NUMERIC", "DECIMAL(38,10)", (0,), 12, _numeric, difference="numeric"),
    "REAL": Type("REAL", "FLOAT", (0,), 4, _single),
    "DOUBLE PRECISION": Type("DOUBLE PRECISION", "DOUBLE PRECISION", (0,), 8, _float),
    "MONEY": Type("DECIMAL(19,2)", "DECIMAL(19,2)", (0,), 8, _money),
    "CHAR": Type("CHAR", "CHAR", (0, 1), 0, _text, is_text=True),
    "VARCHAR": Type("VARCHAR", "VARCHAR", (1,), 2, _text, is_text=True),
    "TEXT": Type("TEXT", "TEXT", (0,), 4, _text, is_text=True),
    "LONGTEXT": Type("TEXT", "LONGTEXT", (0,), 4, _text, is_text=True),
    "BLOB": Type("BYTEA", "LONGBLOB", (0,), 4, _bytes, is_text=True),
    "VARBINARY": Type("BYTEA", "VARBINARY", (1,), 4, _bytes, is_text=True, postgres_numbers=False),
    "BINARY": Type("BYTEA", "BINARY", (0, 1), 4, _padded, is_text=True, postgres_numbers=False),
    "DATE": Type("DATE", "DATE", (0,), 4, _date),
    "TIME": Type("TIME", "TIME", (0, 1), 8, _of_day, fraction=(6,)),
    "TIMESTAMP": Type("TIMESTAMP", "DATETIME", (0, 1), 8, _timestamp, fraction=(6,)),
    "TIMESTAMPTZ": Type("TIMESTAMPTZ", "DATETIME", (0, 1), 8, _moment, fraction=(6,)),
    "TIMESTAMP OF MYSQL": Type("TIMESTAMPTZ", "TIMESTAMP", (0, 1), 8, _moment_to_2038),
    "BOOLEAN": Type("BOOLEAN", "BOOLEAN", (0,), 1, _boolean),
    "BIT": Type("BIT", "CHAR", (0, 1), 1, _bits, is_text=True, difference="type"),
    "UUID": Type("UUID", "CHAR(36)", (0,), 36, _uuid, is_text=True),
    "JSON": Type("JSON", "JSON", (0,), 4, _json, is_text=True),
    "JSONB": Type("JSONB", "JSON", (0,), 4, _json, is_text=True),
    "ENUM": Type("VARCHAR", "ENUM", (0,), 2, _text, is_text=True, difference="enum-order"),
    "SET": Type("TEXT", "SET", (0,), 8, _text, is_text=True, difference="type"),
    # One that a server of PostgreSQL's has, by its own name, and one of an extension.
    "OTHER": Type("", "TEXT", (0,), 4, _text, is_text=True, difference="type"),
    "EXTENSION": Type("TEXT", "TEXT", (0,), 4, _text, is_text=True, difference="extension"),
}
# As PostgreSQL's schemas write them, beside the names above.
POSTGRES_NAMES = {
    "INT": "INTEGER", "INT2": "SMALLINT", "INT4": "INTEGER", "INT8": "BIGINT",
    "FLOAT4": "REAL", "FLOAT8": "DOUBLE PRECISION", "FLOAT": "DOUBLE PRECISION",
    "DOUBLE": "DOUBLE PRECISION", "DEC": "DECIMAL", "BOOL": "BOOLEAN", "CHARACTER": "CHAR",
    "BPCHAR": "CHAR", "CHARACTER VARYING": "VARCHAR", "STRING": "TEXT", "NAME": "TEXT",
    "BYTEA": "BLOB", "TIMETZ": "OTHER", "BIT VARYING": "OTHER", "DATETIME": "TIMESTAMP",
}  # fmt: skip
_POSTGRES_OWN = """
BOX CIDR CIRCLE INET INTERVAL LINE LSEG MACADDR MACADDR8 PATH POINT POLYGON PG_LSN TSQUERY
TSVECTOR XML INT4RANGE INT8RANGE NUMRANGE TSRANGE TSTZRANGE DATERANGE INT4MULTIRANGE
INT8MULTIRANGE NUMMULTIRANGE TSMULTIRANGE TSTZMULTIRANGE DATEMULTIRANGE REGCLASS REGPROC
JSONPATH XID CID TID
"""
POSTGRES_OWN = frozenset(_POSTGRES_OWN.split())
MYSQL_NAMES = {
    "INT": "INTEGER", "INT1": "TINYINT", "INT2": "SMALLINT", "INT3": "MEDIUMINT",
    "INT4": "INTEGER", "INT8": "BIGINT", "MIDDLEINT": "MEDIUMINT", "NUMERIC": "DECIMAL",
    "DEC": "DECIMAL", "FIXED": "DECIMAL", "FLOAT": "REAL", "FLOAT4": "REAL",
    "DOUBLE": "DOUBLE PRECISION", "FLOAT8": "DOUBLE PRECISION", "REAL": "DOUBLE PRECISION",
    "BOOL": "BOOLEAN", "CHARACTER": "CHAR", "NCHAR": "CHAR", "CHARACTER VARYING": "VARCHAR",
    "NVARCHAR": "VARCHAR", "TINYTEXT": "TEXT", "MEDIUMTEXT": "LONGTEXT", "LONG": "LONGTEXT",
    "TINYBLOB": "BLOB", "MEDIUMBLOB": "BLOB", "LONGBLOB": "BLOB", "DATETIME": "TIMESTAMP",
    "TIMESTAMP": "TIMESTAMP OF MYSQL", "INET4": "EXTENSION", "INET6": "EXTENSION",
    "POINT": "EXTENSION", "POLYGON": "EXTENSION",
}  # fmt: skip
SERIALS = {
    "SERIAL": "INTEGER", "BIGSERIAL": "BIGINT", "SMALLSERIAL": "SMALLINT", "SERIAL4": "INTEGER",
    "SERIAL8": "BIGINT", "SERIAL2": "SMALLINT",
}  # fmt: skip
# Of extensions, or of a server's own that no other has and whose values bandwise can't check.
_EXTENSIONS = """
CITEXT HSTORE LTREE LQUERY CUBE GEOMETRY GEOGRAPHY RASTER VECTOR HALFVEC LINESTRING MULTIPOINT
MULTILINESTRING MULTIPOLYGON GEOMETRYCOLLECTION GEOMCOLLECTION EARTH
"""
EXTENSIONS = frozenset(_EXTENSIONS.split())
# How a schema may write them.
WRITTEN = (
    "SMALLINT, INTEGER, BIGINT, SERIAL, BIGSERIAL, DECIMAL(p,s), NUMERIC, REAL, DOUBLE PRECISION, "
    "CHAR(n), VARCHAR(n), TEXT, BYTEA, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, BOOLEAN, UUID, JSON, "
    "and MySQL's in a dump of its"
)
