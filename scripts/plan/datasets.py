"""What the data of a study take on the device, and whether they fit."""

from __future__ import annotations

from pathlib import Path

from scripts.plan.document import Document
from scripts.plan.errors import Problem
from scripts.plan.model import (
    DatasetConfig,
    FreightDataset,
    StudyConfig,
    SysbenchDataset,
    TpchDataset,
)

# Measured: rows of about 190 bytes, 1.6 times that with indexes and fill, a quarter for logs.
BYTES_PER_ROW, INDEX_FACTOR, SPARE_FACTOR = 240, 1.6, 1.25
# Measured: TPC-H's tables with their indexes at scale factor 1, in the engine that takes the most.
TPCH_MIB = 1900
# In the engine that takes the most; the lines of the real file are shorter than that by a third.
FREIGHT_BYTES_PER_ROW, FREIGHT_FILE_FACTOR = 150, 1.5


def dataset_mib(dataset: DatasetConfig, root: Path) -> float:
    """Estimated MiB on the device: tables, their indexes, logs and room to grow."""
    if isinstance(dataset, TpchDataset):
        return dataset.scale_factor * TPCH_MIB * SPARE_FACTOR
    if isinstance(dataset, FreightDataset):
        if dataset.rows is not None:
            return dataset.rows * FREIGHT_BYTES_PER_ROW * SPARE_FACTOR / 2**20
        size_bytes = (root / str(dataset.file)).stat().st_size
        return size_bytes * FREIGHT_FILE_FACTOR * SPARE_FACTOR / 2**20
    rows = dataset.tables * dataset.rows_per_table
    return rows * BYTES_PER_ROW * INDEX_FACTOR * SPARE_FACTOR / 2**20


def described(dataset: DatasetConfig) -> str:
    """What is in it, in a few words."""
    if isinstance(dataset, SysbenchDataset):
        return f"{dataset.tables} x {dataset.rows_per_table} rows"
    if isinstance(dataset, TpchDataset):
        return f"TPC-H at scale factor {dataset.scale_factor}"
    rows = "the rows" if dataset.rows is None else f"{dataset.rows} rows"
    return f"freight, {rows} of {dataset.file}" if dataset.file else f"freight, {rows}"


def datasets_problems(config: StudyConfig, document: Document, root: Path) -> list[Problem]:
    """What is wrong with the study's data sets."""
    return [
        document.problem(("datasets", name, key), message)
        for name, dataset in config.datasets.items()
        for key, message in _dataset_problems(dataset, config.lab.device_mib, root)
    ]


def _dataset_problems(dataset: DatasetConfig, room_mib: int, root: Path) -> list[tuple[str, str]]:
    if isinstance(dataset, FreightDataset):
        if dataset.rows is None and dataset.file is None:
            return [("rows", "is missing: say how many to generate, or name the real file")]
        if dataset.file is not None and not (root / dataset.file).is_file():
            message = f"{dataset.file}: there is no such file; leave it out to have rows generated"
            return [("file", message)]
    needed = dataset_mib(dataset, root)
    if needed <= room_mib:
        return []
    key, most = _most_that_fits(dataset, room_mib / needed)
    message = (
        f"the data need about {needed:.0f} MiB with indexes and logs, more than "
        f"lab.device_mib ({room_mib}): {most}"
    )
    return [(key, message)]


def _most_that_fits(dataset: DatasetConfig, share: float) -> tuple[str, str]:
    """The key to mend, and its greatest value."""
    if isinstance(dataset, TpchDataset):
        return "scale_factor", f"{dataset.scale_factor * share:.2g} is the most that fits"
    if isinstance(dataset, SysbenchDataset):
        return "rows_per_table", f"at most {int(dataset.rows_per_table * share)} rows a table fit"
    if dataset.rows is None:
        return "file", "a larger device, or rows for how many of them to load"
    return "rows", f"at most {int(dataset.rows * share)} rows fit"
