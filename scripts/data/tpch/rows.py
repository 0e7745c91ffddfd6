"""The rows of TPC-H: the tables that the workflow has generated for the scale factor."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from scripts.data.errors import DataError
from scripts.data.tpch.folder import folder_of


def write_rows(dataset: dict[str, Any], shared: Path, folder: Path) -> None:
    """Copy the tables' files into ``folder``. Raises DataError when there are none."""
    tables = sorted(folder_of(shared, dataset["scale_factor"]).glob("*.csv"))
    if not tables:
        made = folder_of(shared, dataset["scale_factor"])
        raise DataError(f"{made}: TPC-H's tables are missing: run snakemake, which makes them")
    for path in tables:
        shutil.copyfile(path, folder / path.name)
