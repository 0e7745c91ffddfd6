"""The rows of a user's own tables: those that the workflow has made of their folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from scripts.data.errors import DataError


def write_rows(dataset: dict[str, Any], shared: Path, folder: Path) -> None:
    """Copy the tables' files into ``folder``."""
    source = shared / "own" / dataset["sha256"][:16] / "rows"
    if not source.is_dir():
        raise DataError(f"{source} is missing: run snakemake, which makes what a cell needs")
    for path in sorted(source.glob("*.csv")):
        shutil.copyfile(path, folder / path.name)
