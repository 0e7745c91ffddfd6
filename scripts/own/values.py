"""Values of ``\\set`` for a trial: each draw gives the next of what it might."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from sqlglot import exp

from scripts.data.own.content import Content
from scripts.data.own.expressions import called
from scripts.data.own.names import folded, table_name
from scripts.data.own.tables import Schema
from scripts.own.sample import Rows

Value = int | float | str | None
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DRAWS = ("random", "random_zipfian", "random_gaussian", "random_exponential")


class NoValueError(Exception):
    """Why an expression has no value here: one sentence."""


@dataclass
class Draws:
    """The rows that expressions ask, and how many values were drawn."""

    schema: Schema
    rows: Rows
    contents: Mapping[str, Content]
    variables: dict[str, Value] = field(default_factory=dict)
    drawn: count[int] = field(default_factory=count)

    def value(self, node: exp.Expression) -> Value:
        """An expression's value. Raises NoValueError."""
        if isinstance(node, exp.Paren):
            return self.value(node.this)
        if isinstance(node, exp.Literal):
            return node.name if node.is_string else _number(node.name)
        if isinstance(node, exp.Neg):
            return -self._number(node.this)
        if isinstance(node, exp.Placeholder):
            name = node.name.lower()
            return 0 if name == "client_id" else self.variables[name]
        if isinstance(node, exp.Add | exp.Sub | exp.Mul | exp.Div | exp.Mod):
            return _computed(node, self._number(node.this), self._number(node.expression))
        function, arguments = called(node)
        return self._call(function or "", arguments)

    def _number(self, node: exp.Expression) -> int | float:
        value = self.value(node)
        if isinstance(value, str):
            return _number(value)
        if value is None:
            raise NoValueError("a variable is null, and a number is needed")
        return value

    def _call(self, name: str, arguments: list[exp.Expression]) -> Value:
        if name in _DRAWS:
            low, high = int(self._number(arguments[0])), int(self._number(arguments[1]))
            return low + next(self.drawn) % max(high - low + 1, 1)
        if name == "choose":
            return self.value(arguments[next(self.drawn) % len(arguments)])
        if name == "random_text":
            return (_LETTERS * 99)[: max(int(self._number(arguments[0])), 1)]
        if name in ("abs", "least", "greatest"):
            numbers = [self._number(each) for each in arguments]
            return {"abs": lambda: abs(numbers[0]), "least": lambda: min(numbers)}.get(
                name, lambda: max(numbers)
            )()
        if name == "count":
            return self.contents[table_name(arguments[0].name)].rows
        table, column = table_name(arguments[0].args["table"].name), folded(arguments[0].name)
        return self._of_column(name, table, column)

    def _of_column(self, name: str, table: str, column: str) -> Value:
        content = self.contents[table]
        if name == "sequence":
            content.high[column] = content.high.get(column, 0) + 1
            return content.high[column]
        place = list(self.schema[table].loaded).index(column)
        values = [row[place] for row in self.rows[table] if row[place] is not None]
        if not values:
            raise NoValueError(f"{name}({table}.{column}): there is no value")
        if name in ("from_column", "from_rows"):
            value = values[next(self.drawn) % len(values)]
            is_whole = self.schema[table].columns[column].type.is_integer
            return _number(str(value)) if is_whole else value
        return (content.low if name == "min" else content.high)[column]


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)


def _computed(node: exp.Expression, left: int | float, right: int | float) -> int | float:
    if isinstance(node, exp.Add):
        return left + right
    if isinstance(node, exp.Sub):
        return left - right
    if isinstance(node, exp.Mul):
        return left * right
    if right == 0:
        raise NoValueError("division by zero")
    whole = isinstance(left, int) and isinstance(right, int)
    quotient = int(left / right) if not whole else abs(left) // abs(right)
    if whole and (left < 0) != (right < 0):
        quotient = -quotient
    if isinstance(node, exp.Mod):
        return left - quotient * right
    return quotient if whole else left / right
