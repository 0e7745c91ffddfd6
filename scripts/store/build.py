"""Builds the whole database in a file beside, and renames it.

The order: tables (of rows, then sql/tables/*.sql), views (sql/views/*.sql), the rows of cells,
statistics; the pairs that claims compare, with their envelopes; then the verdicts, which queries
make of what is there. A statistic or a claim's query that fails on these rows costs itself alone,
and is noted. This module is the one place that knows both this stage and the next: it calls
``scripts.analyse`` before the rename, which imports nothing from here. So the database is never
seen without its statistics, and no import goes in a circle.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import duckdb

from scripts.analyse.claim_envelopes import fill_envelopes
from scripts.analyse.tables import computed_once, fill
from scripts.files.locks import LockedError, hold
from scripts.plan.claims import Claims
from scripts.store.claim_pairs import load_pairs
from scripts.store.claims import decide, load_claims_tables, load_verdicts
from scripts.store.errors import StoreError
from scripts.store.families import load_families
from scripts.store.load import (
    load_cells,
    load_experiments,
    load_layers,
    load_repeats,
    load_study,
)
from scripts.store.missing import first_line, note_missing
from scripts.store.operations import load_operations
from scripts.store.plan_file import PlanFile
from scripts.store.reference import load_reference
from scripts.store.rows import create_row_tables
from scripts.values.canonical import canonical

# One thread, so that sums of floats are added in one order; what needs more memory goes to disk.
CONFIG: dict[str, str | bool | int | float | list[str]] = {"threads": 1, "memory_limit": "1GiB"}
FOLDER = Path(__file__).resolve().parents[2] / "sql"


def open_empty(path: Path) -> duckdb.DuckDBPyConnection:
    """Make a database with the schema, and leave it open."""
    connection = duckdb.connect(str(path), config=CONFIG)
    create_schema(connection)
    return connection


def create_schema(connection: duckdb.DuckDBPyConnection) -> None:
    """Create all tables, empty but for what families of engines and baskets say, and all views."""
    create_row_tables(connection)
    _run(connection, "tables")
    _run(connection, "views")
    load_families(connection)
    load_operations(connection)


def _run(connection: duckdb.DuckDBPyConnection, kind: str) -> None:
    for path in sorted((FOLDER / kind).glob("*.sql")):
        connection.execute(path.read_text(encoding="utf-8"))


def build(
    plan: PlanFile,
    rows: Path,
    out: Path,
    layers: Path | None = None,
    *,
    claims: Claims | None = None,
    partial: bool = False,
) -> None:
    """Make the database `out` of the planned cells' rows in the folder `rows`.

    The content is the same for the same rows, plan, layers and claims. Otherwise as `make`.
    """

    def load(connection: duckdb.DuckDBPyConnection) -> None:
        load_cells(connection, plan, rows, partial=partial)
        load_study(connection, plan)
        load_experiments(connection, plan)
        if layers is not None:
            load_layers(connection, layers, plan.layers, partial=partial)

    make(out, load, claims)


def restore(
    reference: Path,
    out: Path,
    *,
    claims: Claims | None = None,
    tested: Mapping[str, Sequence[str]] | None = None,
    studies: Mapping[str, tuple[str, str]] | None = None,
) -> None:
    """Make the database `out` of the rows that `scripts.store.reference` exported; as `make`.

    `tested` says which claims each experiment tests, in place of what it tested when its rows were
    exported: claims and their queries are today's, too. One that it leaves out keeps its own.
    `studies` says which study, and results folder, repeats each cell (scripts/plan/shipped.py).
    """

    def load(connection: duckdb.DuckDBPyConnection) -> None:
        load_reference(connection, reference)
        for experiment, ids in (tested or {}).items():
            connection.execute(
                "UPDATE experiments SET claims_json = ? WHERE experiment = ?",
                [canonical(list(ids)), experiment],
            )
        load_repeats(connection, studies or {})

    make(out, load, claims)


def make(
    out: Path,
    load: Callable[[duckdb.DuckDBPyConnection], None],
    claims: Claims | None,
) -> None:
    """Make the database `out` of the rows that `load` puts into its tables, which are empty.

    The file's bytes need not be the same for the same content. An existing `out` is replaced at
    the end, and stays as it was if anything fails (StoreError).
    """
    try:
        with hold(out.with_name(f".{out.name}.lock")):
            _make(out, load, claims)
    except LockedError as error:
        raise StoreError(str(error)) from error
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:  # such as a full disk
        raise StoreError(f"{out}: {first_line(error)}") from error


def _make(
    out: Path, load: Callable[[duckdb.DuckDBPyConnection], None], claims: Claims | None
) -> None:
    beside = out.with_name(f".{out.name}.{os.getpid()}.new")
    spilled = beside.with_name(f"{beside.name}.tmp")
    # What others left was of a killed process: this one holds the lock.
    for path in out.parent.glob(f".{out.name}.*.new*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    try:
        with open_empty(beside) as connection:
            # Without a transaction around it all, which would stay in memory until its end: the
            # file has its name only when it is whole.
            load(connection)
            if claims is not None:
                load_claims_tables(connection, claims)
            with computed_once(connection, "cell_metrics"):
                note_missing(connection, fill(connection))
                if claims is not None:
                    note_missing(connection, load_pairs(connection, claims))
                    note_missing(connection, fill_envelopes(connection))
            connection.execute("CHECKPOINT")
        if claims is not None:
            # Decided while the file can only be read, so no query can change what it judges.
            verdicts = decide(beside, claims)
            with duckdb.connect(str(beside), config=CONFIG) as connection:
                load_verdicts(connection, verdicts)
                connection.execute("CHECKPOINT")
        beside.replace(out)
    finally:
        for path in (beside, beside.with_name(f"{beside.name}.wal")):
            path.unlink(missing_ok=True)
        shutil.rmtree(spilled, ignore_errors=True)
