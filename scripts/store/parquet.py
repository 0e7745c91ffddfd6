"""Tables of the database as Parquet files, the same bytes for the same rows, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from scripts.device.controls import EMULATED
from scripts.store.errors import StoreError

# Kept for good, so the compressor may take its time. Brotli takes a twentieth less room than
# Zstandard, and longer to read: for the largest files alone.
COMPRESSION = ("zstd", 19)
COMPRESSION_OF = {"device_samples": ("brotli", 11), "engine_counters": ("brotli", 11)}

# More than a column takes, and less than a page may.
PAGE_BYTES = 1 << 30

# A column that the parsers make of others of its row is left out of the file, and made again in the
# same way when it is read: a tenth of all published bytes.
DERIVED = {
    table: {"delta": "after - before"}
    for table in ("device_counters", "engine_counters", "system_counters")
}

# Seven of eight counters stand still in a phase. What they were after it is stored only where it
# is another value than before, and else as a null: a sixteenth less room.
MOVED = ("device_counters", "engine_counters", "system_counters")

# Of numbers that grow from row to row the high bytes hardly change. Stored apart from the low ones
# they take a twelfth less room, once compressed; other numbers take more.
SPLIT = {"client_transactions": ("begin_ns", "end_ns"), "device_samples": ("step_ns", "step")}

# Readings of a counter that only grows, as the step from the reading before: a sixth less room.
# Which readings are of one counter, and what the step of each column is called. In the file the
# steps of a counter follow each other, which takes another twentieth.
STEPS = {"device_samples": (("cell_id", "counter"), {"time_ns": "step_ns", "value": "step"})}


def write_table(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    path: Path,
    *,
    compressed: tuple[str, int] = COMPRESSION,
) -> int:
    """Write a table in the order of its rows to `path`; return how many rows it has.

    `compressed` is a codec and its level, for tables without one of their own (`COMPRESSION_OF`).

    Raises StoreError where a derived column is not what `read_query` would make of the others, and
    where a reading is missing, without which there is no step.
    """
    derived = DERIVED.get(table, {})
    for column, made in derived.items():
        [(others,)] = connection.execute(
            f"SELECT count(*) FROM {table} WHERE {column} IS DISTINCT FROM {made}"
        ).fetchall()
        if others:
            raise StoreError(
                f"{table}.{column} is not {made} in {others} rows: "
                "parse their outputs again with this version's parsers"
            )
    for column in [*STEPS.get(table, ((), {}))[1], *(["after"] if table in MOVED else [])]:
        [(missing,)] = connection.execute(
            f"SELECT count(*) FROM {table} WHERE {column} IS NULL"
        ).fetchall()
        if missing:
            raise StoreError(f"{table}.{column} is missing in {missing} rows: parse them again")
    rows = connection.sql(_as_kept(table)).to_arrow_table().drop_columns(list(derived))
    # Places in a dictionary of numbers take a fifth more room than the numbers, once compressed.
    compression, level = COMPRESSION_OF.get(table, compressed)
    texts = [field.name for field in rows.schema if pa.types.is_string(field.type)]
    pq.write_table(
        rows,
        path,
        compression=compression,
        compression_level=level,
        store_schema=False,
        use_dictionary=texts,
        column_encoding=dict.fromkeys(SPLIT.get(table, ()), "BYTE_STREAM_SPLIT") or None,
        row_group_size=max(rows.num_rows, 1),
        **_one_page(max(rows.num_rows, 1)),
    )
    return int(rows.num_rows)


def _one_page(rows: int) -> dict[str, Any]:
    """A column is one page: a compressor sees a page at a time, and cells are alike.

    Pages of 20,000 rows, pyarrow's, take up to twice the room.
    """
    return {
        "data_page_size": PAGE_BYTES,
        "max_rows_per_page": rows,
        "write_batch_size": rows,
        "write_statistics": False,
    }


def _as_kept(table: str) -> str:
    """A query for a table's rows as its file has them.

    They are in the order of the rows; with steps, in that of the counters within each phase.
    """
    if table in MOVED:
        moved = "CASE WHEN after IS DISTINCT FROM before THEN after END AS moved"
        return f"SELECT * EXCLUDE (after), {moved} FROM {table}"
    return _in_steps(table) if table in STEPS else f"FROM {table}"


def _in_steps(table: str) -> str:
    """A query for a table's rows, its growing columns replaced by their steps."""
    counter, columns = STEPS[table]
    steps = ", ".join(
        f"{column} - lag({column}, 1, 0) OVER before AS {step}" for column, step in columns.items()
    )
    return f"""
        SELECT * EXCLUDE (place, block, {", ".join(columns)}), {steps}
        FROM ({_in_blocks(f"SELECT *, rowid AS place FROM {table}")})
        WINDOW before AS (PARTITION BY {", ".join(counter)} ORDER BY place)
        ORDER BY
            block,
            min(place) OVER (PARTITION BY block, {", ".join(counter)}),
            place
    """


def _in_blocks(rows: str) -> str:
    """The query `rows` with a number for each block: rows of a phase that follow each other."""
    return f"""
        SELECT * EXCLUDE (begins), sum(begins::BIGINT) OVER (ORDER BY place) AS block
        FROM (
            SELECT
                *,
                (cell_id, phase) IS DISTINCT FROM lag((cell_id, phase)) OVER (ORDER BY place)
                    AS begins
            FROM ({rows})
        )
    """


def _from_steps(table: str, name: str) -> str:
    """The way back, from a file in steps: in a phase the first readings, then the second ones."""
    counter, columns = STEPS[table]
    rows = f"""
        SELECT * EXCLUDE (file_row_number), file_row_number AS place
        FROM read_parquet('{name}', file_row_number = true)
    """
    sums = ", ".join(
        f"(sum({step}) OVER before)::BIGINT AS {column}" for column, step in columns.items()
    )
    return f"""
        SELECT * EXCLUDE (place, block, {", ".join(columns.values())}), {sums}
        FROM ({_in_blocks(rows)})
        WINDOW before AS (PARTITION BY {", ".join(counter)} ORDER BY place)
        ORDER BY
            block,
            row_number() OVER (PARTITION BY block, {", ".join(counter)} ORDER BY place),
            place
    """


def read_query(table: str, path: Path) -> str:
    """A query for a table's published rows, as this version of the store has them.

    Files of an earlier version hold derived columns, too, readings instead of steps, counters that
    stood still, and once had changes of settings with names and units of the emulator's files.
    """
    name = str(path).replace("'", "''")
    there = pq.read_schema(path).names
    if table == "device_steps" and "knob" in there:
        names = " ".join(f"WHEN '{setting.control}' THEN '{setting.name}'" for setting in EMULATED)
        units = " ".join(
            f"WHEN '{setting.control}' THEN {setting.unit.factor}" for setting in EMULATED
        )
        return f"""
            SELECT * EXCLUDE (knob, value), CASE knob {names} END AS setting,
                value / CASE knob {units} END AS value
            FROM read_parquet('{name}')
        """
    if table in STEPS and not set(STEPS[table][1].values()) - set(there):
        return _from_steps(table, name)
    rows = f"read_parquet('{name}')"
    if "moved" in there:
        rows = f"(SELECT * EXCLUDE (moved), coalesce(moved, before) AS after FROM {rows})"
    made = "".join(
        f", {expression} AS {column}"
        for column, expression in DERIVED.get(table, {}).items()
        if column not in there
    )
    return f"SELECT *{made} FROM {rows}"
