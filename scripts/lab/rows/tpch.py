"""The rows of TPC-H: the tables that the workflow has generated for the scale factor."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from scripts.lab.places import Places


def write_rows(dataset: dict[str, Any], places: Places, folder: Path) -> None:
    """Copy the tables' files into ``folder``."""
    for path in places.tpch(dataset["scale_factor"]).glob("*.csv"):
        shutil.copyfile(path, folder / path.name)
