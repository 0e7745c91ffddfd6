"""What the data of a study take on the device, in words too, and whether they fit."""

from __future__ import annotations

from pathlib import Path

from scripts.plan.data_model import (
    DatasetConfig,
    FreightDataset,
    HammerdbDataset,
    PaymentsDataset,
    TpccDataset,
    TpchDataset,
)
from scripts.plan.document import Document
from scripts.plan.errors import Problem
from scripts.plan.model import StudyConfig

# Room to grow and for logs.
SPARE_FACTOR = 1.25
# Measured: rows of about 190 bytes, 1.6 times that with indexes and fill.
BYTES_PER_ROW, INDEX_FACTOR = 240, 1.6
# Measured, tables with their indexes in the engine that takes the most: TPC-H at scale factor 1,
# TPC-C's items and one of its warehouses, a row of the freight table; the lines of its real file
# are shorter than that by a third. Estimated: an account of the payments with all that is its own.
TPCH_MIB = 1900
TPCC_ITEMS_MIB, TPCC_WAREHOUSE_MIB = 20, 130
PAYMENTS_BYTES_PER_ACCOUNT = 1200
# A warehouse of HammerDB's TPROC-C: 72 MB of rows by the specification's counts, with indexes.
TPROCC_WAREHOUSE_MIB = 110
FREIGHT_BYTES_PER_ROW, FREIGHT_FILE_FACTOR = 150, 1.5


def dataset_mib(dataset: DatasetConfig, root: Path) -> float:
    """Estimated MiB on the device: tables, their indexes, logs and room to grow."""
    if isinstance(dataset, TpchDataset):
        tables_mib = dataset.scale_factor * TPCH_MIB
    elif isinstance(dataset, TpccDataset):
        tables_mib = TPCC_ITEMS_MIB + dataset.warehouses * TPCC_WAREHOUSE_MIB
    elif isinstance(dataset, HammerdbDataset):
        tables_mib = dataset.warehouses * TPROCC_WAREHOUSE_MIB
    elif isinstance(dataset, PaymentsDataset):
        tables_mib = dataset.accounts * PAYMENTS_BYTES_PER_ACCOUNT / 2**20
    elif isinstance(dataset, FreightDataset):
        if dataset.rows is not None:
            tables_mib = dataset.rows * FREIGHT_BYTES_PER_ROW / 2**20
        else:
            size_bytes = (root / str(dataset.file)).stat().st_size
            tables_mib = size_bytes * FREIGHT_FILE_FACTOR / 2**20
    else:
        rows = dataset.tables * dataset.rows_per_table
        tables_mib = rows * BYTES_PER_ROW * INDEX_FACTOR / 2**20
    return tables_mib * SPARE_FACTOR


def described(dataset: DatasetConfig) -> str:
    """What is in it, in a few words."""
    if isinstance(dataset, TpchDataset):
        return f"TPC-H at scale factor {dataset.scale_factor}"
    if isinstance(dataset, TpccDataset):
        return f"TPC-C with {dataset.warehouses} warehouses"
    if isinstance(dataset, HammerdbDataset):
        return f"HammerDB's TPROC-C with {dataset.warehouses} warehouses"
    if isinstance(dataset, PaymentsDataset):
        return f"payments between {dataset.accounts} accounts"
    if isinstance(dataset, FreightDataset):
        rows = "the rows" if dataset.rows is None else f"{dataset.rows} rows"
        return f"freight, {rows} of {dataset.file}" if dataset.file else f"freight, {rows}"
    return f"{dataset.tables} x {dataset.rows_per_table} rows"


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
    key, most = _most_that_fits(dataset, room_mib, room_mib / needed)
    message = (
        f"the data need about {needed:.0f} MiB with indexes and logs, more than "
        f"lab.device_mib ({room_mib}): {most}"
    )
    return [(key, message)]


def _most_that_fits(dataset: DatasetConfig, room_mib: int, share: float) -> tuple[str, str]:
    """The key to mend, and its greatest value."""
    if isinstance(dataset, TpchDataset):
        return "scale_factor", f"{dataset.scale_factor * share:.2g} is the most that fits"
    if isinstance(dataset, TpccDataset):
        most = int((room_mib / SPARE_FACTOR - TPCC_ITEMS_MIB) / TPCC_WAREHOUSE_MIB)
        return "warehouses", f"at most {max(most, 0)} fit"
    if isinstance(dataset, HammerdbDataset):
        return "warehouses", f"at most {int(dataset.warehouses * share)} fit"
    if isinstance(dataset, PaymentsDataset):
        return "accounts", f"at most {int(dataset.accounts * share)} fit"
    if isinstance(dataset, FreightDataset):
        if dataset.rows is None:
            return "file", "a larger device, or rows for how many of them to load"
        return "rows", f"at most {int(dataset.rows * share)} rows fit"
    return "rows_per_table", f"at most {int(dataset.rows_per_table * share)} rows a table fit"
