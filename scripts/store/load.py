"""Puts rows into the tables of an open database: Parquet of the cells, plan, layers."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from scripts.files import NotAFileError, read_file
from scripts.files.digests import sha256_of
from scripts.ingest.job import NOT_RUN, cell_row
from scripts.jobs import Job, as_job
from scripts.parse.rows import ROW_TYPES
from scripts.store.errors import StoreError
from scripts.store.labs import add_missing_labs, again, load_labs
from scripts.store.plan_file import PlanFile
from scripts.values.canonical import canonical

# So many small files are open at a time.
FILES_AT_ONCE = 1000


def load_cells(
    connection: duckdb.DuckDBPyConnection, plan: PlanFile, rows: Path, *, partial: bool
) -> None:
    """Load every planned cell's Parquet files, in the plan's order.

    With `partial`, a cell without rows gets the status ``not_run``; otherwise it is a StoreError,
    as is a file that does not match rows.json.
    """
    files: dict[str, list[str]] = {name: [] for name in ROW_TYPES}
    missing, labs = [], []
    for job in plan.jobs:
        manifest = rows / job["cell_id"] / "rows.json"
        if not manifest.is_file():
            missing.append(job)
            continue
        content = _read(manifest)
        for table, path in _tables_of(manifest, content):
            files[table].append(str(path))
        if "lab" in content:
            labs.append((manifest, content["lab"]))
    if missing and not partial:
        others = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise StoreError(
            f"{rows / missing[0]['cell_id']} has no rows.json{others}: "
            "run the planned cells, or build with --partial"
        )
    for table, paths in files.items():
        query = f"INSERT INTO {table} BY NAME SELECT * FROM read_parquet(?)"
        for begin in range(0, len(paths), FILES_AT_ONCE):
            connection.execute(query, [paths[begin : begin + FILES_AT_ONCE]])
    for job in missing:
        _insert_unrun(connection, as_job(job))
    load_labs(connection, labs)
    add_missing_labs(connection)


def _read(manifest: Path) -> dict[str, Any]:
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise StoreError(f"{manifest} is broken: {again(manifest)}")
    return content


def _tables_of(manifest: Path, content: dict[str, Any]) -> list[tuple[str, Path]]:
    """Return (table, file) of one cell, each file checked against what rows.json holds."""
    try:
        digests = {str(table): about["sha256"] for table, about in content["tables"].items()}
    except (KeyError, TypeError, AttributeError):
        raise StoreError(f"{manifest} is broken: {again(manifest)}") from None
    found = []
    for table, digest in digests.items():
        path = manifest.with_name(f"{table}.parquet")
        if table not in ROW_TYPES:
            raise StoreError(f"{manifest} names an unknown table, {table!r}: {again(manifest)}")
        if not path.is_file() or sha256_of(path) != digest:
            raise StoreError(f"{path} does not match {manifest}: {again(manifest)}")
        found.append((table, path))
    return found


def _insert_unrun(connection: duckdb.DuckDBPyConnection, job: Job) -> None:
    reason = "planned, but not run when this database was built"
    row = cell_row(job, {"status": NOT_RUN, "reason": reason})
    values = [job["cell_id"], *dataclasses.astuple(row)]
    connection.execute(f"INSERT INTO cells VALUES ({', '.join('?' * len(values))})", values)


def load_study(connection: duckdb.DuckDBPyConnection, plan: PlanFile) -> None:
    """Load where the plan came from and where its results lie, and that it repeats its cells."""
    if plan.study:
        values = (plan.study["config_file"], plan.study["results_dir"])
        connection.execute("INSERT INTO study VALUES (?, ?)", values)
        load_repeats(connection, {job["cell_id"]: values for job in plan.jobs})


def load_repeats(
    connection: duckdb.DuckDBPyConnection, studies: Mapping[str, tuple[str, str]]
) -> None:
    """Load the study and the results folder that repeat a cell, of the cells in the database."""
    rows = [[cell, *study] for cell, study in studies.items()]
    connection.execute(
        """
        INSERT INTO repeats
        SELECT row[1] AS cell_id, row[2], row[3] FROM (SELECT unnest(?::VARCHAR[][]) AS row)
        SEMI JOIN cells ON cells.cell_id = row[1]
        """,
        [rows],
    )


def load_experiments(connection: duckdb.DuckDBPyConnection, plan: PlanFile) -> None:
    """Load the plan's questions, in the plan's order."""
    cells = Counter(job.get("experiment") for job in plan.jobs)
    for entry in plan.experiments:
        name = entry.get("name")
        values = [
            name,
            entry.get("title"),
            entry.get("question"),
            entry.get("page"),
            canonical(entry.get("claims") or []),
            canonical(entry.get("factors") or {}),
            cells[name],
        ]
        connection.execute("INSERT INTO experiments VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def load_layers(
    connection: duckdb.DuckDBPyConnection, folder: Path, names: list[str] | None, *, partial: bool
) -> None:
    """Load packages and images of the layers in `folder`; of those in `names` if it is given.

    With `partial`, a named layer that isn't built is left out; otherwise it is a StoreError.
    """
    if names is None:
        names = sorted(path.parent.name for path in folder.glob("*/layer.json"))
    for name in names:
        path = folder / name / "layer.json"
        try:
            layer = json.loads(read_file(path))
        except FileNotFoundError:
            if partial:
                continue
            raise StoreError(f"{path} is missing: build the layer {name}") from None
        except NotAFileError as error:
            raise StoreError(str(error)) from None
        except json.JSONDecodeError as error:
            raise StoreError(f"{path}:{error.lineno}: is not valid JSON: {error.msg}") from None
        if not isinstance(layer, dict):
            raise StoreError(f"{path} is broken: build the layer {name} again")
        image = [layer.get(key) for key in ("suite", "image_sha256", "image_bytes", "lock_matches")]
        connection.execute("INSERT INTO layer_images VALUES (?, ?, ?, ?, ?)", [name, *image])
        packages = sorted((layer.get("packages") or {}).items())
        rows = [(name, layer.get("suite"), package, version) for package, version in packages]
        if rows:
            connection.executemany("INSERT INTO layers VALUES (?, ?, ?, ?)", rows)
