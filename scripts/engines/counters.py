"""The engines' own statistics views, read before and after a phase.

The runner stores ``{"<view>": [{column: value, ...}, ...]}``. Here a view's rows are distinguished
by its key columns, numbers become counters with a delta, all else becomes texts. Which columns are
keys, the families of engines say (``scripts.engines.statistics``).
"""

from __future__ import annotations

import re

from scripts.engines.statistics import views
from scripts.parse.errors import ParseError, shorten
from scripts.parse.json_text import load_json
from scripts.parse.rows import EngineCounter, EngineText

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")

Reading = dict[tuple[str, str, str], str | float]
"""A view's cells: (view, object, column) to a number or a text."""


def parse_engine_reading(text: str, source: str) -> Reading:
    """Parse one reading of all views. Raises ParseError for other shapes than the one above."""
    views = load_json(text, source)
    if not isinstance(views, dict):
        raise ParseError(source, None, "should be an object of views")
    reading: Reading = {}
    for view, rows in views.items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ParseError(source, None, f"the view {view!r} should be a list of objects")
        _read_view(view, rows, reading, source)
    return reading


def _read_view(view: str, rows: list[dict], reading: Reading, source: str) -> None:
    keys, pair = _shape(view, rows, source)
    for row in rows:
        if set(row) != set(rows[0]):
            odd = ", ".join(sorted(set(row) ^ set(rows[0])))
            raise ParseError(source, None, f"the rows of {view!r} differ in columns: {odd}")
        if pair:
            missing = [column for column in pair if column not in row]
            cells = {} if missing else {str(row[pair[0]]): row[pair[1]]}
            name = ""
        else:
            missing = [column for column in keys if column not in row]
            name = "/".join(str(row.get(column)) for column in keys)
            cells = {column: value for column, value in row.items() if column not in keys}
        if missing:
            raise ParseError(source, None, f"a row of {view!r} lacks {', '.join(missing)}")
        for column, value in cells.items():
            if (view, name, column) in reading:
                raise ParseError(
                    source, None, f"{view!r} has two rows for {name or column!r}; "
                    "add the columns that distinguish them to a statistics.yaml in scripts/engines"
                )  # fmt: skip
            plain = _plain(value, f"{view}.{column}", source)
            if plain is not None:
                reading[view, name, column] = plain


def _shape(
    view: str, rows: list[dict], source: str
) -> tuple[tuple[str, ...], tuple[str, str] | None]:
    """Return (key columns, None), or ((), (name column, value column)) of a view."""
    if known := views().get(view):
        return known.keys, known.pairs
    if len(rows) <= 1:
        return (), None
    texts = tuple(
        column
        for column in rows[0]
        if all(isinstance(row.get(column), str) and not _is_number(row[column]) for row in rows)
    )
    if not texts:
        raise ParseError(
            source, None, f"nothing distinguishes the rows of the view {view!r}; "
            "name its key columns in a statistics.yaml in scripts/engines"
        )  # fmt: skip
    return texts, None


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _plain(value: object, what: str, source: str) -> str | float | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str):
        return float(value) if _is_number(value) else value
    raise ParseError(source, None, f"{what} is neither text nor number: {shorten(str(value))}")


def compare_engine_readings(
    before: Reading, after: Reading, phase: str, source: str = "engine_after.json"
) -> tuple[list[EngineCounter], list[EngineText]]:
    """Return counters and texts around a phase, sorted.

    Raises ParseError where a view that is fixed has other rows before than after.

    A row that only one reading has, such as that of a table that the phase made, keeps null on the
    other side and as its delta.
    """
    _check_alike(before, after, source)
    counters: list[EngineCounter] = []
    texts: list[EngineText] = []
    for cell in sorted(set(before) | set(after)):
        first, last = before.get(cell), after.get(cell)
        if None not in (first, last) and isinstance(first, str) != isinstance(last, str):
            what = "/".join(filter(None, cell))
            words = f"{what} is {shorten(str(first))} before and {shorten(str(last))} after"
            raise ParseError(source, None, words)
        if isinstance(first, str) or isinstance(last, str):
            sides = (None if side is None else _as_text(side) for side in (first, last))
            texts.append(EngineText(phase, *cell, *sides))
            continue
        delta = None if first is None or last is None else last - first
        counters.append(EngineCounter(phase, *cell, first, last, delta))
    return counters, texts


def _as_text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.17g}"


def _check_alike(before: Reading, after: Reading, source: str) -> None:
    present = {view for view, _, _ in before} | {view for view, _, _ in after}
    fixed = {name for name, view in views().items() if view.fixed}
    for view in sorted(fixed & present):
        first, last = ({cell[1:] for cell in each if cell[0] == view} for each in (before, after))
        if first != last:
            names = shorten(", ".join(sorted("/".join(filter(None, c)) for c in first ^ last)))
            raise ParseError(source, None, f"{view!r} differs before and after in {names}")
