"""The rows that a dataset is loaded from, as files that the bulk loaders read.

A module for each kind of data, each with its own seeded generator: ``write_rows(dataset, places,
folder)``. NumPy's PCG64 gives the same stream on every machine, so a dataset's files are a function
of its settings. A dataset needs its own kind's module only; HammerDB makes its rows itself.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

GENERATORS = {
    "freight": "scripts.lab.rows.freight",
    "payments": "scripts.lab.rows.payments",
    "sysbench": "scripts.lab.rows.sysbench",
    "tpcc": "scripts.lab.rows.tpcc",
    "tpch": "scripts.lab.rows.tpch",
}


def write_rows(dataset: dict[str, Any], places: Any, folder: Path) -> None:
    """Write the files that a dataset is loaded from into ``folder``."""
    import_module(GENERATORS[dataset["kind"]]).write_rows(dataset, places, folder)
