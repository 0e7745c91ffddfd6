"""Places in a statement's tree: which are values, what stands beside them, what messages say."""

from __future__ import annotations

import re
from typing import Any, TypeGuard

from sqlglot import exp

from scripts.data.own.statements import SOURCE_DIALECT

# Stands for a variable in a tree.
MARK = re.compile(r'"?bw__(\w+?)__bw"?')
# Where a text or a unit stands, by the node and its argument: what is put there.
CONSTANTS: dict[tuple[type, str], exp.Expression] = {
    (exp.TimestampTrunc, "unit"): exp.var("DAY"),
    (exp.DateTrunc, "unit"): exp.var("DAY"),
    (exp.Extract, "this"): exp.var("DAY"),
    (exp.JSONExtract, "expression"): exp.Literal.string("v"),
    (exp.JSONExtractScalar, "expression"): exp.Literal.string("v"),
    (exp.JSONBExtract, "expression"): exp.Literal.string("{v}"),
    (exp.JSONBExtractScalar, "expression"): exp.Literal.string("{v}"),
    (exp.JSONBContainsTopKey, "expression"): exp.Literal.string("v"),
    (exp.TimeToStr, "format"): exp.Literal.string("YYYY-MM-DD"),
    (exp.Round, "decimals"): exp.Literal.number(2),
    (exp.Substring, "start"): exp.Literal.number(1),
    (exp.Substring, "length"): exp.Literal.number(10),
    (exp.DateAdd, "expression"): exp.Literal.number(1),
    (exp.DateSub, "expression"): exp.Literal.number(1),
}


def other_side(parent: exp.Expression, node: exp.Expression) -> exp.Expression:
    """What stands on the other side of a sign, or ahead of a list."""
    other: exp.Expression = parent.this if node is not parent.this else parent.expression
    return other


def called(node: Any) -> str:
    """A part of a statement as a message names it."""
    if isinstance(node, exp.Anonymous):
        return f"{node.name.lower()}()"
    if isinstance(node, exp.TimestampTrunc | exp.DateTrunc):
        return "date_trunc()"
    if isinstance(node, exp.TimeToStr):
        return "to_char()"
    if isinstance(node, exp.Binary):
        return " ".join(node.sql(dialect=SOURCE_DIALECT, comments=False).split())[:40]
    if isinstance(node, exp.If | exp.Case):
        return "CASE"
    if isinstance(node, exp.Func):
        return f"{node.sql_name().lower()}()"
    if isinstance(node, exp.Literal):
        return "another value"
    return "another value" if node is None or is_value(node) else node.key.upper()


def is_value(node: object) -> TypeGuard[exp.Expression]:
    """Whether it stands for what the server's statistics have left out."""
    return isinstance(node, exp.Parameter | exp.Placeholder)


def gives_values(node: exp.If | exp.Case) -> bool:
    """Whether all that a CASE gives, in a list of columns, are values."""
    case = node if isinstance(node, exp.Case) else node.parent
    if not isinstance(case, exp.Case) or not isinstance(case.parent, exp.Alias | exp.Select):
        return False
    given = [*(each.args["true"] for each in case.args["ifs"]), case.args.get("default")]
    return all(each is None or is_value(each) or each == exp.Literal.number(1) for each in given)


def is_set(node: exp.Expression, tree: exp.Expression) -> bool:
    """Whether it is what an UPDATE sets, and no comparison."""
    return isinstance(tree, exp.Update) and any(node is each for each in tree.expressions)
