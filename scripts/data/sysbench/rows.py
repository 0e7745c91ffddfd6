"""Rows for sysbench's own schema, from a seeded generator, as the bulk loaders want them.

The values are those of sysbench's oltp_common.lua: ``k`` uniform over the row numbers, ``c`` ten
groups of eleven digits and ``pad`` five, joined by hyphens. NumPy's PCG64 gives the same stream
on every machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

ROWS_PER_CHUNK = 50_000
DIGITS_PER_GROUP = 11


def write_rows(dataset: dict[str, Any], _shared: Path, folder: Path) -> None:
    """Write the files of a dataset of this kind into ``folder``."""
    tables, rows_per_table = dataset["tables"], dataset["rows_per_table"]
    write_tables(folder, tables=tables, rows_per_table=rows_per_table, seed=dataset["seed"])


def write_tables(folder: Path, *, tables: int, rows_per_table: int, seed: int) -> None:
    """Write ``folder``/sbtest1.tsv ... with the columns id, k, c, pad."""
    for number in range(1, tables + 1):
        generator = np.random.Generator(np.random.PCG64([seed, number]))
        with (folder / f"sbtest{number}.tsv").open("wb") as file:
            for first in range(1, rows_per_table + 1, ROWS_PER_CHUNK):
                count = min(ROWS_PER_CHUNK, rows_per_table + 1 - first)
                file.write(_chunk(generator, first, count, rows_per_table))


def _chunk(generator: np.random.Generator, first: int, count: int, rows_per_table: int) -> bytes:
    keys = generator.integers(1, rows_per_table + 1, size=count)
    texts = zip(_groups(generator, count, 10), _groups(generator, count, 5), strict=True)
    return b"".join(
        b"%d\t%d\t%s\t%s\n" % (first + index, key, c.tobytes(), pad.tobytes())
        for index, (key, (c, pad)) in enumerate(zip(keys.tolist(), texts, strict=True))
    )


def _groups(generator: np.random.Generator, count: int, groups: int) -> np.ndarray:
    """An array (count, 12 * groups - 1) of ASCII: groups of digits joined by hyphens."""
    width = DIGITS_PER_GROUP + 1
    text = np.full((count, groups * width), ord("-"), dtype=np.uint8)
    for group in range(groups):
        digits = generator.integers(ord("0"), ord("9") + 1, (count, width - 1), dtype=np.uint8)
        text[:, group * width : (group + 1) * width - 1] = digits
    return text[:, :-1]
