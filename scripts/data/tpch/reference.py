"""What a query must answer: DuckDB's answer over the same files, and the statements to ask."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb

from scripts.data.errors import DataError
from scripts.data.tpch.check import APPROXIMATE, EXACT, TEXT
from scripts.data.tpch.queries import dialects, ordered_by, source
from scripts.data.tpch.tables import MANIFEST, schema
from scripts.data.translated import translated
from scripts.files import check_folder, read_file, write_whole


def make_reference(tables: Path, query: str, out: Path) -> None:
    """Write ``out``, a JSON object: the query's statement by dialect, and its answer.

    Args:
        tables: folder of the CSV files with their tables.json.
        query: "q1" ... "q22".
        out: the file to write.
    """
    check_folder(tables)
    manifest = json.loads(read_file(tables / MANIFEST))
    tree = source(query, manifest["scale_factor"])
    with duckdb.connect(config={"threads": 1}) as connection:
        load(connection, tables)
        cursor = connection.execute(translated(tree, "duckdb"))
        columns = [[name, _kind(str(kind))] for name, kind, *_ in cursor.description or []]
        rows = cursor.fetchall()
    names = [name for name, _ in columns]
    reference = {
        "query": query,
        "scale_factor": manifest["scale_factor"],
        "tables_sha256": manifest["sha256"],
        "statements": {dialect: translated(tree, dialect) for dialect in dialects()},
        "columns": columns,
        "ordered_by": [names.index(name) for name in ordered_by(tree)],
        "rows": [[None if value is None else str(value) for value in row] for row in rows],
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, json.dumps(reference, indent=1) + "\n")


def load(connection: duckdb.DuckDBPyConnection, tables: Path) -> None:
    """Load the CSV files into tables of the schema's own types."""
    for name, table in schema().items():
        columns = ", ".join(
            f"{column} {kind} NOT NULL" for column, kind in table["columns"].items()
        )
        connection.execute(f"CREATE TABLE {name} ({columns})")
        try:
            connection.execute(f"COPY {name} FROM '{tables}/{name}.csv' (HEADER)")
        except duckdb.Error as error:
            words = str(error).splitlines()[0]
            raise DataError(f"{tables}/{name}.csv: {words}; delete it and run again") from None


def _kind(duckdb_type: str) -> str:
    """Sums and counts are exact in every engine; averages and ratios are DOUBLE in DuckDB."""
    if duckdb_type in ("DOUBLE", "FLOAT"):
        return APPROXIMATE
    return TEXT if duckdb_type in ("VARCHAR", "DATE") else EXACT
