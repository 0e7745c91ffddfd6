"""The device's settings in the database, where cells are of an earlier version."""

from __future__ import annotations

import duckdb

from scripts.device.controls import EMULATED
from scripts.device.setting import EMULATOR


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
