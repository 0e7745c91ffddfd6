"""Rows of a new piece of a study together with the published rows that it does not replace.

A cell is the same measurement as another when experiment, lab, engine and factors are the same,
whatever their ids say of the packages and the code that they were measured with. Of two such cells
the new one is taken, if it has a result. A cell that has not run says nothing yet and is left out.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from scripts.parse.rows import ROW_TYPES
from scripts.store.parquet import read_query

CELL = ("experiment", "lab", "engine", "factors_json")
# What the new piece says of layers goes first.
OF_LAYERS = ("layers", "layer_images")


def join_pieces(connection: duckdb.DuckDBPyConnection, new: str, published: Path) -> None:
    """Make every table, of the rows of the attached database `new` and of the published ones.

    What is said of the whole study, such as its file, stays what was published. The order is the
    new rows', then the published ones'.
    """

    def old(table: str) -> str:
        """A query for a table's published rows; a table without rows has no file."""
        file = published / f"{table}.parquet"
        return read_query(table, file) if file.is_file() else f"FROM {new}.{table} LIMIT 0"

    connection.execute(f"CREATE TEMP VIEW old_cells AS {old('cells')}")
    same = " AND ".join(f"new.{key} IS NOT DISTINCT FROM old.{key}" for key in CELL)
    connection.execute(
        f"""
        CREATE TEMP TABLE stay AS
        SELECT cell_id FROM old_cells AS old
        WHERE NOT EXISTS (FROM {new}.cells AS new WHERE {same} AND new.status = 'done');
        CREATE TEMP TABLE left_out AS
        SELECT cell_id FROM {new}.cells AS new
        WHERE new.status = 'not_run'
            OR new.status <> 'done' AND EXISTS (FROM old_cells AS old WHERE {same});
        """
    )
    for table in ROW_TYPES:
        connection.execute(
            f"""
            CREATE TABLE {table} AS
            FROM {new}.{table} WHERE cell_id NOT IN (FROM left_out)
            UNION ALL BY NAME FROM ({old(table)}) WHERE cell_id IN (FROM stay)
            """
        )
    for table in OF_LAYERS:
        _first_then(connection, table, "layer", f"FROM {new}.{table}", old(table))
    there = "SEMI JOIN cells USING (lab)"
    _first_then(
        connection, "labs", "lab", f"FROM {new}.labs {there}", f"FROM ({old('labs')}) {there}"
    )
    _first_then(
        connection, "experiments", "experiment", old("experiments"), f"FROM {new}.experiments"
    )
    connection.execute(f"CREATE TABLE study AS {old('study')}")


def _first_then(
    connection: duckdb.DuckDBPyConnection, table: str, key: str, first: str, second: str
) -> None:
    """Make a table of the rows of a query, and of another's about what the first is silent on."""
    connection.execute(
        f"""
        CREATE TABLE {table} AS
        FROM ({first})
        UNION ALL BY NAME FROM ({second}) WHERE {key} NOT IN (SELECT {key} FROM ({first}))
        """
    )
