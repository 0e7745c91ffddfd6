"""The rows of the freight table: generated from a seed, or the real file's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.freight import FreightError, write_table
from scripts.lab.errors import LabError
from scripts.lab.places import REPOSITORY, Places


def write_rows(dataset: dict[str, Any], _places: Places, folder: Path) -> None:
    """Write the table's file into ``folder``."""
    try:
        write_table(dataset, folder, REPOSITORY)
    except FreightError as error:
        raise LabError(str(error)) from error
