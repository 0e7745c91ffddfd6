"""The rows of a folder's tables: read, checked against the schema, and written for the loaders.

A table's rows are in ``<table>.csv``, whose heading names its columns, or in ``data.sql`` as INSERT
statements; a table without either is empty. In a CSV file an empty field is null where the column
may be null, and else an empty text.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from sqlglot import exp

from scripts.data.own.errors import MOST, OwnError, Problem, fail
from scripts.data.own.schema import Column, Schema, Table
from scripts.data.own.statements import parse, split
from scripts.values.messages import listed, unknown

INSERTS = "data.sql"
NULL = "NULL"
# What a row takes beside its values, and an entry of an index beside its keys; pages are filled to
# two thirds where rows come in no order.
ROW_BYTES, ENTRY_BYTES, FILL = 40, 24, 1.5

# A row's values in the order of the table's columns, None for null; and the line that it is in.
Row = tuple[int, list[str | None]]


@dataclass
class Content:
    """What is known of a table's rows: their number, room, and the ends of whole numbers."""

    rows: int = 0
    bytes: int = 0
    low: dict[str, int] = field(default_factory=dict)
    high: dict[str, int] = field(default_factory=dict)


def read_rows(folder: Path, schema: Schema) -> dict[str, Content]:
    """Check all rows; returns what is known of them, by table. Raises OwnError."""
    return write_rows(folder, schema, None)


def write_rows(folder: Path, schema: Schema, out: Path | None) -> dict[str, Content]:
    """Check all rows, and write ``out``/<table>.csv for each table, with a heading.

    Raises OwnError with the problems that were found first.
    """
    inserts = _inserts(folder, schema)
    problems: list[Problem] = []
    contents = {}
    for name, table in schema.items():
        try:
            if out is None:
                contents[name] = _pass(_rows_of(folder, table, inserts), table, None)
                continue
            with (out / f"{name}.csv").open("w", encoding="ascii", newline="") as file:
                file.write(",".join(table.columns) + "\n")
                contents[name] = _pass(_rows_of(folder, table, inserts), table, file)
        except OwnError as error:
            problems += error.problems
    known = {f"{name}.csv" for name in schema}
    for path in sorted(folder.glob("*.csv")):
        if path.name not in known:
            problems.append(Problem(path.name, None, unknown("table", path.stem, schema)))
    if problems:
        raise OwnError(problems)
    return contents


def data_files(folder: Path) -> list[Path]:
    """The files that rows come from."""
    inserts = folder / INSERTS
    return [*sorted(folder.glob("*.csv")), *([inserts] if inserts.is_file() else [])]


def _rows_of(
    folder: Path, table: Table, inserts: dict[str, list[Row]]
) -> tuple[str, Iterable[Row]]:
    """The name of the file that a table's rows are in, and the rows as they are written there."""
    path = folder / f"{table.name}.csv"
    if not path.is_file():
        return INSERTS, inserts.get(table.name, [])
    if table.name in inserts:
        words = f"rows of {table.name} are in {path.name}, too: keep one of them"
        raise fail(INSERTS, inserts[table.name][0][0], words)
    return path.name, _csv_rows(path, table)


def _csv_rows(path: Path, table: Table) -> Iterator[Row]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file, strict=True)
            heading = [name.strip().lower() for name in next(reader, [])]
            if sorted(heading) != sorted(table.columns):
                words = f"the heading must name the columns of {table.name}: "
                raise fail(path.name, 1, f"{words}{listed(table.columns)} (got {listed(heading)})")
            places = [heading.index(name) for name in table.columns]
            nullable = [column.nullable for column in table.columns.values()]
            for fields in reader:
                if not fields:
                    continue
                if len(fields) != len(places):
                    words = f"has {len(fields)} columns in place of {len(places)}"
                    raise fail(path.name, reader.line_num, words)
                values = (fields[place] for place in places)
                yield (
                    reader.line_num,
                    [
                        None if value == "" and empty else value
                        for value, empty in zip(values, nullable, strict=True)
                    ],
                )
    except UnicodeDecodeError:
        raise fail(path.name, None, "is not UTF-8 text") from None
    except csv.Error as error:
        raise fail(path.name, reader.line_num, f"is no CSV: {error}") from None


def _inserts(folder: Path, schema: Schema) -> dict[str, list[Row]]:
    """The rows of ``data.sql``, by table."""
    path = folder / INSERTS
    found: dict[str, list[Row]] = {}
    if not path.is_file():
        return found
    for statement in split(path.read_text(encoding="utf-8"), INSERTS):
        tree = parse(statement, INSERTS)
        if not isinstance(tree, exp.Insert) or not isinstance(tree.expression, exp.Values):
            words = "must be INSERT INTO table (columns) VALUES (...), (...)"
            raise fail(INSERTS, statement.line, words)
        target = tree.this
        named = isinstance(target, exp.Schema)
        name = (target.this if named else target).name.lower()
        if name not in schema:
            raise fail(INSERTS, statement.line, unknown("table", name, schema))
        columns = schema[name].columns
        order = [part.name.lower() for part in target.expressions] if named else list(columns)
        for column in order:
            if column not in columns:
                words = unknown(f"column of {name}", column, columns)
                raise fail(INSERTS, statement.line, words)
        for row in tree.expression.expressions:
            values = row.expressions
            if len(values) != len(order):
                words = f"a row has {len(values)} values for {len(order)} columns"
                raise fail(INSERTS, statement.line, words)
            given = dict(zip(order, map(_literal, values), strict=True))
            whole = [given.get(column) for column in columns]
            found.setdefault(name, []).append((statement.line, whole))
    return found


def _literal(node: exp.Expression) -> str | None:
    if isinstance(node, exp.Null):
        return None
    if isinstance(node, exp.Neg):
        return f"-{node.this.name}"
    if isinstance(node, exp.Boolean):
        return "true" if node.this else "false"
    return node.name


def _pass(source: tuple[str, Iterable[Row]], table: Table, out: TextIO | None) -> Content:
    """Take a table's rows, each checked, and write them."""
    file, rows = source
    columns = list(table.columns.values())
    key = [list(table.columns).index(name) for name in table.primary_key]
    indexes = _index_columns(table)
    content, problems = Content(), []
    seen: dict[tuple[str | None, ...], int] = {}
    for line, row in rows:
        values = []
        for column, text in zip(columns, row, strict=True):
            try:
                values.append(_value(column, text))
            except ValueError as error:
                shown = "nothing" if text is None else f'"{text}"'
                words = f"{column.name} must be {error} (got {shown})"
                problems.append(Problem(file, line, words))
                values.append(None)
        if key:
            own = tuple(values[place] for place in key)
            if own in seen:
                named = ", ".join(map(str, own))
                words = f"primary key {named} is there twice (first in line {seen[own]})"
                problems.append(Problem(file, line, words))
            seen[own] = line
        if len(problems) >= MOST:
            break
        _count(content, columns, values, indexes)
        if out is not None:
            out.write(",".join(map(_field, columns, values)) + "\n")
    if problems:
        raise OwnError(problems)
    return content


def _value(column: Column, text: str | None) -> str | None:
    if text is None:
        if column.nullable:
            return None
        raise ValueError("given, as the column is NOT NULL")
    return column.type.value(text, column.numbers)


def _field(column: Column, value: str | None) -> str:
    """A value as both loaders read it: a null is the bare word, a text that is that word quoted."""
    if value is None:
        return NULL
    if column.type.is_text and (value == NULL or '"' in value or "," in value):
        return '"' + value.replace('"', '""') + '"'
    return value


def _index_columns(table: Table) -> list[list[str]]:
    return [
        *([table.primary_key] if table.primary_key else []),
        *table.indexes.values(),
        *table.unique.values(),
        *(columns for columns, _, _ in table.foreign),
    ]


def _count(
    content: Content, columns: list[Column], values: list[str | None], indexes: list[list[str]]
) -> None:
    widths = {}
    for column, value in zip(columns, values, strict=True):
        room = column.type.room_bytes
        if column.type.is_text and value is not None:
            room += column.numbers[0] if column.type_name == "CHAR" else len(value)
        widths[column.name] = room
        if column.type.is_integer and value is not None:
            number = int(value)
            content.low[column.name] = min(number, content.low.get(column.name, number))
            content.high[column.name] = max(number, content.high.get(column.name, number))
    content.rows += 1
    entries = sum(ENTRY_BYTES + sum(widths[name] for name in names) for names in indexes)
    content.bytes += round((ROW_BYTES + sum(widths.values()) + entries) * FILL)
