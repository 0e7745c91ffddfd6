"""Expressions in a schema: in plain words, and whether each engine computes them alike."""

from __future__ import annotations

import re

from sqlglot import exp

from scripts.data.own.names import folded, with_names
from scripts.data.own.tables import Column

_TEXTS = ("TEXT", "VARCHAR", "CHAR", "BPCHAR", "NAME")
_NUMBERS = ("INT", "BIGINT", "SMALLINT", "DECIMAL", "DOUBLE", "FLOAT")
_CASTS = (exp.Cast, exp.TryCast)
_EVERYWHERE = (
    *(exp.Column, exp.Identifier, exp.Literal, exp.Boolean, exp.Null, exp.Paren, exp.Tuple),
    *(exp.Connector, exp.Not, exp.Predicate, exp.Neg, exp.Lower, exp.Upper, exp.Length),
    *(exp.Add, exp.Sub, exp.Mul, exp.Mod, exp.Coalesce, exp.DPipe, exp.Concat),
)
_NOT_EVERYWHERE = (
    *(exp.RegexpLike, exp.RegexpILike, exp.SimilarTo, exp.Any, exp.All, exp.ILike, exp.Exists),
    *(exp.SubqueryPredicate, exp.Glob, exp.JSONBContains, exp.ArrayContainsAll, exp.Overlaps),
)
_UUIDS = re.compile(r"(?:\w+\.)?(?:gen_random_uuid|uuid_generate_v4|uuid)\(\)", re.IGNORECASE)
_SEQUENCE = re.compile(r"(?:\w+\.)?nextval\(", re.IGNORECASE)
_NO_DATE = re.compile(r"0000-00-00(.*)")
_TIMES = ("DATE", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP OF MYSQL")


def plain(tree: exp.Expression) -> exp.Expression:
    """A copy without what dumps add: casts of literals and texts, ``= ANY (ARRAY[...])``."""
    own = with_names(tree).transform(_plain)
    for column in own.find_all(exp.Column):
        column.set("table", None)
    return own


def _plain(node: exp.Expression) -> exp.Expression:
    if isinstance(node, _CASTS):
        inner = node.this
        while isinstance(inner, exp.Paren):
            inner = inner.this
        kind = getattr(node.to.this, "name", "")
        literal = isinstance(inner, exp.Literal | exp.Null | exp.Neg | exp.Array)
        if literal or (kind in _TEXTS and isinstance(inner, exp.Column | exp.Lower | exp.Upper)):
            return inner.transform(_plain)
        if kind in _TEXTS and isinstance(inner, _CASTS):
            return inner.transform(_plain)
    if isinstance(node, exp.Introducer):
        return node.expression
    if isinstance(node, exp.EQ) and isinstance(node.expression, exp.Any):
        listed = node.expression.this
        while isinstance(listed, exp.Paren | exp.Cast):
            listed = listed.this
        if isinstance(listed, exp.Array):
            values = [each.transform(_plain) for each in listed.expressions]
            return exp.In(this=node.this.transform(_plain), expressions=values)
    return node


def is_everywhere(tree: exp.Expression) -> bool:
    """Whether each engine can compute an expression, and does so alike."""
    return all(
        isinstance(node, _EVERYWHERE) and not isinstance(node, _NOT_EVERYWHERE)
        for node in tree.walk()
    )


def columns_of(tree: exp.Expression) -> set[str]:
    """The names of the columns that an expression reads."""
    return {column.name for column in tree.find_all(exp.Column)}


def is_sequence(tree: exp.Expression) -> bool:
    """Whether a default is the next number of a sequence."""
    return bool(_SEQUENCE.match(tree.sql()))


def sequence_of(tree: exp.Expression) -> str:
    """The folded name of the sequence whose next number a default is."""
    text = next((each.name for each in tree.find_all(exp.Literal)), "")
    return folded(text.rpartition(".")[2].strip('"'))


def default_for(tree: exp.Expression, column: Column) -> exp.Expression | None:
    """A column's default as each engine can have it; None if not all can."""
    type_name = column.type_name
    own = plain(tree)
    while isinstance(own, exp.Paren):
        own = own.this
    if isinstance(own, exp.AtTimeZone) and isinstance(own.this, exp.CurrentTimestamp):
        own = own.this
    if isinstance(own, exp.CurrentTimestamp | exp.CurrentDate) or own.name.lower() == "now":
        if type_name not in _TIMES:
            return None
        is_date = isinstance(own, exp.CurrentDate) or type_name == "DATE"
        return exp.CurrentDate() if is_date else exp.CurrentTimestamp()
    if isinstance(own, exp.Uuid) or _UUIDS.fullmatch(own.sql()):
        return exp.Uuid() if type_name in ("UUID", "TEXT", "VARCHAR", "CHAR") else None
    if isinstance(own, exp.BitString):
        own = exp.Literal.number(int(own.this, 2))
    number = own.this if isinstance(own, exp.Neg) else own
    if not isinstance(number, exp.Literal | exp.Boolean | exp.Null):
        return None
    if type_name == "BOOLEAN" and isinstance(own, exp.Literal):
        return exp.Boolean(this=own.name.lower() in ("1", "t", "true", "y", "yes", "on"))
    if type_name.endswith(("INT", "INTEGER", "UNSIGNED")) and isinstance(own, exp.Boolean):
        return exp.Literal.number(int(own.this))
    try:
        return own if isinstance(own, exp.Null) else _checked(own, column)
    except ValueError:
        return None


def _checked(literal: exp.Expression, column: Column) -> exp.Expression:
    sign = "-" if isinstance(literal, exp.Neg) else ""
    text = "true" if isinstance(literal, exp.Boolean) else literal.name
    column.type.value(f"{sign}{text}", column.numbers)
    return literal


def zero_date(tree: exp.Expression) -> exp.Expression | None:
    """A default of the year 0, which not all engines have, as the first day of 1970."""
    found = _NO_DATE.fullmatch(tree.name) if isinstance(tree, exp.Literal) else None
    return exp.Literal.string(f"1970-01-01{found[1]}") if found else None
