"""A column of a schema, read from its words: type, default, and what else stands behind it."""

from __future__ import annotations

from sqlglot import exp

from scripts.data.own.conditions import (
    default_for,
    is_everywhere,
    is_sequence,
    plain,
    sequence_of,
    zero_date,
)
from scripts.data.own.errors import fail
from scripts.data.own.kinds import BY_BYTES, Context, read_type
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Column, Foreign, Index, IndexPart, Table
from scripts.data.own.words import Words

# What ends a default.
_BEHIND_DEFAULT = (
    *("NOT", "NULL", "CONSTRAINT", "CHECK", "PRIMARY", "UNIQUE", "REFERENCES", "GENERATED"),
    *("COLLATE", "COMMENT", "ON", "AUTO_INCREMENT", "KEY", "DEFERRABLE", "INITIALLY", "INVISIBLE"),
)
_STORED = ("STORAGE", "COMPRESSION", "COLUMN_FORMAT", "SRID")
_GREATEST = (2**15 - 1, 2**31 - 1, 2**63 - 1)
_ACTIONS = (("CASCADE",), ("RESTRICT",), ("NO", "ACTION"), ("SET", "NULL"))


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
        shown = kind.native or kind.type_name
        context.differences.note(column.type.difference, line, f"{where} {shown}")
    if kind.has_collation:
        context.differences.note("collation", line, f"the collation of {where}")
    if kind.is_unsigned:
        table.checks.append(exp.GTE(this=exp.column(name), expression=exp.Literal.number(0)))
    table.columns[name] = column
    return column


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
        by_bytes = name.text.upper() in BY_BYTES or name.text.lower().endswith("_bin")
        if not by_bytes and name.text.lower() != "default":
            note("collation", line, f"the collation of {where}")
    elif words.take("ON", "UPDATE"):
        words.until(*_BEHIND_DEFAULT)
        column.set_at_update = True
        note("on-update", line, f"ON UPDATE of {where}")
    elif words.take("COMPRESSED") or (words.take_any(*_STORED) and words.next()):
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
        what = f"the generated column {table.name}.{column.name}"
        context.differences.note("generated", line, what)


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
