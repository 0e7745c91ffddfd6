"""Types as a schema writes them, and what is known of one while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scripts.data.own.differences import Differences
from scripts.data.own.errors import fail
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Foreign, Table
from scripts.data.own.types import (
    EXTENSIONS,
    MYSQL_NAMES,
    POSTGRES_NAMES,
    POSTGRES_OWN,
    SERIALS,
    TYPES,
    WRITTEN,
)
from scripts.data.own.words import Word, Words

_UNSIGNED = ("TINYINT", "SMALLINT", "MEDIUMINT", "INTEGER", "BIGINT")
# Collations in which texts compare by their bytes.
BY_BYTES = ("C", "POSIX", "BINARY", "UCS_BASIC")


@dataclass
class Kind:
    """A type as a schema writes it, and what comes with it."""

    type_name: str
    numbers: tuple[int, ...] = ()
    native: str = ""
    choices: tuple[str, ...] = ()
    counts_up: bool = False
    is_unsigned: bool = False
    has_collation: bool = False


@dataclass
class Context:
    """What statements before have made, and what is noted on the way.

    Attributes:
        types: kinds of the schema's own types, by name.
        sequences: where they begin, by name.
        references: foreign keys with their tables, whose targets are looked up at the end.
    """

    file: str
    dialect: str
    differences: Differences
    types: dict[str, Kind] = field(default_factory=dict)
    sequences: dict[str, int] = field(default_factory=dict)
    references: list[tuple[Table, Foreign]] = field(default_factory=list)


def read_type(words: Words, where: str, context: Context) -> Kind:
    """Take a type. Raises OwnError for one that is unknown."""
    line, first = words.line, words.place
    is_source = context.dialect == SOURCE_DIALECT
    name = words.next()
    while words.take("."):
        name = words.next()
    written = _whole_name(name.upper or name.text.upper(), words)
    if written == "CHAR" and not name.upper:
        return Kind("CHAR", (1,))  # a type of one byte, in quotes
    group = words.group() if words.at("(") else None
    zone = words.take("WITH", "TIME", "ZONE")
    if not zone:
        words.take("WITHOUT", "TIME", "ZONE")
    while written == "INTERVAL" and words.take_any("YEAR", "MONTH", "DAY", "HOUR", "TO", "SECOND"):
        pass
    texts, sizes = _arguments(group)
    others = [each.text for each in (group.words if group else []) if not _is_argument(each)]
    if known := context.types.get(name.text.lower()):
        kind = replace(known)
    elif is_source:
        kind = _of_postgres(written, sizes, zone)
    else:
        kind = _of_mysql(written, sizes, texts, words)
    if kind.type_name in ("OTHER", "EXTENSION"):
        kind.native = kind.native or " ".join(words.between(first, words.place).lower().split())
    elif kind.type_name not in TYPES:
        raise fail(words.file, line, f"{where}: unknown type {written} (known: {WRITTEN})")
    elif len(kind.numbers) not in TYPES[kind.type_name].sizes and not known:
        wanted = " or ".join(map(str, TYPES[kind.type_name].sizes))
        raise fail(words.file, line, f"{where}: {written} takes {wanted} numbers in parentheses")
    elif others and not (kind.choices or known):
        got = f"whole numbers in parentheses, and not {others[0]}"
        raise fail(words.file, line, f"{where}: {written} takes {got}")
    elif kind.type_name == "DECIMAL" and kind.numbers[0] < (*kind.numbers, 0)[1]:
        limits = "has more decimals than digits, which not all engines take"
        raise fail(words.file, line, f"{where}: {written}({sizes[0]},{sizes[1]}) {limits}")
    return _array(kind, words)


def _whole_name(written: str, words: Words) -> str:
    """The name of a type of several words."""
    if written in ("CHARACTER", "CHAR", "BIT", "NCHAR") and words.take("VARYING"):
        return "BIT VARYING" if written == "BIT" else "VARCHAR"
    if written == "NATIONAL":
        kind = words.next().upper
        return "VARCHAR" if words.take("VARYING") or kind == "VARCHAR" else "CHAR"
    if written == "DOUBLE":
        words.take("PRECISION")
        return "DOUBLE PRECISION"
    if written == "LONG":
        if words.take("VARBINARY"):
            return "BLOB"
        words.take("VARCHAR")
    return written


def _is_argument(word: Word) -> bool:
    return word.is_string or word.text.isdigit() or word.text == ","


def _arguments(group: Words | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What stands in parentheses behind a type: texts, and numbers."""
    if group is None:
        return (), ()
    words = [each for each in group.words if each.text != ","]
    texts = tuple(each.text for each in words if each.is_string)
    return texts, tuple(int(each.text) for each in words if each.text.isdigit())


def _of_postgres(written: str, numbers: tuple[int, ...], zone: bool) -> Kind:
    if written in SERIALS:
        return Kind(SERIALS[written], counts_up=True)
    if written in EXTENSIONS:
        return Kind("EXTENSION")
    is_padded_text = written == "BPCHAR" and not numbers
    if written in POSTGRES_OWN or (written == "TIME" and zone) or is_padded_text:
        return Kind("OTHER")
    if written == "FLOAT" and numbers:
        return Kind("REAL" if numbers[0] <= 24 else "DOUBLE PRECISION")
    name = POSTGRES_NAMES.get(written, written)
    if name == "TIMESTAMP" and zone:
        name = "TIMESTAMPTZ"
    elif name in ("DECIMAL", "NUMERIC"):
        name = "DECIMAL" if numbers else "NUMERIC"
    elif name == "VARCHAR" and not numbers:
        name = "TEXT"
    elif name in ("CHAR", "BIT", "BINARY") and not numbers:
        numbers = (1,)
    return Kind(name, numbers)


def _of_mysql(written: str, numbers: tuple[int, ...], texts: tuple[str, ...], words: Words) -> Kind:
    name = MYSQL_NAMES.get(written, written)
    kind = Kind(name, numbers, choices=texts)
    if written in EXTENSIONS or name == "EXTENSION":
        return Kind("EXTENSION")
    if written == "SERIAL":
        return Kind("BIGINT UNSIGNED", counts_up=True)
    is_unsigned = False
    while True:
        if words.take_any("UNSIGNED", "ZEROFILL"):
            is_unsigned = True
        elif words.take("CHARACTER", "SET") or words.take_any("CHARSET", "COLLATE"):
            words.take("=")
            collation = words.next().text.upper()
            kind.has_collation |= collation not in BY_BYTES and not collation.endswith("_BIN")
        elif not words.take_any("SIGNED", "BINARY", "ASCII", "UNICODE"):
            break
    if name == "BIT" and numbers in ((), (1,)):
        kind = Kind("BOOLEAN")
    elif name in _UNSIGNED:
        kind.type_name, kind.numbers = f"{name} UNSIGNED" if is_unsigned else name, ()
    elif name in ("REAL", "DOUBLE PRECISION", "YEAR", "TEXT", "LONGTEXT", "BLOB", "BOOLEAN"):
        kind.numbers = ()
    elif name in ("CHAR", "BINARY") and not numbers:
        kind.numbers = (1,)
    elif name == "DECIMAL" and not numbers:
        kind.numbers = (10, 0)
    elif name in ("TIME", "TIMESTAMP", "TIMESTAMP OF MYSQL") and not numbers:
        kind.numbers = (0,)
    kind.is_unsigned = is_unsigned and not kind.type_name.endswith("UNSIGNED")
    return kind


def _array(kind: Kind, words: Words) -> Kind:
    """The kind, or an array of it."""
    is_array = words.take("ARRAY")
    while words.at("["):
        is_array = True
        words.skip()
    if not is_array:
        return kind
    if kind.type_name in ("ENUM", "EXTENSION"):
        name = "text"
    else:
        name = kind.native or TYPES[kind.type_name].named(SOURCE_DIALECT, kind.numbers)
    return Kind("OTHER", native=f"{name}[]")
