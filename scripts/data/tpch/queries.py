"""The 22 queries: one source in ``workloads/tpch/``, a statement for each engine's dialect.

The source is PostgreSQL's dialect, with the specification's validation parameters. No column of
TPC-H holds nulls, so each dialect keeps its own order of them: what sqlglot would add to make it
the same everywhere would be one expression more to sort by, in one engine and not in the other.
"""

from __future__ import annotations

from pathlib import Path

import sqlglot
from sqlglot import exp

from scripts.data.errors import DataError
from scripts.engines.families import family, family_names

QUERIES = Path(__file__).parents[3] / "workloads/tpch"
SOURCE_DIALECT = "postgres"


def source(query: str, scale_factor: float) -> exp.Query:
    """The query "q1" ... "q22" as a tree, its parameter that depends on the scale filled in.

    Raises DataError when there is no such query, or its file is not valid SQL.
    """
    path = QUERIES / f"{query}.sql"
    try:
        tree = sqlglot.parse_one(path.read_text(encoding="utf-8"), read=SOURCE_DIALECT)
    except FileNotFoundError:
        raise DataError(f"{path}: no such query") from None
    except sqlglot.ParseError as error:
        where = error.errors[0]
        raise DataError(
            f"{path}:{where['line']}: is not valid SQL: {where['description']}"
        ) from None
    assert isinstance(tree, exp.Query)
    # Clause 2.4.11.3: FRACTION is 0.0001 / scale factor.
    fraction = exp.Literal.number(f"{0.0001 / scale_factor:.12f}".rstrip("0"))
    return tree.transform(lambda node: fraction if isinstance(node, exp.Placeholder) else node)


def dialects() -> list[str]:
    """The dialects of all families of engines, as sqlglot calls them."""
    return sorted({family(name).dialect for name in family_names()})


def ordered_by(tree: exp.Query) -> list[str]:
    """Names of the columns that the answer is ordered by; all of TPC-H's are in the answer."""
    order = tree.args.get("order")
    return [node.this.name for node in order.expressions] if order else []
