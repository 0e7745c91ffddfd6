"""Loads the pairs of runs whose rates claims compare, as ``sql/claims/compared/`` selects them."""

from __future__ import annotations

import duckdb

from scripts.analyse.tables import computed_once
from scripts.plan.claims import Claims
from scripts.store.errors import StoreError
from scripts.store.missing import fails_on_rows, first_line


def load_pairs(connection: duckdb.DuckDBPyConnection, claims: Claims) -> dict[str, str]:
    """Fill claim_pairs; a query gives its columns without ``claim``, in any order.

    Return the queries that fail on these rows, by file, with what went wrong. Raises StoreError,
    naming the file, for a query that can't be run or gives other columns.
    """
    with computed_once(connection, "claim_summary"):
        return _load_pairs(connection, claims)


def _load_pairs(connection: duckdb.DuckDBPyConnection, claims: Claims) -> dict[str, str]:
    failed = {}
    for name, query in claims.compared.items():
        # Inside an INSERT a query can only read.
        statement = (
            "INSERT INTO claim_pairs BY NAME "
            f"SELECT ? AS claim, * FROM ({query.strip().rstrip(';')}) ORDER BY ALL"
        )
        try:
            connection.execute(statement, [name])
        except duckdb.Error as error:
            file = claims.compared_file(name)
            if not fails_on_rows(connection, statement, [name]):
                raise StoreError(f"{file}: claim {name}: {first_line(error)}") from error
            failed[file] = first_line(error)
    return failed
