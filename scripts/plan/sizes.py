"""How large the datasets are: what they take on the device, and in words."""

from __future__ import annotations

from scripts.plan.model import (
    DatasetConfig,
    PaymentsDataset,
    SysbenchDataset,
    TpccDataset,
    TpchDataset,
)

# Room to grow and for logs.
SPARE_FACTOR = 1.25
# Measured: rows of about 190 bytes, 1.6 times that with indexes and fill.
BYTES_PER_ROW, INDEX_FACTOR = 240, 1.6
# Measured, tables with their indexes in the engine that takes the most: TPC-H at scale factor 1,
# TPC-C's items and one of its warehouses, an account of the payments with all that belongs to it.
TPCH_MIB = 1900
TPCC_ITEMS_MIB, TPCC_WAREHOUSE_MIB = 20, 130
PAYMENTS_BYTES_PER_ACCOUNT = 1200


def dataset_mib(dataset: DatasetConfig) -> float:
    """Estimated MiB on the device: tables, their indexes, logs and room to grow."""
    if isinstance(dataset, TpchDataset):
        tables_mib = dataset.scale_factor * TPCH_MIB
    elif isinstance(dataset, TpccDataset):
        tables_mib = TPCC_ITEMS_MIB + dataset.warehouses * TPCC_WAREHOUSE_MIB
    elif isinstance(dataset, PaymentsDataset):
        tables_mib = dataset.accounts * PAYMENTS_BYTES_PER_ACCOUNT / 2**20
    else:
        rows = dataset.tables * dataset.rows_per_table
        tables_mib = rows * BYTES_PER_ROW * INDEX_FACTOR / 2**20
    return tables_mib * SPARE_FACTOR


def size_words(dataset: DatasetConfig) -> str:
    """Such as "4 x 450000 rows"."""
    if isinstance(dataset, TpchDataset):
        return f"TPC-H at scale factor {dataset.scale_factor}"
    if isinstance(dataset, TpccDataset):
        return f"TPC-C with {dataset.warehouses} warehouses"
    if isinstance(dataset, PaymentsDataset):
        return f"payments between {dataset.accounts} accounts"
    return f"{dataset.tables} x {dataset.rows_per_table} rows"


def most_that_fits(dataset: DatasetConfig, device_mib: float) -> tuple[str, str]:
    """The key that makes the dataset smaller, and the most that fits on the device, in words."""
    share = device_mib / dataset_mib(dataset)
    if isinstance(dataset, TpchDataset):
        return "scale_factor", f"{dataset.scale_factor * share:.2g} is the most that fits"
    if isinstance(dataset, TpccDataset):
        most = int((device_mib / SPARE_FACTOR - TPCC_ITEMS_MIB) / TPCC_WAREHOUSE_MIB)
        return "warehouses", f"at most {max(most, 0)} fit"
    if isinstance(dataset, PaymentsDataset):
        return "accounts", f"at most {int(dataset.accounts * share)} fit"
    assert isinstance(dataset, SysbenchDataset)
    return "rows_per_table", f"at most {int(dataset.rows_per_table * share)} rows a table fit"
