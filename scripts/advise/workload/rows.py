"""Rows that are as many, as distinct, as skewed and as ordered as a server's statistics say."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from sqlglot import exp

from scripts.advise.rules import AdviseError
from scripts.advise.workload.statistics import ColumnFacts, Statistics, TableFacts
from scripts.advise.workload.values import NoValueError, value_of
from scripts.data.own.tables import Column, Foreign, Schema, Table

Values = list[str | None]
# Smaller tables, such as of states and countries, keep all their rows.
SMALL_ROWS = 1000
# Of a column of which nothing is known, as many rows have one value.
ROWS_BY_VALUE = 10
_TRIES = 20


@dataclass
class Made:
    """The columns of each table, and what was assumed or left out on the way."""

    tables: dict[str, dict[str, Values]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def rows(self, table: str) -> int:
        """How many rows a table got."""
        return len(next(iter(self.tables[table].values()), []))


def make_rows(schema: Schema, found: Statistics, share: float, seed: int = 1) -> Made:
    """Rows of all tables, of large ones that share. Raises AdviseError for a cycle of keys."""
    return _Maker(schema, found, share, seed).made_all()


class _Maker:
    def __init__(self, schema: Schema, found: Statistics, share: float, seed: int) -> None:
        self.schema, self.found = schema, found
        self.made = Made()
        self.unknown: list[str] = []
        self.draw = np.random.Generator(np.random.PCG64(seed))
        self.counts = {name: self._count(name, share) for name in schema}
        self._bound_by_keys()

    def _facts(self, table: str) -> TableFacts:
        return self.found.tables.get(table, TableFacts(0, 0))

    def _count(self, name: str, share: float) -> int:
        rows = self._facts(name).rows
        return rows if rows <= SMALL_ROWS else max(SMALL_ROWS, round(rows * share))

    def _bound_by_keys(self) -> None:
        """A table with one row for each of another's has no more rows than that."""
        for _ in self.schema:
            for name, table in self.schema.items():
                for foreign in table.foreign:
                    if foreign.columns in table.keys and foreign.table != name:
                        most = self.counts[foreign.table]
                        self.counts[name] = min(self.counts[name], most)

    def made_all(self) -> Made:
        waiting = dict(self.schema)
        for name, table in self.schema.items():
            own = {each for foreign in table.foreign for each in foreign.columns}
            self.made.tables[name] = {
                column.name: self._plain(table, column)
                for column in table.loaded.values()
                if column.name not in own
            }
        while waiting:
            ready = [name for name, table in waiting.items() if self._can(table, waiting)]
            if not ready:
                ready = [self._cycle(waiting)]
            for name in ready:
                self._finish(waiting.pop(name))
        if self.unknown:
            self.made.notes.append(
                f"of {len(self.unknown)} columns there are no statistics, and {ROWS_BY_VALUE} rows "
                f"for a value are assumed: {', '.join(self.unknown[:5])}"
                + (" ..." if len(self.unknown) > 5 else "")
            )
        return self.made

    def _can(self, table: Table, waiting: Mapping[str, Table]) -> bool:
        return all(
            foreign.table == table.name or foreign.table not in waiting for foreign in table.foreign
        )

    def _cycle(self, waiting: Mapping[str, Table]) -> str:
        """Of tables that refer to each other, one whose keys into the cycle may be null."""
        for name, table in waiting.items():
            into = [each for each in table.foreign if each.table in waiting]
            if all(self._has_key(each) or self._may_be_null(table, each) for each in into):
                return name
        raise AdviseError(
            f"schema.sql: {', '.join(sorted(waiting))} refer to each other in a cycle of foreign "
            "keys that may not be null: take NOT NULL or one of the keys away"
        )

    def _has_key(self, foreign: Foreign) -> bool:
        """Whether the rows that it refers to are numbered already."""
        return all(each in self.made.tables[foreign.table] for each in foreign.keys)

    def _may_be_null(self, table: Table, foreign: Foreign) -> bool:
        return all(table.columns[each].nullable for each in foreign.columns)

    def _finish(self, table: Table) -> None:
        columns = self.made.tables[table.name]
        for foreign in table.foreign:
            if {*foreign.columns} <= {*table.loaded}:
                self._refer(table, foreign)
        for key in table.keys:
            if len(key) > 1 and {*key} <= {*columns}:
                self._number(table, key)
        self._drop_twins(table)
        ordered = {name: columns[name] for name in table.loaded}
        self.made.tables[table.name] = ordered

    def _plain(self, table: Table, column: Column) -> Values:
        """The values of a column that refers to nothing."""
        count = self.counts[table.name]
        column = _with_choices(table, column)
        facts = self._facts(table.name).columns.get(column.name)
        if facts is None and count and [column.name] not in table.keys:
            self.unknown.append(f"{table.name}.{column.name}")
        facts = facts or ColumnFacts(distinct=-1 / ROWS_BY_VALUE)
        width = facts.width_bytes
        if [column.name] in table.keys:
            numbers = self._ordered(np.arange(count), facts.correlation or 1.0)
            return self._texts(column, numbers, count, width, ())
        distinct = self._distinct(facts, table.name, count)
        numbers = self._ordered(self._drawn(facts, distinct, count), facts.correlation)
        return self._with_nulls(
            self._texts(column, numbers, distinct, width, facts.values), column, facts
        )

    def _texts(
        self,
        column: Column,
        numbers: np.ndarray,
        distinct: int,
        width: float | None,
        common: tuple[str, ...],
    ) -> Values:
        try:
            texts = [value_of(column, number, width, distinct) for number in range(distinct)]
        except NoValueError as error:
            if column.nullable:
                self.made.notes.append(f"{error}: null, as no value of it is made here")
                return [None] * len(numbers)
            raise AdviseError(
                f"schema.sql:{column.line}: no value is made here of {error}"
            ) from None
        for number, text in enumerate(common[:distinct]):
            try:
                texts[number] = column.value(text)
            except ValueError:
                self.made.notes.append(f"{column.name}: a common value was not kept: not plain")
        return [texts[number] for number in numbers]

    def _distinct(self, facts: ColumnFacts, table: str, count: int) -> int:
        wanted = facts.distinct if facts.distinct is not None else -1 / ROWS_BY_VALUE
        rows = self._facts(table).rows
        # A tenth of all rows and more are as many values as the table grows: PostgreSQL's rule.
        if wanted > 0.1 * rows > 0:
            wanted = -wanted / rows
        number = -wanted * count if wanted < 0 else wanted
        return int(max(1, min(count, math.ceil(number)))) if count else 0

    def _drawn(self, facts: ColumnFacts, distinct: int, count: int) -> np.ndarray:
        """Numbers of values, the most common ones first."""
        if not count:
            return np.zeros(0, dtype=int)
        filled = 1 - facts.nulls or 1
        common = np.array(facts.common[:distinct]) / filled
        edges = np.cumsum(common)
        chances = self.draw.random(count)
        if len(common) == distinct:
            chances *= edges[-1]
        numbers = np.searchsorted(edges, chances, side="right")
        others = numbers >= len(common)
        if others.any():
            # Each value is there at least once, where there is room.
            numbers[others] = len(common) + (
                np.arange(others.sum()) % max(distinct - len(common), 1)
            )
        return np.minimum(numbers, distinct - 1)

    def _ordered(self, numbers: np.ndarray, correlation: float) -> np.ndarray:
        """The same numbers, in an order that has about that correlation with the rows'."""
        count = len(numbers)
        if not count or correlation >= 0.999:
            return np.sort(numbers)
        level = np.arange(count) / count - 0.5
        noise = self.draw.random(count) - 0.5
        places = correlation * level + math.sqrt(1 - min(correlation**2, 1)) * noise
        found = np.empty(count, dtype=int)
        found[np.argsort(places, kind="stable")] = np.sort(numbers)
        return found

    def _with_nulls(self, values: Values, column: Column, facts: ColumnFacts) -> Values:
        if not facts.nulls or not column.nullable:
            return values
        empty = self.draw.random(len(values)) < facts.nulls
        return [None if none else value for none, value in zip(empty, values, strict=True)]

    def _refer(self, table: Table, foreign: Foreign) -> None:
        """Columns whose values are another table's, as often each as common ones say."""
        columns, count = self.made.tables[table.name], self.counts[table.name]
        parents = self.made.tables[foreign.table]
        first = table.columns[foreign.columns[0]]
        facts = self._facts(table.name).columns.get(first.name) or ColumnFacts(distinct=-1.0)
        if not self._has_key(foreign) or (count and not self.made.rows(foreign.table)):
            if count and not self._may_be_null(table, foreign):
                raise AdviseError(
                    f"schema.sql:{foreign.line}: {table.name} has rows, and {foreign.table}, to "
                    "which they refer, has none: are the statistics of this database?"
                )
            for name in foreign.columns:
                columns.setdefault(name, [None] * count)
            return
        there = self.made.rows(foreign.table)
        if foreign.columns in table.keys:
            chosen = np.sort(self.draw.permutation(there)[:count])
        else:
            distinct = min(self._distinct(facts, table.name, count), there) if there else 0
            order = self.draw.permutation(there)
            numbers = self._drawn(facts, distinct, count)
            chosen = self._ordered(order[numbers] if count else numbers, facts.correlation)
        is_own = foreign.table == table.name
        if is_own:
            chosen = _earlier(chosen, foreign.columns in table.keys)
        for name, key in zip(foreign.columns, foreign.keys, strict=True):
            if name not in columns:
                values = [parents[key][number] for number in chosen]
                if is_own and values and table.columns[name].nullable:
                    values[0] = None
                columns[name] = self._with_nulls(values, table.columns[name], facts)

    def _number(self, table: Table, key: list[str]) -> None:
        """A key of several columns: one that refers to nothing counts, or others are drawn."""
        columns = self.made.tables[table.name]
        referring = {name for foreign in table.foreign for name in foreign.columns}
        free = [name for name in key if name not in referring and [name] not in table.keys]
        if not free:
            self._redraw(table, key)
            return
        column = table.columns[free[-1]]
        others = [columns[name] for name in key if name != column.name]
        seen: dict[tuple[str | None, ...], int] = {}
        facts = self._facts(table.name).columns.get(column.name)
        values: Values = []
        for row in zip(*others, strict=True):
            number = seen.get(row, 0)
            seen[row] = number + 1
            values.append(
                value_of(column, number, facts.width_bytes if facts else None, len(columns[key[0]]))
            )
        columns[column.name] = values

    def _redraw(self, table: Table, key: list[str]) -> None:
        """Pairs that are there twice get other parts, from all that there are."""
        columns = self.made.tables[table.name]
        of: dict[str, Values] = {}
        for foreign in table.foreign:
            if len(foreign.columns) == 1 and foreign.columns[0] in key:
                of[foreign.columns[0]] = self.made.tables[foreign.table][foreign.keys[0]]
        last = next((name for name in reversed(key) if of.get(name)), None)
        if last is None:
            return
        for _ in range(_TRIES):
            twins = self._twins(table, key)
            if not twins:
                return
            for row, number in zip(
                twins, self.draw.integers(0, len(of[last]), len(twins)), strict=True
            ):
                columns[last][row] = of[last][number]

    def _twins(self, table: Table, key: list[str]) -> list[int]:
        columns = self.made.tables[table.name]
        seen: set[tuple[str | None, ...]] = set()
        twins = []
        for row, values in enumerate(zip(*(columns[name] for name in key), strict=True)):
            if None in values:
                continue
            if values in seen:
                twins.append(row)
            seen.add(values)
        return twins

    def _drop_twins(self, table: Table) -> None:
        columns = self.made.tables[table.name]
        for key in table.keys:
            if not {*key} <= {*columns}:
                continue
            if twins := set(self._twins(table, key)):
                for name, values in columns.items():
                    columns[name] = [each for row, each in enumerate(values) if row not in twins]
                self.made.notes.append(
                    f"{table.name} has {len(twins)} rows less: no more keys of {', '.join(key)}"
                )


def _earlier(chosen: np.ndarray, is_unique: bool) -> np.ndarray:
    """The same, of rows ahead of each alone: what a tree is of has no circle."""
    rows = np.arange(len(chosen))
    if is_unique:
        return np.maximum(rows - 1, 0)
    return np.where(chosen < rows, chosen, chosen % np.maximum(rows, 1))


def _with_choices(table: Table, column: Column) -> Column:
    """The column with the values that a CHECK of its table lists."""
    for check in table.checks:
        if isinstance(check, exp.In) and isinstance(check.this, exp.Column):
            listed = [each.name for each in check.expressions if isinstance(each, exp.Literal)]
            if check.this.name.lower() == column.name and listed:
                return replace(column, choices=tuple(listed))
    return column
