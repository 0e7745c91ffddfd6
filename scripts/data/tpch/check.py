"""Whether an engine's answer is the reference's. Needs nothing but Python's own library."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from scripts.files import read_file

EXACT, APPROXIMATE, TEXT = "exact", "approximate", "text"
# Clause 2.1.3.5 of the specification allows 1 % for averages and ratios, and 100 $ for sums. The
# engines calculate decimals exactly and differ in the digits to which they divide, so sums must be
# the same here and what was divided may differ by a hundredth of that 1 %.
TOLERANCE = Decimal("0.0001")

Row = Sequence[str | None]


def read_reference(tables: Path, query: str) -> dict[str, Any]:
    """What `scripts.data.tpch.reference` wrote of a query: statements, columns, rows."""
    return json.loads(read_file(tables / "reference" / f"{query}.json"))


def wrong_answer(reference: dict[str, Any], rows: Sequence[Row]) -> str | None:
    """What is wrong with ``rows``, or None when they are the reference's answer.

    Rows that are level in all that the query orders by may come in any order, others not. Blanks
    at a text's end are CHAR's padding.
    """
    expected = reference["rows"]
    if len(rows) != len(expected):
        return f"{len(rows)} rows in place of {len(expected)}"
    columns = reference["columns"]
    for number, row in enumerate(rows, 1):
        if len(row) != len(columns):
            return f"row {number} has {len(row)} columns in place of {len(columns)}"
    place = reference["ordered_by"]
    for number, (found, wanted) in enumerate(zip(rows, expected, strict=True), 1):
        if problem := _difference(found, wanted, [(i, *columns[i]) for i in place]):
            return f"row {number} is out of order: {problem}"
    # What may differ in its digits goes last, so that it decides no order but between equals.
    kinds = [kind for _, kind in columns]
    order = sorted(range(len(columns)), key=lambda i: kinds[i] == APPROXIMATE)

    def key(row: Row) -> tuple[Any, ...]:
        return tuple(_SORT_KEYS[kinds[i]](row[i]) for i in order)

    every = [(i, *column) for i, column in enumerate(columns)]
    for found, wanted in zip(sorted(rows, key=key), sorted(expected, key=key), strict=True):
        if problem := _difference(found, wanted, every):
            return problem
    return None


def _difference(found: Row, wanted: Row, columns: list[tuple[int, str, str]]) -> str | None:
    for index, name, kind in columns:
        if not _SAME[kind](found[index], wanted[index]):
            return f"{name} is {found[index]} in place of {wanted[index]}"
    return None


def _number(value: str | None) -> Decimal | None:
    try:
        return None if value is None else Decimal(value)
    except InvalidOperation:
        return None


def _text(value: str | None) -> str | None:
    return None if value is None else value.rstrip(" ")


def _same_text(found: str | None, wanted: str | None) -> bool:
    return _text(found) == _text(wanted)


def _same_number(found: str | None, wanted: str | None) -> bool:
    return found is wanted is None or (
        None not in (_number(found), _number(wanted)) and _number(found) == _number(wanted)
    )


def _near(found: str | None, wanted: str | None) -> bool:
    one, other = _number(found), _number(wanted)
    if one is None or other is None:
        return found is wanted is None
    return abs(one - other) <= TOLERANCE * abs(other)


def _sort_number(value: str | None) -> tuple[bool, Decimal]:
    number = _number(value)
    return number is None, number or Decimal(0)


_SAME: dict[str, Callable[[str | None, str | None], bool]] = {
    TEXT: _same_text,
    EXACT: _same_number,
    APPROXIMATE: _near,
}
_SORT_KEYS: dict[str, Callable[[str | None], Any]] = {
    TEXT: lambda value: (value is None, _text(value) or ""),
    EXACT: _sort_number,
    APPROXIMATE: _sort_number,
}
