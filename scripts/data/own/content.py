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

from scripts.data.own.errors import MOST, OwnError, Problem, fail
from scripts.data.own.inserts import INSERTS, Row, read_inserts
from scripts.data.own.keys import Keys
from scripts.data.own.names import folded
from scripts.data.own.tables import Column, Schema, Table
from scripts.engines.reserved import reserved
from scripts.values.messages import listed, unknown

NULL = "NULL"
# What a row takes beside its values, and an entry of an index beside its keys; pages are filled to
# two thirds where rows come in no order.
ROW_BYTES, ENTRY_BYTES, FILL = 40, 24, 1.5


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
    inserts = read_inserts(folder, schema)
    problems: list[Problem] = []
    contents = {}
    keys = Keys(schema)
    for name, table in schema.items():
        try:
            if out is None:
                contents[name] = _pass(rows_of(folder, table, inserts), table, keys, None)
                continue
            with (out / f"{name}.csv").open("w", encoding="ascii", newline="") as file:
                file.write(",".join(table.loaded) + "\n")
                contents[name] = _pass(rows_of(folder, table, inserts), table, keys, file)
        except OwnError as error:
            problems += error.problems
    if not problems:
        problems += keys.orphans()
    known = {f"{file_name(name)}.csv" for name in schema}
    for path in sorted(folder.glob("*.csv")):
        if path.name not in known:
            named = [file_name(name) for name in schema]
            problems.append(Problem(path.name, None, unknown("table", path.stem, named)))
    if problems:
        raise OwnError(problems)
    return contents


def file_name(table: str) -> str:
    """What the file of a table's rows is called: a word that engines reserve stands as it is."""
    plain = table.removesuffix("_")
    return plain if plain in reserved() else table


def rows_of(folder: Path, table: Table, inserts: dict[str, list[Row]]) -> tuple[str, Iterable[Row]]:
    """The name of the file that a table's rows are in, and the rows as they are written there."""
    path = folder / f"{file_name(table.name)}.csv"
    if not path.is_file():
        return INSERTS, inserts.get(table.name, [])
    if table.name in inserts:
        words = f"rows of {table.name} are in {path.name}, too: keep one of them"
        raise fail(INSERTS, inserts[table.name][0][0], words)
    return path.name, _csv_rows(path, table)


def _csv_rows(path: Path, table: Table) -> Iterator[Row]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            heading = [name.strip().lower() for name in next(reader, [])]
            columns = table.loaded
            if len(heading) == 1 and len(columns) > 1:
                for sign, name in ((";", "semicolons"), ("\t", "tabs")):
                    if sign in heading[0]:
                        words = f"columns are separated by commas, and not by {name}"
                        raise fail(path.name, 1, words)
            heading = [folded(name) for name in heading]
            if sorted(heading) != sorted(columns):
                words = f"the heading must name the columns of {table.name}: "
                raise fail(path.name, 1, f"{words}{listed(columns)} (got {listed(heading)})")
            places = [heading.index(name) for name in columns]
            nullable = [column.nullable for column in columns.values()]
            for fields in reader:
                if not fields:
                    continue
                if len(fields) != len(places):
                    words = f"has {len(fields)} columns in place of {len(places)}"
                    raise fail(path.name, reader.line_num, words)
                if "\\N" in fields:
                    words = "\\N is no null here: leave the field empty"
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


def _pass(
    source: tuple[str, Iterable[Row]], table: Table, keys: Keys, out: TextIO | None
) -> Content:
    """Take a table's rows, each checked, and write them."""
    file, rows = source
    columns = list(table.loaded.values())
    indexes = _index_columns(table)
    content, problems = Content(), []
    for line, row in rows:
        values = []
        for column, text in zip(columns, row, strict=True):
            try:
                values.append(checked(column, text))
            except ValueError as error:
                shown = "nothing" if text is None else f'"{text}"'
                words = f"{column.name} must be {error} (got {shown})"
                problems.append(Problem(file, line, words))
                values.append(None)
        problems += keys.add(table, values, file, line)
        if len(problems) >= MOST:
            break
        _count(content, columns, values, indexes)
        if out is not None:
            out.write(csv_line(columns, values))
    if problems:
        raise OwnError(problems)
    return content


def checked(column: Column, text: str | None) -> str | None:
    """A value as loaders take it. Raises ValueError with what it must be."""
    if text is None:
        if column.nullable:
            return None
        raise ValueError("given, as the column is NOT NULL")
    return column.value(text)


def csv_line(columns: Iterable[Column], values: Iterable[str | None]) -> str:
    """A row as loaders read it."""
    return ",".join(map(_field, columns, values)) + "\n"


def _field(column: Column, value: str | None) -> str:
    """A value as both loaders read it: a null is the bare word, a text that is that word quoted."""
    if value is None:
        return NULL
    if (column.type.is_text and value == NULL) or '"' in value or "," in value:
        return '"' + value.replace('"', '""') + '"'
    return value


def _index_columns(table: Table) -> list[list[str]]:
    return [
        *([table.primary_key] if table.primary_key else []),
        *(index.columns for index in table.indexes.values()),
        *(foreign.columns for foreign in table.foreign),
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
    entries = sum(ENTRY_BYTES + sum(widths.get(name, 8) for name in names) for names in indexes)
    content.bytes += round((ROW_BYTES + sum(widths.values()) + entries) * FILL)
