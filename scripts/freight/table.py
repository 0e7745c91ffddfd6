"""The one file from which both the generated and the real rows are loaded.

A heading, then a line a row: plain values between commas, the word NULL for what there is not.
PostgreSQL's COPY and InnoDB's LOAD DATA both read that as it stands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.freight.columns import TABLE, columns
from scripts.freight.generate import generated
from scripts.freight.real import real


def write_table(dataset: dict[str, Any], folder: Path, root: Path) -> None:
    """Write ``folder``/faf451.csv.

    Args:
        dataset: ``rows`` to write; ``file``, the real table, or None for rows made from ``seed``.
            Without ``rows`` it is the whole file; of a file with fewer, from the beginning again.
        folder: where to write.
        root: what a relative ``file`` begins at.

    Raises:
        FreightError: the file is absent, or a line of it is no row of the table.
    """
    if dataset["file"] is None:
        lines = generated(dataset["rows"], dataset["seed"])
    else:
        lines = real(root / dataset["file"], dataset["rows"])
    with (folder / f"{TABLE}.csv").open("wb") as file:
        file.write(",".join(columns()).encode() + b"\n")
        file.writelines(lines)
