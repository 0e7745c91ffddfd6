"""Data files of the pages: one SQL file in ``sql/pages/``, one JSON file in ``data/``.

Each file is an array of objects, one a row, columns named with their units. The same database
gives the same bytes: every query orders its rows in full, and keys keep the query's order.
"""

from __future__ import annotations

import datetime
import decimal
import json
import math
from pathlib import Path

import duckdb

from scripts.site.errors import SiteError

QUERIES = Path(__file__).resolve().parents[2] / "sql/pages"


def export(database: Path, folder: Path, queries: Path = QUERIES) -> dict[str, int]:
    """Write ``<query>.json`` into `folder` for each query; return rows by file name.

    Raises SiteError when the database is missing, unreadable, or made by an older version.
    """
    if not database.is_file():
        raise SiteError(
            f"{database}: no such database; run `snakemake --cores all {database}` "
            "to make it, or name another with --database"
        )
    folder.mkdir(parents=True, exist_ok=True)
    try:
        connection = duckdb.connect(str(database), read_only=True)
    except duckdb.Error as error:
        raise SiteError(
            f"{database}: can't be opened as a DuckDB database ({first_line(error)}); "
            "delete it and let Snakemake build it again"
        ) from error
    with connection:
        return {
            f"{query.stem}.json": _write(connection, query, folder / f"{query.stem}.json", database)
            for query in sorted(queries.glob("*.sql"))
        }


def _write(connection: duckdb.DuckDBPyConnection, query: Path, target: Path, database: Path) -> int:
    try:
        cursor = connection.execute(query.read_text(encoding="utf-8"))
        names = [column[0] for column in cursor.description or []]
        rows = cursor.fetchall()
    except (duckdb.CatalogException, duckdb.BinderException) as error:
        raise SiteError(
            f"{database}: lacks what {query.name} reads ({first_line(error)}); it was made by "
            "another version of the store, so delete it and let Snakemake build it again"
        ) from error
    except duckdb.Error as error:
        raise SiteError(f"{query}: {first_line(error)}") from error
    lines = (
        json.dumps(
            dict(zip(names, map(plain, row), strict=True)),
            ensure_ascii=False,
            separators=(",", ":"),
            allow_nan=False,
        )
        for row in rows
    )
    text = ",\n".join(lines)
    target.write_text(f"[\n{text}\n]\n" if text else "[]\n", encoding="utf-8")
    return len(rows)


def plain(value: object) -> object:
    """`value` as JSON can hold it: NaN and infinities become null, dates text."""
    if isinstance(value, float):
        # Twelve digits hold all that was measured, and none of the summation's order.
        return float(f"{value:.12g}") if math.isfinite(value) else None
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime.date | datetime.datetime):
        return value.isoformat()
    return value


def first_line(error: Exception) -> str:
    """The first line of an error's text, without its end mark."""
    return str(error).strip().splitlines()[0].rstrip(".")
