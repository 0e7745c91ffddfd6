"""Statements without values become statements with draws: each value from its column's rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from scripts.advise.workload.places import (
    CONSTANTS,
    MARK,
    called,
    gives_values,
    is_set,
    is_value,
    other_side,
)
from scripts.advise.workload.ranges import close, end_of, ranges, rows_between
from scripts.advise.workload.statistics import StatementFacts, Statistics
from scripts.advise.workload.trees import NoStatementError, length_of_list, tree_of
from scripts.data.own.content import Content
from scripts.data.own.expressions import NUMBERS_LEAST, ROWS_MAX
from scripts.data.own.names import folded, table_name
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Column, Schema, Table

_COMPARED = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Like, exp.ILike)
_CASTS = (exp.Cast, exp.TryCast, exp.Paren)
_AROUND = (*_CASTS, exp.Lower, exp.Upper, exp.Trim)
# What they give is of the type of their first argument.
_KEEPING = (exp.TimestampTrunc, exp.DateTrunc, exp.Coalesce, exp.Abs)
_NOWS = (exp.CurrentTimestamp, exp.CurrentDate)
_TIMES = ("TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP OF MYSQL")
_COMPUTED = (exp.Add, exp.Sub, exp.Mul, exp.Div)
_LEAST_TEXT, _MOST_TEXT = 10, 200
# Bytes from which on a client does not hold texts, and how many of the rows have one of their own.
_WIDE, _EACH_OTHER = 32, -0.5
# Of rows that have common values.
_SKEWED = 0.05


@dataclass
class Written:
    """A statement in a folder's own words, and what its variables are drawn from."""

    text: str
    table: str
    verb: str
    draws: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def written(
    facts: StatementFacts, found: Statistics, schema: Schema, contents: Mapping[str, Content]
) -> Written:
    """A statement of a server with draws. Raises NoStatementError."""
    return _Writer(facts, found, schema, contents).whole()


class _Writer:
    def __init__(
        self,
        facts: StatementFacts,
        found: Statistics,
        schema: Schema,
        contents: Mapping[str, Content],
    ) -> None:
        self.facts, self.found = facts, found
        self.schema, self.contents = schema, contents
        self.draws: list[tuple[str, str]] = []
        self.tree, self.notes = tree_of(facts, found.dialect, schema)
        self.rows_each = facts.rows / max(facts.calls, 1)

    def whole(self) -> Written:
        for each in list(self.tree.find_all(exp.Any)):
            self._listed(each)
        for node in [each for each in self.tree.walk(bfs=False) if is_value(each)]:
            self._replace(node)
        if isinstance(self.tree, exp.Insert):
            self._without_twins()
        elif isinstance(self.tree, exp.Delete):
            self._deleted()
        self._bounded()
        for lock in self.tree.find_all(exp.Lock):
            # NOWAIT would end a run; what is False is SKIP LOCKED.
            if lock.args.get("wait"):
                lock.set("wait", None)
        text = MARK.sub(r":\1", self.tree.sql(dialect=SOURCE_DIALECT, comments=False))
        table = next(
            name
            for each in self.tree.find_all(exp.Table)
            if (name := table_name(each.name)) in self.schema
        )
        verb = "select" if isinstance(self.tree, exp.Query) else self.tree.key
        return Written(text, table, verb, self.draws, self.notes)

    def _listed(self, node: exp.Any) -> None:
        """`= ANY ($1)`, of which a client gives a list, becomes IN."""
        value, compared = node.this, node.parent
        while isinstance(value, _AROUND):
            value = value.this
        if not (isinstance(compared, exp.EQ) and is_value(value)):
            return
        count = length_of_list(self.facts)
        listed = [exp.Placeholder() for _ in range(count)]
        compared.replace(exp.In(this=compared.this.copy(), expressions=listed))
        self.notes.append(f"a list of {count}")

    def _replace(self, node: exp.Expression) -> None:
        """A value's place gets a variable, or a number where nothing else makes sense."""
        outer = node
        while isinstance(outer.parent, _CASTS):
            outer = outer.parent
        if isinstance(outer.parent, exp.Interval):
            outer = outer.parent
        drawn = self._constant(outer) or self._drawn(outer)
        if isinstance(drawn, exp.Expression):
            outer.replace(drawn)
        elif isinstance(drawn, str):
            name = f"v{len(self.draws) + 1}"
            self.draws.append((name, drawn))
            outer.replace(exp.column(f"bw__{name}__bw"))
        else:
            outer.replace(exp.Literal.number(drawn))

    def _constant(self, node: exp.Expression) -> exp.Expression | None:
        """What stands where no column says the value: a unit, a key of JSON, an interval."""
        is_interval = isinstance(node, exp.Interval)
        if is_interval and (unit := node.args.get("unit")) is not None:
            return exp.Interval(this=exp.Literal.string("1"), unit=unit.copy())
        if is_interval or (isinstance(node, exp.Cast) and node.is_type("interval")):
            return self._interval()
        parent = node.parent
        if parent is None or node.arg_key is None:
            return None
        if isinstance(parent, exp.Add | exp.Sub) and self._is_time(other_side(parent, node)):
            return self._interval()
        found = CONSTANTS.get((type(parent), node.arg_key))
        if found is not None:
            self.notes.append(f"{found.name} in {called(parent)}")
            return found.copy()
        return None

    def _interval(self) -> exp.Expression:
        self.notes.append("an interval of one day")
        return exp.Interval(this=exp.Literal.string("1"), unit=exp.var("DAY"))

    def _is_time(self, node: exp.Expression) -> bool:
        """Whether it has parts of days, so that a number can't be added."""
        if isinstance(node, exp.CurrentTimestamp):
            return True
        return isinstance(node, exp.Column) and self._column(node)[1].type_name in _TIMES

    def _drawn(self, node: exp.Expression) -> str | int:
        """What a value is drawn from, or the number that it is."""
        while isinstance(node.parent, _AROUND):
            node = node.parent
        parent = node.parent
        if isinstance(parent, exp.Limit | exp.Fetch):
            return max(1, round(self.rows_each))
        if isinstance(parent, exp.Offset):
            return 0
        if isinstance(parent, exp.Tuple) and isinstance(parent.parent, exp.Values):
            return self._inserted(parent.expressions.index(node))
        if isinstance(parent, (*_COMPARED, exp.In, exp.Between, exp.ArrayContainsAll)):
            other = other_side(parent, node)
            if is_set(parent, self.tree):
                return self._new(*self._column(other))
            return self._compared(other)
        if isinstance(parent, _COMPUTED):
            other = other_side(parent, node)
            if isinstance(other, (exp.Column, *_NOWS)) and not isinstance(node, exp.Cast):
                return 1
        if isinstance(parent, exp.Select) and not isinstance(node, exp.Func):
            if isinstance(self.tree, exp.Insert) and parent is self.tree.expression:
                return self._inserted(parent.expressions.index(node))
            return 1
        if isinstance(parent, exp.Alias) and not isinstance(node, exp.Func):
            return 1
        if isinstance(parent, exp.Coalesce):
            return self._compared(parent.this)
        if isinstance(parent, exp.If | exp.Case) and gives_values(parent):
            return 1
        raise NoStatementError(f"a value stands in {called(parent)}, of which no column is known")

    def _compared(self, other: exp.Expression) -> str | int:
        while isinstance(other, (*_AROUND, *_KEEPING)):
            other = other.this
        if isinstance(other, (exp.AggFunc, exp.Length, exp.Extract)):
            return 1
        if isinstance(other, exp.Func | exp.Binary | exp.Case):
            raise NoStatementError(f"a value is compared with {called(other)}")
        return self._of(*self._column(other))

    def _column(self, node: exp.Expression) -> tuple[Table, Column]:
        if not isinstance(node, exp.Column):
            raise NoStatementError(f"a value stands beside no column, but {called(node)}")
        aliases = {
            folded(each.alias or each.name): table_name(each.name)
            for each in self.tree.find_all(exp.Table)
        }
        name = folded(node.name)
        tables = (
            [aliases.get(folded(node.table), table_name(node.table))]
            if node.table
            else [*aliases.values()]
        )
        for each in tables:
            table = self.schema.get(each)
            if table is not None and name in table.columns:
                return table, table.columns[name]
        raise NoStatementError(f"column {name} is not in the schema")

    def _of(self, table: Table, column: Column) -> str:
        """A value that rows have: of a key, any; else as often as rows have it."""
        content = self.contents[table.name]
        where = f"{table.name}.{column.name}"
        if not content.rows or column.computed is not None:
            raise NoStatementError(f"{table.name} has no rows")
        if column.type.is_integer and column.name not in content.high:
            raise NoStatementError(f"{where} has no values")
        if _counts(table, column, content):
            return f"random(1, max({where}))"
        if content.rows > ROWS_MAX and (target := self._even_key(table, column)):
            return f"random(1, max({target}))"
        return f"from_rows({where})"

    def _even_key(self, table: Table, column: Column) -> str | None:
        """The key that a column refers to about evenly, of which a draw from rows holds too few."""
        facts = self.found.tables.get(table.name)
        about = facts.columns.get(column.name) if facts else None
        if about is None or sum(about.common) > _SKEWED:
            return None
        for foreign in table.foreign:
            if foreign.columns == [column.name]:
                parent = self.schema[foreign.table]
                key = parent.columns[foreign.keys[0]]
                if _counts(parent, key, self.contents[parent.name]):
                    return f"{parent.name}.{key.name}"
        return None

    def _inserted(self, place: int) -> str | int:
        target = self.tree.this
        named = isinstance(target, exp.Schema)
        table = self.schema[table_name((target.this if named else target).name)]
        names = [folded(each.name) for each in target.expressions] if named else [*table.loaded]
        if place >= len(names) or names[place] not in table.columns:
            raise NoStatementError("has more values than columns")
        return self._new(table, table.columns[names[place]])

    def _new(self, table: Table, column: Column) -> str:
        """A value for a row: one that no other has in a key, else as of other rows."""
        where = f"{table.name}.{column.name}"
        for foreign in table.foreign:
            if column.name in foreign.columns:
                if self.contents[table.name].rows and [column.name] not in table.keys:
                    return self._of(table, column)
                key = foreign.keys[foreign.columns.index(column.name)]
                parent = self.schema[foreign.table]
                return self._of(parent, parent.columns[key])
        keys = [key for key in table.keys if column.name in key]
        if not keys:
            if not self.contents[table.name].rows:
                raise NoStatementError(f"{table.name} has no rows, of which values could be drawn")
            return self._wide_text(table, column) or f"from_rows({where})"
        if column.type.is_integer and not self._ends_soon(table, column):
            return f"sequence({where})"
        if column.is_long or column.type_name in ("VARCHAR", "CHAR"):
            most = column.numbers[0] if column.numbers else column.most or _MOST_TEXT
            if most >= _LEAST_TEXT:
                width = min(most, _LEAST_TEXT * 2)
                return f"random_text({width}, {width})"
        if column.type.is_integer and all(len(key) > 1 for key in keys):
            return f"random(1, {column.type.greatest})"
        if any(len(key) == 1 for key in keys):
            raise NoStatementError(f"no draw makes new values of {where}")
        return self._of(table, column)

    def _ends_soon(self, table: Table, column: Column) -> bool:
        """Whether a run may need more numbers than the column's type has."""
        high = self.contents[table.name].high.get(column.name, 0)
        return (column.type.greatest or 0) - high < NUMBERS_LEAST

    def _wide_text(self, table: Table, column: Column) -> str | None:
        """A text as long as others, where hardly any is there twice: clients need not hold them."""
        facts = self.found.tables.get(table.name)
        about = facts.columns.get(column.name) if facts else None
        if about is None or about.nulls or about.distinct is None or about.distinct > _EACH_OTHER:
            return None
        if not (column.is_long or column.type_name in ("VARCHAR", "CHAR")):
            return None
        width = round(about.width_bytes or 0)
        most = column.numbers[0] if column.numbers else width
        return f"random_text({min(width, most)}, {min(width, most)})" if width >= _WIDE else None

    def _without_twins(self) -> None:
        """A row whose key is all drawn may be there: it is then left."""
        target = self.tree.this
        table = self.schema[
            table_name((target.this if isinstance(target, exp.Schema) else target).name)
        ]
        refers = {name for foreign in table.foreign for name in foreign.columns}
        refers |= {
            name
            for key in table.keys
            for name in key
            if table.columns[name].type.is_integer and self._ends_soon(table, table.columns[name])
        }
        drawn = [key for key in table.keys if {*key} <= refers]
        if drawn and not self.tree.args.get("conflict"):
            self.tree.set("conflict", exp.OnConflict(action=exp.var("DO NOTHING")))
            self.notes.append("a row that is there is left")

    def _deleted(self) -> None:
        table = table_name(self.tree.this.name)
        for other in self.schema.values():
            for foreign in other.foreign:
                goes = any("CASCADE" in each or "SET NULL" in each for each in foreign.clauses)
                if foreign.table == table and not goes:
                    raise NoStatementError(f"rows of {other.name} refer to what it deletes")

    def _bounded(self) -> None:
        """The two ends of a range are as far apart as the rows that it found."""
        draws, ends = dict(self.draws), []
        for low, high, column in ranges(self.tree):
            if low not in draws or high not in draws:
                continue
            table, about = self._column(column)
            known = self.found.tables.get(table.name)
            rows = rows_between(self.tree, self.facts, known, about.name)
            content = self.contents[table.name]
            draws[high], note = end_of(low, draws[high], rows, about, content, known)
            self.notes += [note] if note else []
            ends += [low, high]
        close(self.tree, *ends)
        self.draws = list(draws.items())


def _counts(table: Table, column: Column, content: Content) -> bool:
    """Whether its values are 1 to the number of rows."""
    return (
        [column.name] in table.keys
        and column.type.is_integer
        and (content.low.get(column.name), content.high.get(column.name)) == (1, content.rows)
    )
