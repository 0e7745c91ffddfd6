"""What of a database could not be computed from its rows: noted in it, and said."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import duckdb


def note_missing(connection: duckdb.DuckDBPyConnection, failed: Mapping[str, str]) -> None:
    """Note tables or queries with the reason why they have no rows, and print a line for each."""
    for name, reason in failed.items():
        connection.execute("INSERT INTO missing_tables VALUES (?, ?)", [name, reason])
        print(f"warning: {name} is left empty, all else is there: {reason}", file=sys.stderr)


def fails_on_rows(
    connection: duckdb.DuckDBPyConnection, query: str, values: Sequence[str] = ()
) -> bool:
    """Whether a query that failed can be planned, so that it is some row that it fails on."""
    try:
        connection.execute(f"EXPLAIN {query}", values)
    except duckdb.Error:
        return False
    return True


def first_line(error: Exception) -> str:
    """An error's text as one line, without what DuckDB adds below."""
    return str(error).strip().splitlines()[0]
