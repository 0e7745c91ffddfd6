"""Where the tables of a scale factor are, with what its queries must answer."""

from __future__ import annotations

from pathlib import Path

MANIFEST = "tables.json"
# Eight tables, by the specification.
TABLES = ("customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier")
FILES = (MANIFEST, *(f"{table}.csv" for table in TABLES))


def folder_of(shared: Path, scale_factor: float) -> Path:
    """The folder of TPC-H's files below the folder of what studies share."""
    return shared / "tpch" / f"sf{scale_factor:g}"
