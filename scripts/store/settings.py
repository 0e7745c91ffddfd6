"""The device's settings in the database: columns of ``cells``, and rows of earlier versions.

A column follows from a row of ``scripts/device/table.py``, here as in the Parquet files.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from scripts.device.controls import EMULATED
from scripts.device.setting import EMULATOR
from scripts.device.table import SETTINGS

_TYPES = {float: "DOUBLE", int: "BIGINT", str: "VARCHAR"}
_NAMES = ", ".join(setting.name for setting in SETTINGS)


def create_columns(connection: duckdb.DuckDBPyConnection) -> None:
    """Add the settings' columns to the table ``cells``, and make a view of them alone."""
    for setting in SETTINGS:
        connection.execute(f"ALTER TABLE cells ADD COLUMN {setting.name} {_TYPES[setting.type]}")
    connection.execute(f"CREATE VIEW device_settings AS SELECT cell_id, {_NAMES} FROM cells")
    connection.execute(
        "COMMENT ON VIEW device_settings IS 'The settings of each cell''s device: a column for "
        "each row of scripts/device/table.py, null where the device has no such setting.'"
    )


def fill_defaults(connection: duckdb.DuckDBPyConnection) -> None:
    """Give cells of an earlier version, which had fewer settings, the defaults of the others."""
    for setting in EMULATED:
        if setting.is_left_out:
            connection.execute(
                f"""
                UPDATE cells SET {setting.name} = ?
                WHERE {setting.name} IS NULL
                    AND coalesce(json_extract_string(job_json, '$.device.kind'), ?) = ?
                """,
                [setting.default, EMULATOR, EMULATOR],
            )


def published(table: str, path: Path) -> str:
    """A query for a table's published rows, as this version of the store has them.

    Changes of settings once had the names and the units of the emulator's files.
    """
    name = str(path).replace("'", "''")
    if table != "device_steps" or "knob" not in pq.read_schema(path).names:
        return f"SELECT * FROM read_parquet('{name}')"
    names = " ".join(f"WHEN '{setting.control}' THEN '{setting.name}'" for setting in EMULATED)
    units = " ".join(f"WHEN '{setting.control}' THEN {setting.unit.factor}" for setting in EMULATED)
    return f"""
        SELECT * EXCLUDE (knob, value), CASE knob {names} END AS setting,
            value / CASE knob {units} END AS value
        FROM read_parquet('{name}')
    """
