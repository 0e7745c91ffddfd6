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
from scripts.plan.hammerdb import SCALE_FACTORS, dataset_problem
from scripts.plan.model import Lab, StudyConfig

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
# HammerDB's TPROC-H at scale factor 1, tables with their indexes. PostgreSQL's: measured, a
# hundredth of HammerDB's own rows in its own tables, whose keys are numeric. MariaDB's: estimated
# from the widths of rows and index entries.
TPROCH_MIB = {"PostgreSQL": 2120, "MariaDB": 1700}
# The virtual seconds of its build. By instructions that were counted for a thousandth of it,
# HammerDB's Tcl takes 4,800 to make the rows, and PostgreSQL 2,000 to store and index them. What
# the kernel, the foreign keys and HammerDB's check add is estimated, and so is MariaDB.
TPROCH_BUILD_VIRTUAL_S = 9000
FREIGHT_BYTES_PER_ROW, FREIGHT_FILE_FACTOR = 150, 1.5


def dataset_mib(dataset: DatasetConfig, root: Path) -> float:
    """Estimated MiB on the device: tables, their indexes, logs and room to grow."""
    if isinstance(dataset, TpchDataset):
        tables_mib = dataset.scale_factor * TPCH_MIB
    elif isinstance(dataset, TpccDataset):
        tables_mib = TPCC_ITEMS_MIB + dataset.warehouses * TPCC_WAREHOUSE_MIB
    elif isinstance(dataset, HammerdbDataset):
        tables_mib = (dataset.warehouses or 0) * TPROCC_WAREHOUSE_MIB
        tables_mib += (dataset.scale_factor or 0) * max(TPROCH_MIB.values())
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
        if dataset.benchmark == "tproch":
            return f"HammerDB's TPROC-H at scale factor {dataset.scale_factor}"
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
        for key, message in _dataset_problems(dataset, config.lab, root)
    ]


def _dataset_problems(dataset: DatasetConfig, lab: Lab, root: Path) -> list[tuple[str, str]]:
    if isinstance(dataset, FreightDataset):
        if dataset.rows is None and dataset.file is None:
            return [("rows", "is missing: say how many to generate, or name the real file")]
        if dataset.file is not None and not (root / dataset.file).is_file():
            message = f"{dataset.file}: there is no such file; leave it out to have rows generated"
            return [("file", message)]
    problems = []
    if isinstance(dataset, HammerdbDataset):
        if problem := dataset_problem(dataset):
            return [problem]
        needed_s = (dataset.scale_factor or 0) * TPROCH_BUILD_VIRTUAL_S
        if needed_s > lab.virtual_limit_s:
            message = (
                f"HammerDB takes about {needed_s} virtual seconds to build it, more than "
                f"lab.virtual_limit_s ({lab.virtual_limit_s})"
            )
            problems.append(("scale_factor", message))
    room_mib = lab.device_mib
    needed = dataset_mib(dataset, root)
    if needed <= room_mib:
        return problems
    key, most = _most_that_fits(dataset, room_mib, room_mib / needed)
    message = (
        f"the data need about {needed:.0f} MiB with indexes and logs, more than "
        f"lab.device_mib ({room_mib}): {most}"
    )
    return [*problems, (key, message)]


def _most_that_fits(dataset: DatasetConfig, room_mib: int, share: float) -> tuple[str, str]:
    """The key to mend, and its greatest value."""
    if isinstance(dataset, TpchDataset):
        return "scale_factor", f"{dataset.scale_factor * share:.2g} is the most that fits"
    if isinstance(dataset, TpccDataset):
        most = int((room_mib / SPARE_FACTOR - TPCC_ITEMS_MIB) / TPCC_WAREHOUSE_MIB)
        return "warehouses", f"at most {max(most, 0)} fit"
    if isinstance(dataset, HammerdbDataset):
        if dataset.scale_factor is not None:
            return "scale_factor", _scale_factor_that_fits(dataset.scale_factor, share)
        return "warehouses", f"at most {int((dataset.warehouses or 0) * share)} fit"
    if isinstance(dataset, PaymentsDataset):
        return "accounts", f"at most {int(dataset.accounts * share)} fit"
    if isinstance(dataset, FreightDataset):
        if dataset.rows is None:
            return "file", "a larger device, or rows for how many of them to load"
        return "rows", f"at most {int(dataset.rows * share)} rows fit"
    return "rows_per_table", f"at most {int(dataset.rows_per_table * share)} rows a table fit"


def _scale_factor_that_fits(scale_factor: int, share: float) -> str:
    fitting = [each for each in SCALE_FACTORS if each <= scale_factor * share]
    if fitting:
        return f"{fitting[-1]} is the most that fits"
    each = " and ".join(f"{mib} MiB in {engine}" for engine, mib in TPROCH_MIB.items())
    return f"HammerDB builds none below 1, whose tables and indexes alone are {each}"
