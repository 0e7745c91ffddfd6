"""The freight table's columns, and what is written where a value is missing."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "workloads/freight/schema.yaml"
TABLE = "faf451"
NULL = b"NULL"


def columns() -> dict[str, str]:
    """The table's columns and their types, in the order of the file."""
    return yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))[TABLE]["columns"]
