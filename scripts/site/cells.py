"""A file for each cell, so that the page of one cell fetches that cell alone.

Each query of ``sql/pages/cell/`` gives rows with their ``cell_id``. ``data/cells/<id>.json`` has
them by the query's name: ``about`` as an object, as it has one row per cell, all others as arrays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb

from scripts.site.export import plain, query_rows

QUERIES = "sql/pages/cell"
ABOUT = "about"


def export_cells(database: Path, folder: Path, repository: Path) -> int:
    """Write a file for each cell into `folder`; return how many.

    The same database gives the same bytes. Raises SiteError for one of another version.
    """
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
    for name, rows in found.items():
        for row in rows:
            cells[row.pop("cell_id")][name].append(_plain(row))
    for cell_id, parts in cells.items():
        text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        (folder / f"{cell_id}.json").write_text(f"{text}\n", encoding="utf-8")
    return len(cells)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in row.items()}
