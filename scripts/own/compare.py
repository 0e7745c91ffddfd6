"""Where engines differ in what they answer to the same statements on the same rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation

from scripts.engines.trial import Answer, Row
from scripts.own.trial import Place, Trial

_TIME = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\d+)?(?:\+00)?")
# Some write all decimals of a second.
_OF_DAY = re.compile(r"(\d+:\d\d:\d\d(?:\.\d*[1-9])?)\.?0+")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# In place of what each engine makes by itself.
_DRAWN, _NOW = "(a UUID of the engine's own)", "(now)"
# An average has four more digits here, and sixteen there.
NEAR = Decimal("0.0001")


def differences(trials: Sequence[Trial], known: Iterable[str] = ()) -> Iterator[tuple[Place, str]]:
    """What is not the same, by place, with the engines on each side.

    ``known`` are the values of rows and statements. A UUID that is none of them was drawn by an
    engine, and a time that is none may be of the moment at which it was asked.
    """
    by_engine = {
        trial.engine: {(place, number): (answer, ordered) for place, number, answer, ordered in
                       _numbered(trial)}
        for trial in trials
    }  # fmt: skip
    about = _About(
        frozenset(_written(each.lower()) for each in known),
        min((trial.began_s for trial in trials), default=0.0) - 1,
        max((trial.ended_s for trial in trials), default=0.0) + 1,
    )
    told: set[Place] = set()
    for key in dict.fromkeys(key for found in by_engine.values() for key in found):
        answers = {name: found[key][0] for name, found in by_engine.items() if key in found}
        ordered = any(found[key][1] for found in by_engine.values() if key in found)
        place = key[0]
        words = _difference(answers, ordered, about) if len(answers) > 1 else None
        if words and place not in told:
            told.add(place)
            yield place, f"{place.what}: {words}" if place.what else words


@dataclass(frozen=True)
class _About:
    """What is known of all answers: values that engines were given, and when they were asked."""

    known: frozenset[str]
    began_s: float
    ended_s: float

    def plain(self, row: Row) -> Row:
        """Values without what differs in their writing alone, or is each engine's own."""
        return tuple(None if value is None else self._plain(_written(value)) for value in row)

    def _plain(self, value: str) -> str:
        if value in self.known:
            return value
        if _UUID.fullmatch(value):
            return _DRAWN
        moment_s = _moment_s(value)
        is_now = moment_s is not None and self.began_s <= moment_s <= self.ended_s
        return _NOW if is_now else value

    def same(self, one: str | None, another: str | None) -> bool:
        """Whether two values are, as far as engines may write them."""
        if _same(one, another):
            return True
        if one is None or another is None or {one, another} & self.known:
            return False
        # Reckoned from now: each engine was asked at another moment.
        left, right = _moment_s(one), _moment_s(another)
        if left is None or right is None:
            return False
        return abs(left - right) <= self.ended_s - self.began_s


def _moment_s(value: str) -> float | None:
    """Seconds since 1970 of a time in UTC, as _written has it."""
    if not _TIME.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(f"{value}+00:00").timestamp()
    except ValueError:
        return None


def _numbered(trial: Trial) -> Iterator[tuple[Place, int, Answer, bool]]:
    """The answers with how many of the same place came before."""
    seen: dict[Place, int] = {}
    for place, answer, ordered in trial.answers:
        yield place, seen.get(place, 0), answer, ordered
        seen[place] = seen.get(place, 0) + 1


def _difference(answers: dict[str, Answer], ordered: bool, about: _About) -> str | None:
    numbers = {name: len(answer.rows) for name, answer in answers.items()}
    if len({*numbers.values()}) > 1:
        return f"rows: {_sides(numbers)}"
    first = next(iter(answers.values()))
    in_turn = {name: [about.plain(row) for row in each.rows] for name, each in answers.items()}
    if ordered and _alike([*in_turn.values()], about) is None:
        return None
    sorted_rows = {name: sorted(rows, key=_key) for name, rows in in_turn.items()}
    where = _alike([*sorted_rows.values()], about)
    if where is None:
        return "the same rows come in another order" if ordered else None
    row, column = where
    name = first.columns[column] if column < len(first.columns) else f"column {column + 1}"
    values = {engine: rows[row][column] for engine, rows in sorted_rows.items()}
    return f"{name} is {_sides(values)}"


def _sides(values: Mapping[str, object]) -> str:
    """Engines by what they say: ``2 in a and b, and 3 in c``."""
    sides: dict[str, list[str]] = {}
    for engine, value in values.items():
        sides.setdefault("null" if value is None else str(value), []).append(engine)
    return ", and ".join(f"{value} in {' and '.join(names)}" for value, names in sides.items())


def _alike(rows: Sequence[Sequence[Row]], about: _About) -> tuple[int, int] | None:
    """The first row and column in which lists of rows differ."""
    first, *others = rows
    for other in others:
        for number, (left, right) in enumerate(zip(first, other, strict=True)):
            for column, (one, another) in enumerate(zip(left, right, strict=True)):
                if not about.same(one, another):
                    return number, column
    return None


def _written(value: str) -> str:
    value = value.rstrip(" ")
    if found := _TIME.fullmatch(value):
        return found[1]
    if found := _OF_DAY.fullmatch(value):
        return found[1]
    if value in ("t", "f"):
        return str(int(value == "t"))
    if value.startswith("\\x") and len(value) % 2 == 0:
        try:
            return bytes.fromhex(value[2:]).decode("latin-1")
        except ValueError:
            return value
    if value[:1] in "[{" and value:
        try:
            return json.dumps(json.loads(value), sort_keys=True)
        except ValueError:
            return value
    return value


def _key(row: Row) -> list[tuple[bool, Decimal, str]]:
    """By which rows are sorted: numbers by their size."""
    found = []
    for value in row:
        number = _number(value)
        found.append((value is not None, number or Decimal(0), "" if number else value or ""))
    return found


def _number(value: str | None) -> Decimal | None:
    try:
        found = Decimal(value or "")
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def _same(one: str | None, another: str | None) -> bool:
    if one == another:
        return True
    if one is None or another is None:
        # A client in batch mode writes both alike.
        return {one, another} == {None, "NULL"}
    left, right = _number(one), _number(another)
    if left is not None and right is not None:
        if left == left.to_integral_value() and right == right.to_integral_value():
            return left == right
        return abs(left - right) <= NEAR * max(abs(left), abs(right), Decimal(1))
    return False
