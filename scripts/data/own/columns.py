"""A column of a schema, read from its words: type, default, and what else stands behind it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sqlglot import exp

from scripts.data.own.conditions import (
    default_for,
    is_everywhere,
    is_sequence,
    plain,
    sequence_of,
    zero_date,
)
from scripts.data.own.differences import Differences
from scripts.data.own.errors import fail
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Column, Foreign, Index, IndexPart, Table
from scripts.data.own.types import (
    EXTENSIONS,
    MYSQL_NAMES,
    POSTGRES_NAMES,
    POSTGRES_OWN,
    SERIALS,
    TYPES,
    WRITTEN,
)
from scripts.data.own.words import Words

# What ends a default.
_BEHIND_DEFAULT = (
    *("NOT", "NULL", "CONSTRAINT", "CHECK", "PRIMARY", "UNIQUE", "REFERENCES", "GENERATED"),
    *("COLLATE", "COMMENT", "ON", "AUTO_INCREMENT", "KEY", "DEFERRABLE", "INITIALLY", "INVISIBLE"),
)
_UNSIGNED = ("TINYINT", "SMALLINT", "MEDIUMINT", "INTEGER", "BIGINT")
_BY_BYTES = ("C", "POSIX", "BINARY", "UCS_BASIC")
_GREATEST = (2**15 - 1, 2**31 - 1, 2**63 - 1)
_ACTIONS = (("CASCADE",), ("RESTRICT",), ("NO", "ACTION"), ("SET", "NULL"))


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


def read_column(words: Words, table: Table, context: Context) -> None:
    """Take a column's definition, and put it and its keys into the table. Raises OwnError."""
    line, name = words.line, words.name()
    if name in table.columns:
        raise fail(words.file, line, f"column {table.name}.{name} is there twice")
    column = typed_column(words, name, line, table, context)
    while not words.is_over:
        _clause(words, column, table, context)


def typed_column(words: Words, name: str, line: int, table: Table, context: Context) -> Column:
    """Take a type, and put a column of it into the table."""
    where = f"{table.name}.{name}"
    kind = read_type(words, where, context)
    column = Column(name, kind.type_name, kind.numbers, line)
    column.native, column.choices = kind.native, kind.choices
    column.counts_up = kind.counts_up
    column.nullable = not kind.counts_up
    if column.type.difference:
        context.differences.note(column.type.difference, line, f"{where} {kind.type_name}")
    if kind.has_collation:
        context.differences.note("collation", line, f"the collation of {where}")
    if kind.is_unsigned:
        table.checks.append(exp.GTE(this=exp.column(name), expression=exp.Literal.number(0)))
    table.columns[name] = column
    return column


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
    if written in POSTGRES_OWN or (written == "TIME" and zone):
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
            kind.has_collation |= collation not in _BY_BYTES and not collation.endswith("_BIN")
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


def _clause(words: Words, column: Column, table: Table, context: Context) -> None:
    """Take one clause behind a column's type."""
    where, line, note = f"{table.name}.{column.name}", words.line, context.differences.note
    if words.take("CONSTRAINT"):
        words.name()
    elif words.take("NOT", "NULL"):
        column.nullable = False
    elif words.take("NULL"):
        column.nullable = True
    elif words.take("DEFAULT"):
        set_default(words.until(*_BEHIND_DEFAULT), column, table, context)
    elif words.take("PRIMARY", "KEY") or words.take("KEY"):
        table.primary_key = [column.name]
        key_options(words, context)
    elif words.take("UNIQUE"):
        words.take("KEY")
        index = Index(f"{table.name}_{column.name}_key", line, [IndexPart(column.name)], True)
        unique_options(words, index, context)
        table.indexes[index.name] = index
        key_options(words, context)
    elif words.take("CHECK"):
        read_check(words, table, context)
    elif words.at("REFERENCES"):
        context.references.append((table, read_reference(words, [column.name], context)))
    elif words.take("GENERATED") or words.at("AS"):
        _generated(words, column, table, context)
    elif words.take("AUTO_INCREMENT"):
        column.counts_up, column.nullable = True, False
    elif words.take("COMMENT"):
        words.next()
    elif words.take("COLLATE") or words.take("CHARACTER", "SET") or words.take("CHARSET"):
        name = words.next()
        while words.take("."):
            name = words.next()
        by_bytes = name.text.upper() in _BY_BYTES or name.text.lower().endswith("_bin")
        if not by_bytes and name.text.lower() != "default":
            note("collation", line, f"the collation of {where}")
    elif words.take("ON", "UPDATE"):
        words.until(*_BEHIND_DEFAULT)
        column.set_at_update = True
        note("on-update", line, f"ON UPDATE of {where}")
    elif words.take_any("STORAGE", "COMPRESSION", "COLUMN_FORMAT"):
        words.next()
        note("storage", line, f"the storage of {where}")
    else:
        raise words.unexpected()


def set_default(words: Words, column: Column, table: Table, context: Context) -> None:
    """Take a default."""
    line = words.line
    tree = words.expression()
    if is_sequence(tree):
        column.begins_at = context.sequences.get(sequence_of(tree), 1)
        column.counts_up, column.nullable, column.default = True, False, None
        return
    where = f"the default of {table.name}.{column.name}"
    if first := zero_date(plain(tree)):
        context.differences.note("zero-date", line, where)
        tree = first
    column.default = default_for(tree, column)
    if column.default is None:
        context.differences.note("default", line, f"{where} ({tree.sql(SOURCE_DIALECT)})")
    elif isinstance(column.default, exp.Null):
        column.default = None


def _generated(words: Words, column: Column, table: Table, context: Context) -> None:
    always = words.take("ALWAYS")
    if not always and not words.at("AS"):
        words.need("BY", "DEFAULT")
    line = words.line
    words.need("AS")
    if words.take("IDENTITY"):
        column.counts_up, column.nullable = True, False
        if words.at("("):
            where = f"{table.name}.{column.name}"
            column.begins_at = sequence_options(words.group(), where, context)
        return
    tree = plain(words.group().expression())
    column.is_virtual = words.take_any("STORED", "PERSISTENT", "VIRTUAL") in ("", "VIRTUAL")
    if is_everywhere(tree):
        column.computed = tree
    else:
        words = f"the generated column {table.name}.{column.name}"
        context.differences.note("generated", line, words)


def sequence_options(words: Words, what: str, context: Context) -> int:
    """Take the options of a sequence; returns the number that it begins at."""
    begins = 1
    while not words.is_over:
        line = words.line
        if words.take("START"):
            words.take("WITH")
            begins = words.number()
        elif words.take("SEQUENCE", "NAME") or words.take("OWNED", "BY"):
            words.qualified()
        elif words.take("AS"):
            words.next()
        elif words.take("NO"):
            if not words.take_any("MINVALUE", "MAXVALUE", "CYCLE"):
                raise words.unexpected()
        elif option := words.take_any("INCREMENT", "MINVALUE", "MAXVALUE", "CACHE", "CYCLE"):
            words.take("BY")
            sign = -1 if words.take("-") else 1
            number = 0 if option == "CYCLE" else sign * words.number()
            if number != 1 and number not in _GREATEST:
                context.differences.note("sequence", line, f"{option} of {what}")
        else:
            raise words.unexpected()
    return begins


def key_options(words: Words, context: Context) -> None:
    """Take what may stand behind a key, and says how it is stored."""
    while True:
        line = words.line
        if words.take("USING", "INDEX", "TABLESPACE") or words.take("TABLESPACE"):
            words.name()
        elif words.at("WITH", "("):
            words.need("WITH")
            words.group()
        elif words.take("USING", "BTREE") or words.take("USING", "HASH"):
            continue
        elif words.take("KEY_BLOCK_SIZE"):
            words.take("=")
            words.number()
        elif words.take("COMMENT"):
            words.next()
            continue
        elif words.take("DEFERRABLE") or words.take("INITIALLY", "DEFERRED"):
            context.differences.note("deferrable", line, "a key that is DEFERRABLE")
            continue
        elif words.take("NOT", "DEFERRABLE") or words.take("INITIALLY", "IMMEDIATE"):
            continue
        else:
            return
        context.differences.note("storage", line, "how a key is stored")


def unique_options(words: Words, index: Index, context: Context) -> None:
    """Take whether nulls are equal."""
    if words.take("NULLS", "NOT", "DISTINCT"):
        index.nulls_are_equal = True
        what = f"NULLS NOT DISTINCT of {index.name}"
        context.differences.note("nulls-not-distinct", index.line, what)
    else:
        words.take("NULLS", "DISTINCT")


def read_check(words: Words, table: Table, context: Context) -> None:
    """Take a CHECK's condition."""
    line, group = words.line, words.group()
    text = " ".join(group.text().split())
    group.place = 0
    if words.take("NO", "INHERIT") or words.take("NOT", "VALID") or words.take("ENFORCED"):
        pass
    if words.take("NOT", "ENFORCED"):
        return
    if group.take("JSON_VALID"):  # which is how MariaDB writes that a text is JSON
        name = group.group().name()
        if name in table.columns and group.is_over:
            table.columns[name].type_name = "JSON"
            return
        group.place = 0
    tree = plain(group.expression())
    if is_everywhere(tree):
        table.checks.append(tree)
    else:
        context.differences.note("check", line, f"CHECK ({text}) of {table.name}")


def read_reference(words: Words, columns: list[str], context: Context) -> Foreign:
    """Take REFERENCES and what is behind it."""
    line = words.line
    words.need("REFERENCES")
    table = words.table()
    keys = [each.name() for each in words.group().items()] if words.at("(") else []
    found = Foreign(line, columns, table, keys)
    what = f"a foreign key to {table}"
    while True:
        if words.take("MATCH"):
            if not words.take("SIMPLE"):
                words.need("FULL")
                found.deferred = f"MATCH FULL {found.deferred}".strip()
                context.differences.note("match-full", line, what)
        elif event := (words.take("ON") and words.take_any("DELETE", "UPDATE")):
            action = next((each for each in _ACTIONS if words.take(*each)), None)
            if action is None:
                raise words.unexpected()
            found.clauses.append(f"ON {event} {' '.join(action)}")
        elif words.take("DEFERRABLE"):
            found.deferred = f"{found.deferred} DEFERRABLE".strip()
            context.differences.note("deferrable", line, f"{what} that is DEFERRABLE")
        elif words.take("INITIALLY", "DEFERRED"):
            found.deferred = f"{found.deferred} INITIALLY DEFERRED".strip()
            context.differences.note("deferrable", line, f"{what} that is DEFERRED")
        elif not (
            words.take("NOT", "DEFERRABLE")
            or words.take("INITIALLY", "IMMEDIATE")
            or words.take("NOT", "VALID")
        ):
            return found
