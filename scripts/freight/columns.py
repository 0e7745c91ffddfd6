"""The freight table's columns, what is written where a value is missing, and what can go wrong."""

from __future__ import annotations

from pathlib import Path

import yaml

SCHEMA = Path(__file__).parents[2] / "workloads/freight/schema.yaml"
TABLE = "faf451"
NULL = b"NULL"


class FreightError(Exception):
    """One sentence that names the file, the line and the mend."""


def columns() -> dict[str, str]:
    """The table's columns and their types, in the order of the file."""
    return yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))[TABLE]["columns"]
