"""The device's settings in the database: columns of ``cells``, with earlier versions' defaults.

A column follows from a row of ``scripts/device/table.py``, here as in the Parquet files.
"""

from __future__ import annotations

import duckdb

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
