"""Puts into the database which phases of comparisons are operations, and what they are called."""

from __future__ import annotations

from pathlib import Path

import duckdb

from scripts.values.plain_yaml import load_yaml

BASKETS = Path(__file__).resolve().parents[2] / "config/baskets"


def load_operations(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill ``compared_operations`` with what the baskets in ``config/baskets/`` say."""
    baskets = (load_yaml(path.read_text("utf-8")) for path in sorted(BASKETS.glob("*.yaml")))
    rows = [
        (experiment, phase, operation)
        for basket in baskets
        for experiment, operations in basket.get("operations", {}).items()
        for phase, operation in operations.items()
    ]
    connection.executemany("INSERT INTO compared_operations VALUES (?, ?, ?)", rows)
