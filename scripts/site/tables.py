"""The results database for the SQL page: a Parquet file a table or view, and what they are.

Views are written out, since the page's DuckDB is an older one that can't run them all. Macros,
which queries of claims use, show in their definition.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.tables import computed_once
from scripts.site.columns import comment_on, load_comments
from scripts.site.errors import SiteError
from scripts.site.export import first_line
from scripts.store.parquet import write_table

REPOSITORY = Path(__file__).resolve().parents[2]
# Made with each site: level 19 takes 26 times as long for a twentieth less room.
COMPRESSED = ("zstd", 9)
# The widest whole number that the page's DuckDB and JavaScript agree on.
CASTS = {"HUGEINT": "BIGINT", "UHUGEINT": "BIGINT"}


def export_tables(
    database: Path, folder: Path, repository: Path = REPOSITORY
) -> list[dict[str, Any]]:
    """Write ``tables/*.parquet`` and ``tables.json`` into `folder`; return what the latter says.

    The same database gives the same bytes. Raises SiteError for one of another version.
    """
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    # One thread, so that sums of floats are added in one order.
    options: dict[str, Any] = {"threads": 1}
    try:
        with duckdb.connect(str(database), read_only=True, config=options) as connection:
            found = _relations(connection)
            # Which other large views are made of.
            with computed_once(connection, "cell_metrics"):
                relations = [_write(connection, *each, folder / "tables") for each in found]
            relations += _macros(connection)
    except duckdb.Error as error:
        raise SiteError(
            f"{database}: can't be exported for the SQL page ({first_line(error)}); it was made by "
            "another version of the store, so delete it and let Snakemake build it again"
        ) from error
    comments = load_comments(repository)
    for relation in relations:
        for column in relation["columns"]:
            column["comment"] = comment_on(comments, relation["name"], column["name"])
    lines = ",\n".join(json.dumps(relation, ensure_ascii=False) for relation in relations)
    (folder / "tables.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return relations


def _relations(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str, str]]:
    return connection.execute(
        """
        SELECT 'view' AS kind, view_name AS name, comment FROM duckdb_views() WHERE NOT internal
        UNION ALL
        SELECT 'table', table_name, comment FROM duckdb_tables() WHERE NOT internal
        ORDER BY kind DESC, name
        """
    ).fetchall()


def _write(
    connection: duckdb.DuckDBPyConnection, kind: str, name: str, comment: str, folder: Path
) -> dict[str, Any]:
    columns = [row[:2] for row in connection.execute(f"DESCRIBE {name}").fetchall()]
    listed = ", ".join(
        f'"{column}"::{CASTS[type_]} AS "{column}"' if type_ in CASTS else f'"{column}"'
        for column, type_ in columns
    )
    path = folder / f"{name}.parquet"
    selected = f"(SELECT {listed} FROM {name})"
    rows = write_table(connection, selected, path, compressed=COMPRESSED)
    return {
        "name": name,
        "kind": kind,
        "comment": comment,
        "definition": None,
        "columns": [{"name": column, "type": CASTS.get(type_, type_)} for column, type_ in columns],
        "rows": rows,
        "bytes": path.stat().st_size,
    }


def _macros(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    found = connection.execute(
        """
        SELECT function_name, parameters, macro_definition
        FROM duckdb_functions()
        WHERE NOT internal AND function_type = 'macro'
        ORDER BY function_name
        """
    ).fetchall()
    # One that uses another comes after it.
    waiting, ordered = list(found), []
    while waiting:
        names = [name for name, *_ in waiting]
        ready = [each for each in waiting if not any(f"{name}(" in each[2] for name in names)]
        ordered += ready or waiting
        waiting = [each for each in waiting if each not in ordered]
    return [
        {
            "name": name,
            "kind": "macro",
            "comment": None,
            "definition": f"CREATE MACRO {name}({', '.join(parameters)}) AS {definition}",
            "columns": [],
            "rows": None,
            "bytes": None,
        }
        for name, parameters, definition in ordered
    ]
