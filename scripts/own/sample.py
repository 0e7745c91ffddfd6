"""Ten rows of each table, and those that they refer to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scripts.data.own.content import Content, checked, rows_of
from scripts.data.own.inserts import read_inserts
from scripts.data.own.tables import Schema, Table

ROWS = 10
Row = list[str | None]
Key = tuple[str | None, ...]
Rows = dict[str, list[Row]]


def sample_of(folder: Path, schema: Schema, count: int = ROWS) -> Rows:
    """The first rows of each table of a folder that is right, and all that foreign keys need."""
    inserts = read_inserts(folder, schema)

    def all_rows(table: Table) -> Iterable[Row]:
        for _, row in rows_of(folder, table, inserts)[1]:
            yield [
                checked(column, text)
                for column, text in zip(table.loaded.values(), row, strict=True)
            ]

    found: Rows = {}
    for name, table in schema.items():
        found[name] = [row for row, _ in zip(all_rows(table), range(count), strict=False)]
    while True:
        missing = _missing(schema, found)
        if not missing:
            return found
        for (name, columns), keys in missing.items():
            table = schema[name]
            places = [list(table.loaded).index(column) for column in columns]
            for row in all_rows(table):
                key = tuple(row[place] for place in places)
                if key in keys:
                    keys.remove(key)
                    found[name].append(row)
                if not keys:
                    break


def _missing(schema: Schema, found: Rows) -> dict[tuple[str, tuple[str, ...]], set[Key]]:
    """Keys that rows refer to, and that no row has, by table and columns."""
    missing: dict[tuple[str, tuple[str, ...]], set[Key]] = {}
    for name, table in schema.items():
        for foreign in table.foreign:
            if not {*foreign.columns} <= {*table.loaded}:
                continue
            needed = _values(table, found[name], foreign.columns)
            target = schema[foreign.table]
            there = _values(target, found[foreign.table], foreign.keys)
            if lacking := {key for key in needed - there if None not in key}:
                place = (foreign.table, tuple(foreign.keys))
                missing.setdefault(place, set()).update(lacking)
    return missing


def _values(table: Table, rows: list[Row], columns: list[str]) -> set[Key]:
    places = [list(table.loaded).index(column) for column in columns]
    return {tuple(row[place] for place in places) for row in rows}


def contents_of(schema: Schema, rows: Rows) -> dict[str, Content]:
    """What is known of these rows, as of a whole table's."""
    contents = {}
    for name, table in schema.items():
        content = contents[name] = Content(rows=len(rows[name]))
        for place, column in enumerate(table.loaded.values()):
            if column.type.is_integer:
                numbers = [int(text) for row in rows[name] if (text := row[place]) is not None]
                if numbers:
                    content.low[column.name] = min(numbers)
                    content.high[column.name] = max(numbers)
    return contents
