"""Whole tables of the database as Parquet files, the same bytes for the same rows."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

# Written once and read often, so the compressor may take its time.
COMPRESSION_LEVEL = 19


def write_table(connection: duckdb.DuckDBPyConnection, table: str, path: Path) -> int:
    """Write a table in the order of its rows to `path`; return how many rows it has."""
    rows = connection.sql(f"FROM {table}").to_arrow_table()
    # Places in a dictionary of numbers take a fifth more room than the numbers, once compressed.
    texts = [field.name for field in rows.schema if pa.types.is_string(field.type)]
    pq.write_table(
        rows,
        path,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        store_schema=False,
        use_dictionary=texts,
        row_group_size=max(rows.num_rows, 1),
    )
    return int(rows.num_rows)
