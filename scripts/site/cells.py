"""A file for each cell, so that the page of one cell fetches that cell alone.

Each query of ``sql/pages/cell/`` gives rows with their ``cell_id``. ``data/cells/<id>.json`` has
them by the query's name: ``about`` as an object, as it has one row per cell, all others as arrays.
Where the cells' folders are at hand, ``data/raw/`` has their raw outputs, and ``raw`` lists them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb

from scripts.site.columns import load_comments
from scripts.site.errors import SiteError
from scripts.site.export import plain, query_rows
from scripts.site.raw import pack

QUERIES = "sql/pages/cell"
ABOUT = "about"


def export_cells(database: Path, data: Path, repository: Path, outputs: Path | None = None) -> int:
    """Write ``cells/<id>.json`` into `data` for each cell; return how many.

    `outputs` holds the folders of measured cells, by id: then ``raw/<id>.zip``, too. The same input
    gives the same bytes. Raises SiteError for a database of another version, and for `outputs` of
    other cells.
    """
    folder = data / "cells"
    folder.mkdir(parents=True)
    # One thread, so that sums of floats are added in one order.
    with duckdb.connect(str(database), read_only=True, config={"threads": 1}) as connection:
        found = {
            query.stem: query_rows(connection, query, {}, database)
            for query in sorted((repository / QUERIES).glob("*.sql"))
        }
    cells: dict[str, dict[str, Any]] = {
        row["cell_id"]: {ABOUT: _plain(row), **{name: [] for name in found if name != ABOUT}}
        for row in found.pop(ABOUT)
    }
    comments = load_comments(repository)
    for row in found["values"]:
        row["meaning"] = comments.get(row["measure"])
    for name, rows in found.items():
        for row in rows:
            cells[row.pop("cell_id")][name].append(_plain(row))
    if outputs is not None:
        _add_outputs(cells, data, outputs)
    for cell_id, parts in cells.items():
        text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        (folder / f"{cell_id}.json").write_text(f"{text}\n", encoding="utf-8")
    return len(cells)


def _add_outputs(cells: dict[str, dict[str, Any]], data: Path, outputs: Path) -> None:
    """Pack what each cell left; a cell that was never run left nothing."""
    left = [cell_id for cell_id in cells if (outputs / cell_id / "outcome.json").is_file()]
    if cells and not left:
        raise SiteError(
            f"{outputs}: holds none of the database's cells; name the folder where they were "
            "measured, such as results/cells, or leave --outputs out"
        )
    for cell_id in left:
        cells[cell_id]["raw"] = pack(outputs / cell_id, data / "raw" / f"{cell_id}.zip")


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in row.items()}
