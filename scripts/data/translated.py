"""SQL in an engine's own dialect."""

from __future__ import annotations

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel

NULLS_WRITTEN = "nulls written"


def translated(
    tree: exp.Expression, dialect: str, unsupported: ErrorLevel = ErrorLevel.WARN
) -> str:
    """A statement in sqlglot's ``dialect``, on one line and without comments.

    Each dialect keeps its own order of nulls: what sqlglot would add to make it the same everywhere
    would be one expression more to sort by, in one engine and not in the other. An order that the
    statement itself names, which its node's ``meta`` says by ``NULLS_WRITTEN``, is kept.
    """
    order_of_nulls = sqlglot.Dialect.get_or_raise(dialect).NULL_ORDERING
    own = tree.copy()
    for node in own.find_all(exp.Ordered):
        if node.meta.get(NULLS_WRITTEN):
            continue
        descending = bool(node.args.get("desc"))
        first = {
            "nulls_are_small": not descending,
            "nulls_are_large": descending,
            "nulls_are_last": False,
        }
        node.set("nulls_first", first[order_of_nulls])
    return own.sql(dialect=dialect, comments=False, unsupported_level=unsupported)
