"""Ranges of a statement: their ends are as far apart as the rows between them in production."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from sqlglot import exp

from scripts.advise.workload.places import MARK
from scripts.advise.workload.statistics import ColumnFacts, StatementFacts, TableFacts
from scripts.data.own.content import Content
from scripts.data.own.tables import Column

_LOWER, _UPPER = (exp.GT, exp.GTE), (exp.LT, exp.LTE)
_CLOSED = {exp.GT: exp.GTE, exp.LT: exp.LTE}
# PostgreSQL's, the only one that counts pages by statement; and those of an index above its leaves.
_PAGE_BYTES, _PAGES_ABOVE = 8192, 3
# From here on neighbours in the order of a column are in one page.
_IN_ORDER = 0.5


def _name(node: exp.Expression | None) -> str | None:
    found = MARK.fullmatch(node.name) if isinstance(node, exp.Column) else None
    return found[1] if found else None


def ranges(tree: exp.Expression) -> Iterator[tuple[str, str, exp.Expression]]:
    """The variables of a range, the lower first, and what is compared: BETWEEN, or two signs."""
    for each in tree.find_all(exp.Between):
        low, high = _name(each.args["low"]), _name(each.args["high"])
        if low and high:
            yield low, high, each.this
    lows, highs = (
        {
            each.this.sql(): (name, each.this)
            for each in tree.find_all(*kinds)
            if (name := _name(each.expression))
        }
        for kinds in (_LOWER, _UPPER)
    )
    for column, (low, node) in lows.items():
        if column in highs:
            yield low, highs[column][0], node


def close(tree: exp.Expression, *names: str) -> None:
    """Let a range have its ends: without them one of few values has no row."""
    for each in [*tree.find_all(exp.GT, exp.LT)]:
        if _name(each.expression) in names:
            closed = _CLOSED[type(each)]
            each.replace(closed(this=each.this.copy(), expression=each.expression.copy()))


def rows_between(
    tree: exp.Expression, facts: StatementFacts, table: TableFacts | None, column: str
) -> float:
    """How many rows of a table a call of a statement found in a range of a column."""
    calls = max(facts.calls, 1)
    rows = facts.rows / calls
    if not _sums_up(tree):
        return rows
    # What came back are sums: what was read says of how many rows.
    if facts.rows_examined is not None:
        return max(rows, facts.rows_examined / calls)
    if table is None or facts.pages_read is None or not table.bytes:
        return rows
    pages = (facts.pages_read + (facts.pages_hit or 0)) / calls / len([*tree.find_all(exp.Table)])
    about = table.columns.get(column, ColumnFacts())
    in_order = abs(about.correlation) >= _IN_ORDER
    by_page = max(1.0, table.rows * _PAGE_BYTES / table.bytes) if in_order else 1.0
    return max(rows, (pages - _PAGES_ABOVE) * by_page)


def end_of(
    low: str, drawn: str, rows: float, column: Column, content: Content, table: TableFacts | None
) -> tuple[str, str]:
    """What the upper end of a range is drawn from, ``drawn`` if it stays, and a note if need be."""
    if column.type.is_integer and column.name in content.high:
        span = content.high[column.name] - content.low[column.name] + 1
        more = round(rows * span / max(content.rows, 1)) - 1
        return f":{low} + {min(max(0, more), span - 1)}", ""
    about = table.columns.get(column.name) if table else None
    distinct = (about.distinct if about else None) or -1
    by_value = max(1.0, content.rows / distinct if distinct > 0 else -1 / distinct)
    # Of two at random, the first is behind the second in half of the cases, else a third apart.
    if rows > sqrt(by_value * max(content.rows, 1) / 6):
        words = "between two rows at random, of which half are empty"
        return drawn, f"a range of {column.name} {words}"
    return f":{low}", f"a range of {column.name} with one value"


def _sums_up(tree: exp.Expression) -> bool:
    if not isinstance(tree, exp.Select):
        return False
    is_grouped = bool(tree.args.get("group") or tree.args.get("distinct"))
    return is_grouped or any(each.find(exp.AggFunc) for each in tree.expressions)
