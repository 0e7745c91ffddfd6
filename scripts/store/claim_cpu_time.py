"""Loads the ratios of throughput that claims compare, as they would be with another CPU time.

Which ratios these are, a query for each claim says: ``sql/claims/cpu_time/<id>.sql``. One of them
is about a claim's own figure, so verdicts come first.
"""

from __future__ import annotations

import duckdb

from scripts.plan.claims import Claims
from scripts.store.errors import StoreError


def load_cpu_time_ratios(connection: duckdb.DuckDBPyConnection, claims: Claims) -> None:
    """Fill claim_cpu_time_ratios; a query gives its columns without ``claim``, in any order.

    Raises StoreError, naming the file, for a query that fails or gives other columns.
    """
    for name, query in claims.cpu_time_queries.items():
        try:
            # Inside an INSERT a query can only read.
            connection.execute(
                "INSERT INTO claim_cpu_time_ratios BY NAME "
                f"SELECT ? AS claim, * FROM ({query.strip().rstrip(';')})",
                [name],
            )
        except duckdb.Error as error:
            message = str(error).strip().splitlines()[0]
            raise StoreError(
                f"{claims.cpu_time_query_file(name)}: claim {name}: {message}"
            ) from error
