"""The tables of rows, as their classes in ``scripts/parse/rows`` say: columns, types, comments."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

import duckdb
import pyarrow as pa

from scripts.device.table import SETTINGS
from scripts.parse.rows import ROW_TYPES, schema_of

_TYPES = {
    pa.int64(): "BIGINT",
    pa.float64(): "DOUBLE",
    pa.string(): "VARCHAR",
    pa.bool_(): "BOOLEAN",
}


def create_row_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Create a table for each class of rows, and a view of the device's settings in ``cells``."""
    for name, row_type in ROW_TYPES.items():
        columns = ", ".join(_column(field) for field in schema_of(row_type))
        connection.execute(f"CREATE TABLE {name} ({columns})")
        connection.execute(f"COMMENT ON TABLE {name} IS {_comment(row_type)}")
    settings = ", ".join(setting.name for setting in SETTINGS)
    connection.execute(f"CREATE VIEW device_settings AS SELECT cell_id, {settings} FROM cells")
    connection.execute(
        "COMMENT ON VIEW device_settings IS 'The settings of each cell''s device: a column for "
        "each row of scripts/device/table.py, null where the device has no such setting.'"
    )


def insert(
    connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Sequence[object]]
) -> None:
    """Put rows into a table in one statement: DuckDB takes a millisecond for each statement."""
    if rows:
        marks = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
        values = [value for row in rows for value in row]
        connection.execute(f"INSERT INTO {table} VALUES {marks}", values)


def _column(field: pa.Field) -> str:
    return f'"{field.name}" {_TYPES[field.type]}{"" if field.nullable else " NOT NULL"}'


def _comment(row_type: type) -> str:
    """The class's docstring in one line, without the marks of code, as SQL has a text."""
    words = " ".join((inspect.getdoc(row_type) or "").split())
    return "'" + words.replace("`", "").replace("'", "''") + "'"
