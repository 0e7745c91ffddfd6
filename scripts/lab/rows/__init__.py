"""The rows that a dataset is loaded from, as files that the bulk loaders read.

A module a kind of data, each with its own seeded generator. NumPy's PCG64 gives the same stream on
every machine, so a dataset's files are a function of its settings.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.lab.rows import payments, sysbench, tpcc


def write_rows(folder: Path, dataset: dict[str, Any]) -> None:
    """Write the files of a dataset of any kind but ``tpch``, whose tables the workflow makes."""
    seed = dataset["seed"]
    if dataset["kind"] == "sysbench":
        tables, rows_per_table = dataset["tables"], dataset["rows_per_table"]
        sysbench.write_tables(folder, tables=tables, rows_per_table=rows_per_table, seed=seed)
    elif dataset["kind"] == "payments":
        payments.write_tables(folder, accounts=dataset["accounts"], seed=seed)
    else:
        tpcc.write_tables(folder, warehouses=dataset["warehouses"], seed=seed)
