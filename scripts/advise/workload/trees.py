"""The text of a statement as a server keeps it, without values, becomes a tree."""

from __future__ import annotations

import re
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from scripts.advise.workload.statistics import StatementFacts
from scripts.data.own.names import folded, table_name
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Schema

_LIST = re.compile(r"/\*\s*,\s*\.\.\.\s*\*/")
# As in ($1,$2), where dollars would hold a text.
_VALUE = re.compile(r"(?<![\w\"$])\$(\d+)")
# A digest's lists: of IN, and of the values of a row.
_SHORT_IN = re.compile(r"\b(IN\s*)\(\s*\.\.\.\s*\)", re.IGNORECASE)
_SHORT_ROW = re.compile(
    r"(\bVALUES?\s*)\(\s*\.\.\.\s*\)(?:\s*,\s*\(\s*\.\.\.\s*\))*", re.IGNORECASE
)
# Of a list whose length is not known.
_MOST_LISTED = 20


class NoStatementError(ValueError):
    """Why a statement is not in the workload: one clause."""


def tree_of(facts: StatementFacts, dialect: str, schema: Schema) -> tuple[Any, list[str]]:
    """A statement's tree, and what of the statement is not in it. Raises NoStatementError."""
    notes = []
    text = _VALUE.sub(r"$\1 ", _LIST.sub(" ", facts.text))
    if text.rstrip().endswith("..."):
        raise NoStatementError("its text is cut off: raise max_digest_length")
    if dialect != SOURCE_DIALECT:
        text = _with_lists(text, length_of_list(facts), schema)
    try:
        tree: Any = sqlglot.parse_one(text, read=dialect)
    except SqlglotError:
        raise NoStatementError("is not SQL that bandwise supports") from None
    if not isinstance(tree, exp.Query | exp.Insert | exp.Update | exp.Delete):
        raise NoStatementError("is no SELECT, INSERT, UPDATE or DELETE")
    names = {table_name(each.name) for each in tree.find_all(exp.Table)}
    made = {folded(each.alias) for each in tree.find_all(exp.CTE)}
    if unknown := sorted(names - {*schema} - made - {""}):
        raise NoStatementError(f"its table {unknown[0]} is not in the schema")
    if not names - made:
        raise NoStatementError("reads no table")
    for each in list(tree.find_all(exp.Returning)):
        each.pop()
        notes.append("without RETURNING")
    if isinstance(tree, exp.Insert | exp.Update | exp.Delete):
        tree.set("returning", None)
    return tree, notes


def length_of_list(facts: StatementFacts) -> int:
    """How many values a list has whose length is not kept: as many as rows were found."""
    return max(1, min(_MOST_LISTED, round(facts.rows / max(facts.calls, 1))))


def _with_lists(text: str, count: int, schema: Schema) -> str:
    """A digest's text with as many ? as a list may have had."""
    text = _SHORT_IN.sub(lambda found: f"{found[1]}({', '.join('?' * count)})", text)
    if _SHORT_ROW.search(text):
        into = re.search(r"\bINTO\s+(?:`?\w+`?\s*\.\s*)?`?(\w+)`?\s*(\([^)]*\))?", text, re.I)
        if into is None or table_name(into[1]) not in schema:
            raise NoStatementError("its table is not in the schema")
        columns = schema[table_name(into[1])].loaded
        width = into[2].count(",") + 1 if into[2] else len(columns)
        text = _SHORT_ROW.sub(lambda found: f"{found[1]}({', '.join('?' * width)})", text)
    return text
