"""Data files of the pages: arrays of objects, one a row, columns named with their units.

``sql/pages/<name>.sql`` is run once and makes ``data/<name>.json``. ``sql/pages/experiment/`` has
the general queries, with parameters: each specification (``report/experiments/<name>.yaml``) makes
``data/<name>_<query>.json`` of those that it names, and ``data/<name>.json`` of itself, by which
its page draws charts. The same database gives the same bytes: every query orders its rows in full,
and keys keep the query's order.
"""

from __future__ import annotations

import datetime
import decimal
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.tables import computed_once
from scripts.plan.errors import unknown
from scripts.site.errors import SiteError
from scripts.site.own import own_specifications
from scripts.site.specification import (
    BANDWIDTH,
    FOLDER,
    GENERAL_QUERIES,
    Specification,
    load_specifications,
)

REPOSITORY = Path(__file__).resolve().parents[2]
QUERIES = "sql/pages"


def export(database: Path, folder: Path, repository: Path = REPOSITORY) -> dict[str, int]:
    """Write the data files into `folder`; return rows by file name.

    Raises SiteError when the database is missing, unreadable, or made by an older version, and for
    a specification that can't be followed.
    """
    if not database.is_file():
        raise SiteError(
            f"{database}: no such database; run `snakemake --cores all {database}` "
            "to make it, or name another with --database"
        )
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # One thread, so that sums of floats are added in one order.
        connection = duckdb.connect(str(database), read_only=True, config={"threads": 1})
    except duckdb.Error as error:
        raise SiteError(
            f"{database}: can't be opened as a DuckDB database ({first_line(error)}); "
            "delete it and let Snakemake build it again"
        ) from error
    try:
        # What all runs of a study measured, which the queries of every specification ask for.
        with connection, computed_once(connection, "run_measures"):
            return _export(connection, database, folder, repository)
    except duckdb.Error as error:  # such as a full disk
        raise SiteError(f"{database}: {first_line(error)}") from error


def _export(
    connection: duckdb.DuckDBPyConnection, database: Path, folder: Path, repository: Path
) -> dict[str, int]:
    specifications = load_specifications(repository)
    counts = {}
    for file in sorted((repository / QUERIES).glob("*.sql")):
        rows = query_rows(connection, file, {}, database)
        counts[f"{file.stem}.json"] = _write(folder / f"{file.stem}.json", rows)
    # They are asked of the database, which is known to be one by now.
    specifications |= own_specifications(connection, repository)
    judged = _judged(connection, database) if specifications else set()
    for name, specification in specifications.items():
        if specification.measure not in judged:
            message = unknown("measure", specification.measure, judged)
            raise SiteError(f"{FOLDER}/{name}.yaml: measure: {message}")
        values = _parameters(name, specification)
        for query in specification.queries:
            general = repository / GENERAL_QUERIES / f"{query}.sql"
            rows = query_rows(connection, general, values, database)
            if query == "summary":
                _check_places(rows, name)
            target = folder / f"{name}_{query}.json"
            counts[target.name] = _write(target, rows)
        about = {"name": name, **specification.model_dump(), "experiment": values["experiment"]}
        text = json.dumps(about, ensure_ascii=False, indent=1)
        (folder / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    return counts


def _judged(connection: duckdb.DuckDBPyConnection, database: Path) -> set[str]:
    """The measures of which it is known whether more or less is better."""
    try:
        rows = connection.execute("SELECT metric FROM judged_measures").fetchall()
    except duckdb.CatalogException as error:
        raise SiteError(
            f"{database}: lacks the view judged_measures; it was made by another version of the "
            "store, so delete it and let Snakemake build it again"
        ) from error
    return {metric for (metric,) in rows}


def _parameters(name: str, specification: Specification) -> dict[str, Any]:
    """What general queries may ask for."""
    return {
        "experiment": specification.experiment or name,
        "phases": specification.phases,
        "measure": specification.measure,
        "measures": [
            specification.measure,
            *(chart.measure for chart in specification.charts),
            *specification.measures,
        ],
        "over_bandwidth": specification.over == BANDWIDTH,
    }


def _check_places(rows: list[dict[str, Any]], name: str) -> None:
    """Refuse two figures of a measure at one place of a chart, as of two phases of a run."""
    seen = set()
    for row in rows:
        place = (row["measure"], row["engine"], row["read_bandwidth_mib_s"])
        if place in seen:
            raise SiteError(
                f"{FOLDER}/{name}.yaml: phases: {row['engine']} has more than one figure "
                f"of {row['measure']} at {row['read_bandwidth_mib_s']:g} MiB/s; name the phase to "
                "show"
            )
        seen.add(place)


def query_rows(
    connection: duckdb.DuckDBPyConnection,
    query: Path,
    parameters: Mapping[str, Any],
    database: Path,
) -> list[dict[str, Any]]:
    """The rows of a query. The entries of a column of type JSON become columns of their own."""
    try:
        [statement] = connection.extract_statements(query.read_text(encoding="utf-8"))
        values = {name: parameters[name] for name in statement.named_parameters}
        cursor = connection.execute(statement, values)
        columns = [(column[0], str(column[1])) for column in cursor.description or []]
        rows = cursor.fetchall()
    except KeyError as error:
        known = ", ".join(f"${name}" for name in parameters) or "none here"
        raise SiteError(f"{query}: unknown parameter ${error.args[0]} (known: {known})") from error
    except (duckdb.CatalogException, duckdb.BinderException) as error:
        raise lacking(database, query, error) from error
    except duckdb.Error as error:
        raise SiteError(f"{query}: {first_line(error)}") from error
    return _spread([name for name, kind in columns if kind == "JSON"], columns, rows)


def lacking(database: Path, query: Path, error: duckdb.Error) -> SiteError:
    """What is wrong with a database that has not what a query reads."""
    return SiteError(
        f"{database}: lacks what {query.name} reads ({first_line(error)}); it was made by "
        "another version of the store, so delete it and let Snakemake build it again"
    )


def _spread(
    objects: list[str], columns: list[tuple[str, str]], rows: list[tuple[Any, ...]]
) -> list[dict[str, Any]]:
    """Rows as objects; each entry of those in `objects` has a column, null where a row lacks it.

    An entry is named by the last part of its key: ``threads``, not ``options.threads``. A column of
    the query's own goes before an entry of its name.
    """
    made: list[tuple[dict[str, Any], dict[str, Any]]] = []
    entries: set[str] = set()
    for values in rows:
        row = dict(zip((name for name, _ in columns), values, strict=True))
        found: dict[str, Any] = {}
        for name in objects:
            items = json.loads(row.pop(name) or "{}")
            found |= {key.rpartition(".")[2]: value for key, value in sorted(items.items())}
        entries |= found.keys()
        made.append((row, found))
    own = {name for name, _ in columns}
    added = sorted(entries - own)
    return [row | {name: found.get(name) for name in added} for row, found in made]


def _write(target: Path, rows: list[dict[str, Any]]) -> int:
    lines = (
        json.dumps(
            {name: plain(value) for name, value in row.items()},
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
