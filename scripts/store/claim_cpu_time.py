"""Loads the ratios of throughput that claims compare, as they would be with another CPU time.

Which ratios these are, a query for each claim says: ``sql/claims/cpu_time/<id>.sql``. One of them
is about a claim's own figure, so verdicts come first.
"""

from __future__ import annotations

import duckdb

from scripts.plan.claims import Claims
from scripts.store.errors import StoreError
from scripts.store.missing import fails_on_rows, first_line


def load_cpu_time_ratios(connection: duckdb.DuckDBPyConnection, claims: Claims) -> dict[str, str]:
    """Fill claim_cpu_time_ratios; a query gives its columns without ``claim``, in any order.

    Return the queries that fail on these rows, by file, with what went wrong. Raises StoreError,
    naming the file, for a query that can't be run or gives other columns.
    """
    failed = {}
    for name, query in claims.cpu_time_queries.items():
        # Inside an INSERT a query can only read.
        statement = (
            "INSERT INTO claim_cpu_time_ratios BY NAME "
            f"SELECT ? AS claim, * FROM ({query.strip().rstrip(';')})"
        )
        try:
            connection.execute(statement, [name])
        except duckdb.Error as error:
            file = claims.cpu_time_query_file(name)
            if not fails_on_rows(connection, statement, [name]):
                raise StoreError(f"{file}: claim {name}: {first_line(error)}") from error
            failed[file] = first_line(error)
    return failed
