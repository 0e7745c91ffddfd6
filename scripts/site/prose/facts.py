"""Cells of the queries in ``sql/facts/``, by `query.row.column`, and conditions on them.

A query of one row has cells `query.column`. One with a column `name` has a row for each name.
`data_leaders` in a query is what ``data/leaders.json`` has (``sql/pages/leaders.sql``), so that a
sentence and the chart beside it tell of the same rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.tables import computed_once
from scripts.files.hashes import made_of
from scripts.plan.errors import unknown
from scripts.site.cache import NOTHING, Kept
from scripts.site.errors import SiteError
from scripts.site.export import QUERIES, first_line, lacking, query_rows

FOLDER = "sql/facts"
# What data/leaders.json has, which a chart draws.
DATA = re.compile(r"\b(?:FROM|JOIN)\s+data_(\w+)")
CELL = re.compile(r"\b[a-z]\w*(?:\.\w+){1,2}\b")


class UnsupportedError(Exception):
    """The rows of this study don't have what a sentence says, or have the opposite."""


@dataclass
class Facts:
    """The queries of a repository on one database, each run when first asked for.

    What a query gives depends on its text and the database, so it is taken from `kept`.
    """

    connection: duckdb.DuckDBPyConnection
    repository: Path
    database: Path
    kept: Kept
    views: ExitStack
    _tables: dict[str, tuple[list[str], dict[str, dict[str, Any]]]] = field(default_factory=dict)

    @cached_property
    def queries(self) -> list[str]:
        """Their names."""
        return sorted(path.stem for path in (self.repository / FOLDER).glob("*.sql"))

    @cached_property
    def _rows(self) -> str:
        """The hash of the database."""
        return made_of(self.database)

    @cached_property
    def _measured(self) -> duckdb.DuckDBPyConnection:
        """The connection, with the view that most queries read: it takes a second to compute."""
        self.views.enter_context(computed_once(self.connection, "run_measures"))
        return self.connection

    def cell(self, reference: str) -> Any:
        """The value of a cell. UnsupportedError without its row; ValueError if it can't exist."""
        query, *row, column = reference.split(".")
        if query not in self.queries:
            raise ValueError(f"{FOLDER}: {unknown('query', query, self.queries)}")
        if query not in self._tables:
            self._tables[query] = self._table(query)
        columns, rows = self._tables[query]
        if column not in columns:
            raise ValueError(f"{FOLDER}/{query}.sql: {unknown('column', column, columns)}")
        if ("name" in columns) != bool(row):
            form = "row.column" if "name" in columns else "column"
            raise ValueError(f"name a cell of {query} as {query}.{form}")
        name = row[0] if row else ""
        if name not in rows:
            known = ", ".join(rows) or "none"
            raise UnsupportedError(
                f"{query}.sql gives no row {name}".rstrip() + f" (rows: {known})"
            )
        return rows[name][column]

    def holds(self, condition: str) -> bool:
        """Whether a condition is true. UnsupportedError if it is null or asks for what isn't there.

        ValueError for one that is no condition.
        """
        values: list[Any] = []

        def placed(found: re.Match[str]) -> str:
            if found[0].split(".")[0] not in self.queries:
                return found[0]
            values.append(self.cell(found[0]))
            return f"${len(values)}"

        # Texts between quotes are no names of cells.
        parts = re.split(r"('[^']*')", condition)
        sql = "".join(each if each[:1] == "'" else CELL.sub(placed, each) for each in parts)
        try:
            cursor = self.connection.execute(f"SELECT ({sql})", values)
            kind = str((cursor.description or [])[0][1])
            [(result,)] = cursor.fetchall()
        except duckdb.Error as error:
            raise ValueError(
                f"the condition `{condition}` can't be read: {first_line(error)}"
            ) from error
        if kind != "BOOLEAN":
            raise ValueError(
                f"the condition `{condition}` is of type {kind}; write one that is true or false, "
                "such as `ratio > 1`"
            )
        if result is None:
            raise UnsupportedError(f"the condition `{condition}` is null")
        return bool(result)

    def _table(self, query: str) -> tuple[list[str], dict[str, dict[str, Any]]]:
        path = self.repository / FOLDER / f"{query}.sql"
        text = path.read_text(encoding="utf-8")
        views = {}
        for name in sorted(set(DATA.findall(text))):
            data = self.repository / QUERIES / f"{name}.sql"
            if not data.is_file():
                raise SiteError(f"{FOLDER}/{query}.sql: data_{name}: no file {QUERIES}/{name}.sql")
            views[name] = data.read_text(encoding="utf-8")
        kept_as = self.kept.name("facts", self._rows, text, views)
        for columns, named in self.kept.find(kept_as):
            return columns, named
        columns, named = self._run(query, path, views)
        # Values that JSON hasn't, such as decimals, are not kept.
        with suppress(TypeError):
            self.kept.keep(kept_as, [columns, named])
        return columns, named

    def _run(
        self, query: str, path: Path, views: dict[str, str]
    ) -> tuple[list[str], dict[str, dict[str, Any]]]:
        connection = self._measured
        for name, text in views.items():
            try:
                connection.execute(f"CREATE OR REPLACE TEMP VIEW data_{name} AS {text}")
            except (duckdb.CatalogException, duckdb.BinderException) as error:
                data = self.repository / QUERIES / f"{name}.sql"
                raise lacking(self.database, data, error) from error
        rows = query_rows(connection, path, {}, self.database)
        columns = [each[0] for each in connection.description or []]
        if "name" not in columns and len(rows) > 1:
            raise SiteError(
                f"{FOLDER}/{query}.sql: gives {len(rows)} rows; give them a column `name`, "
                "or one row"
            )
        named = {str(row.get("name", "")): row for row in rows}
        if len(named) < len(rows):
            raise SiteError(f"{FOLDER}/{query}.sql: two rows have one name")
        return columns, named


@contextmanager
def facts_of(database: Path, repository: Path, kept: Kept = NOTHING) -> Iterator[Facts]:
    """The facts of a database, which is open meanwhile."""
    with (
        duckdb.connect(str(database), read_only=True, config={"threads": 1}) as connection,
        ExitStack() as views,
    ):
        yield Facts(connection, repository, database, kept, views)
