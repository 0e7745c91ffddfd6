"""A study's rows as some small Parquet files, to be kept with the code, and the way back.

The files hold what can't be computed: rows of cells, plan and layers, one file a table that has
any. Statistics, views and verdicts are made of them again when they are read back, so a corrected
query shows in a site of old rows. ``provenance.json`` says what made the rows, and of each file.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import duckdb

from scripts.files.digests import sha256_of
from scripts.parse.rows import ROW_TYPES
from scripts.store.errors import StoreError
from scripts.store.labs import add_missing_labs
from scripts.store.origin import load_origin, origin
from scripts.store.parquet import read_query, write_table
from scripts.store.pieces import join_pieces
from scripts.store.settings import fill_defaults

TABLES = (*ROW_TYPES, "study", "experiments", "labs", "layers", "layer_images")
PROVENANCE = "provenance.json"
REPOSITORY = Path(__file__).resolve().parents[2]
_AGAIN = "export it again with `python -m scripts.store export`"


def export(database: Path, out: Path, *, add: bool = False) -> dict[str, Any]:
    """Write the rows of `database` into the folder `out`; return what provenance.json says.

    The same database gives the same bytes. All is written beside and renamed, so that `out` is
    whole, old or new. With `add`, cells in `out` that `database` did not measure stay, so a large
    study can be published in pieces. Raises StoreError for no database, and for a folder with
    something else.
    """
    if not database.is_file():
        raise StoreError(f"{database} is missing: make it with `snakemake --cores all {database}`")
    if out.exists() and not (out / PROVENANCE).is_file() and any(out.iterdir()):
        raise StoreError(f"{out} holds something else than exported rows: name another with --out")
    beside, old = (out.with_name(f".{out.name}.{end}") for end in ("new", "old"))
    for folder in (beside, old):
        shutil.rmtree(folder, ignore_errors=True)
    beside.mkdir(parents=True)
    try:
        with duckdb.connect(config={"threads": 1}) as connection:
            name = str(database).replace("'", "''")
            connection.execute(f"ATTACH '{name}' AS measured (READ_ONLY)")
            joined = add and out.exists()
            if joined:
                join_pieces(connection, "measured", out)
            else:
                connection.execute("USE measured")
            tables = {name: _file(connection, name, beside) for name in TABLES}
            about = {
                **origin(connection, REPOSITORY, fresh=joined),
                **_makers(connection),
                "tables": {name: entry for name, entry in tables.items() if entry["rows"]},
            }
        text = json.dumps(about, indent=2, ensure_ascii=False)
        (beside / PROVENANCE).write_text(f"{text}\n", encoding="utf-8")
        if out.exists():
            out.rename(old)
        beside.rename(out)
    except duckdb.CatalogException as error:
        raise StoreError(
            f"{database} was made by another version of the store "
            f"({str(error).splitlines()[0].rstrip('.')}): let Snakemake build it again"
        ) from error
    finally:
        for folder in (beside, old):
            shutil.rmtree(folder, ignore_errors=True)
    return about


def _file(connection: duckdb.DuckDBPyConnection, table: str, folder: Path) -> dict[str, Any]:
    """Write a table's file, unless it has no rows, and describe it."""
    path = folder / f"{table}.parquet"
    rows = write_table(connection, table, path)
    digest = sha256_of(path)
    if not rows:
        path.unlink()
    return {"rows": rows, "sha256": digest}


def _makers(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """What made the rows: the study, its cells, the layers, machines and versions."""
    study = connection.execute("SELECT config_file, results_dir FROM study").fetchone()
    cells = connection.execute(
        "SELECT status, count(*) FROM cells GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    images = connection.execute(
        "SELECT layer, suite, image_sha256, lock_matches FROM layer_images ORDER BY layer"
    ).fetchall()
    # Configuration files are in the rows; what a machine was made of stands here, too.
    parts = connection.execute(
        """
        SELECT key, list(DISTINCT value ORDER BY value)
        FROM provenance
        WHERE (key LIKE 'machine/%' AND key NOT LIKE 'machine/layer.%') OR key LIKE 'version/%'
        GROUP BY key
        ORDER BY key
        """
    ).fetchall()
    return {
        "study": None if study is None else {"config_file": study[0], "results_dir": study[1]},
        "cells": dict(cells),
        "layers": {
            layer: {"suite": suite, "image_sha256": digest, "lock_matches": matches}
            for layer, suite, digest, matches in images
        },
        "parts": dict(parts),
    }


def load_reference(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Load exported rows into the empty tables of a database.

    Raises StoreError for a file that does not match provenance.json, and for one that this
    version of the store has no table for.
    """
    path = folder / PROVENANCE
    try:
        about: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        digests = {table: entry["sha256"] for table, entry in about["tables"].items()}
    except FileNotFoundError:
        raise StoreError(
            f"{path} is missing: there are no exported rows; {_AGAIN.replace('it again', 'some')}"
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"{path} is broken: {_AGAIN}") from None
    for table, digest in digests.items():
        rows = folder / f"{table}.parquet"
        if not rows.is_file() or sha256_of(rows) != digest:
            raise StoreError(f"{rows} does not match {PROVENANCE}: {_AGAIN}")
        if table not in TABLES:
            raise StoreError(f"{rows} is of no table of this store: {_AGAIN}")
        try:
            connection.execute(f"INSERT INTO {table} BY NAME {read_query(table, rows)}")
        except duckdb.Error as error:
            first = str(error).splitlines()[0].rstrip(".")
            raise StoreError(
                f"{rows} was made by another version of the store ({first}): {_AGAIN}"
            ) from error
    load_origin(connection, about)
    add_missing_labs(connection)
    fill_defaults(connection)
