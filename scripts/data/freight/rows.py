"""The one file from which both the generated and the real rows of the freight table are loaded.

A heading, then a line per row: plain values between commas, the word NULL for a missing one.
PostgreSQL's COPY and InnoDB's LOAD DATA both read that as it stands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.data.freight.columns import ROOT, TABLE, columns
from scripts.data.freight.generate import generated
from scripts.data.freight.real import real


def write_rows(dataset: dict[str, Any], _shared: Path, folder: Path) -> None:
    """Write the table's file into ``folder``; a relative path is the repository's."""
    write_table(dataset, folder, ROOT)


def write_table(dataset: dict[str, Any], folder: Path, root: Path) -> None:
    """Write ``folder``/faf451.csv.

    Args:
        dataset: ``rows`` to write; ``file``, the real table, or None for rows made from ``seed``.
            Without ``rows`` it is the whole file; of a file with fewer, from the beginning again.
        folder: where to write.
        root: what a relative ``file`` begins at.

    Raises:
        DataError: the file is missing, or a line of it is not a row of the table.
    """
    if dataset["file"] is None:
        lines = generated(dataset["rows"], dataset["seed"])
    else:
        lines = real(root / dataset["file"], dataset["rows"])
    with (folder / f"{TABLE}.csv").open("wb") as file:
        file.write(",".join(columns()).encode() + b"\n")
        file.writelines(lines)
