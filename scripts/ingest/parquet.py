"""Rows to Parquet files, the same bytes for the same rows."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from scripts.files.digests import sha256_of
from scripts.parse.rows import ROW_TYPES, schema_of

COMPRESSION_LEVEL = 9


def to_table(cell_id: str, name: str, rows: list[Any]) -> pa.Table:
    """Return the rows of one table of one cell as an Arrow table, in the order given."""
    schema = schema_of(ROW_TYPES[name])
    columns: dict[str, list[Any]] = {"cell_id": [cell_id] * len(rows)}
    for field in dataclasses.fields(ROW_TYPES[name]):
        columns[field.name] = [getattr(row, field.name) for row in rows]
    return pa.table(columns, schema=schema)


def write_rows(
    cell_id: str, rows: dict[str, list[Any]], about: dict[str, Any], folder: Path
) -> None:
    """Write a Parquet file per table and ``rows.json``, which lists them, into `folder`.

    Everything is written beside and then renamed, so that `folder` is always whole: old or new.
    A table without rows has no file. `about` (status and so on) goes into ``rows.json`` too.
    """
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.new")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    tables = {}
    for name in ROW_TYPES:
        if not rows.get(name):
            continue
        path = beside / f"{name}.parquet"
        pq.write_table(
            to_table(cell_id, name, rows[name]),
            path,
            compression="zstd",
            compression_level=COMPRESSION_LEVEL,
            store_schema=False,
        )
        digest = sha256_of(path)
        tables[name] = {"rows": len(rows[name]), "sha256": digest}
    manifest = {"cell_id": cell_id, **about, "tables": tables}
    (beside / "rows.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
