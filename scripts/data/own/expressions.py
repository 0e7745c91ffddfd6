"""Expressions of ``\\set``, as pgbench has them: checked, and made into Lua.

Whole numbers have 64 bits and stay whole: ``/`` between two of them leaves the remainder out, as in
pgbench.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from scripts.data.own.content import Content
from scripts.data.own.names import folded, table_name
from scripts.data.own.tables import Schema
from scripts.values.messages import unknown

INTEGER, NUMBER, TEXT = "integer", "number", "text"
# More would fill the room that a guest has for what it is sent.
VALUES_MAX = 20_000
# Of a larger table, so many rows stand for all.
ROWS_MAX = 10_000
# And of all columns of a script so many bytes.
ROWS_BYTES, QUOTES_BYTES = 480_000, 4
# A run may insert so many rows.
NUMBERS_LEAST = 1_000_000
# Functions of numbers, by pgbench's names: how many arguments, and what workloads/sysbench/modules/
# draw.lua calls them.
DRAWS = {
    "random": (2, "draw.uniform"),
    "random_zipfian": (3, "draw.zipfian"),
    "random_gaussian": (3, "draw.gaussian"),
    "random_exponential": (3, "draw.exponential"),
}
PLAIN = {
    "abs": (1, "number.abs"),
    "least": (2, "number.least"),
    "greatest": (2, "number.greatest"),
}
# Of the tables that were loaded: of a column, or of a table.
OF_COLUMNS = ("min", "max", "sequence", "from_column", "from_rows")
OTHERS = ("count", "choose", "random_text")
FUNCTIONS = (*DRAWS, *PLAIN, *OF_COLUMNS, *OTHERS)
# What workloads/sysbench/modules/number.lua calls them: Lua's own are exact up to 2^53 only.
_OPERATORS = {
    exp.Add: "number.add",
    exp.Sub: "number.subtract",
    exp.Mul: "number.multiply",
    exp.Div: "number.divide",
    exp.Mod: "number.remainder",
}
_MOST = 2**63 - 1


@dataclass(frozen=True)
class Value:
    """An expression in Lua, and what it gives: a whole number, a number, a text."""

    lua: str
    kind: str


@dataclass
class Scope:
    """What an expression may name.

    Attributes:
        variables: kinds of the variables that are set by then.
        values: gives the texts of a column of the rows, once each.
        columns: columns whose values the script has to hold, filled here.
        rows: columns of which it has to hold the values of rows, filled here.
        sequences: columns whose next values the script counts, filled here.
    """

    schema: Schema
    contents: Mapping[str, Content]
    variables: dict[str, str] = field(default_factory=dict)
    columns: dict[tuple[str, str], None] = field(default_factory=dict)
    rows: dict[tuple[str, str], None] = field(default_factory=dict)
    sequences: dict[tuple[str, str], None] = field(default_factory=dict)


class ExpressionError(ValueError):
    """What is wrong with an expression, in words."""


def compiled(node: exp.Expression, scope: Scope) -> Value:
    """An expression's tree as Lua. Raises ExpressionError."""
    if isinstance(node, exp.Paren):
        return compiled(node.this, scope)
    if isinstance(node, exp.Literal):
        if node.is_string:
            return Value(quoted(node.name), TEXT)
        return _literal(node.name)
    if isinstance(node, exp.Neg):
        if isinstance(node.this, exp.Literal) and not node.this.is_string:
            return _literal(f"-{node.this.name}")
        inner = _number(node.this, scope)
        return Value(f"number.negate({inner.lua})", inner.kind)
    if isinstance(node, exp.Placeholder):
        return _variable(node.name.lower(), scope)
    for kind, name in _OPERATORS.items():
        if isinstance(node, kind):
            left, right = _number(node.this, scope), _number(node.expression, scope)
            return Value(f"{name}({left.lua}, {right.lua})", _together(left, right))
    name, arguments = called(node)
    if name is None:
        raise ExpressionError(f"{node.sql()} is not known here (functions: {', '.join(FUNCTIONS)})")
    return _call(name, arguments, scope)


def _literal(text: str) -> Value:
    if not text.lstrip("-").isdigit():
        return Value(text, NUMBER)
    return Value(whole(int(text)), INTEGER)


def whole(number: int) -> str:
    """A whole number of 64 bits in Lua. Raises ExpressionError for one that has more."""
    if not -_MOST - 1 <= number <= _MOST:
        raise ExpressionError(f"{number} has more than 64 bits")
    # LuaJIT reads the digits first, and then the sign.
    return f"{number}LL" if number >= -_MOST else f"(-{_MOST}LL - 1)"


def quoted(text: str) -> str:
    """A text as a Lua string; it is printable ASCII."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _variable(name: str, scope: Scope) -> Value:
    if name == "client_id":
        return Value("number.whole(sysbench.tid)", INTEGER)
    if name not in scope.variables:
        raise ExpressionError(unknown("variable", name, [*scope.variables, "client_id"]))
    return Value(variable(name), scope.variables[name])


def variable(name: str) -> str:
    """A variable's name in Lua, where some words are taken."""
    return f"v_{name}"


def _number(node: exp.Expression, scope: Scope) -> Value:
    value = compiled(node, scope)
    if value.kind == TEXT:
        raise ExpressionError(f"{node.sql()} is a text, and a number is needed")
    return value


def _together(left: Value, right: Value) -> str:
    return INTEGER if left.kind == right.kind == INTEGER else NUMBER


def called(node: exp.Expression) -> tuple[str | None, list[exp.Expression]]:
    """A call's name and arguments, whichever class sqlglot has for it."""
    if isinstance(node, exp.Anonymous):
        return node.name.lower(), list(node.expressions)
    if isinstance(node, exp.Func):
        parts = [value for value in node.args.values() if isinstance(value, exp.Expression | list)]
        flat = [part for value in parts for part in (value if isinstance(value, list) else [value])]
        name = {"rand": "random"}.get(node.sql_name().lower(), node.sql_name().lower())
        return name, [part for part in flat if isinstance(part, exp.Expression)]
    return None, []


def _call(name: str, arguments: list[exp.Expression], scope: Scope) -> Value:
    if name in DRAWS or name in PLAIN:
        count, lua = {**DRAWS, **PLAIN}[name]
        _counted(name, arguments, count)
        values = [_number(argument, scope) for argument in arguments]
        kind = INTEGER if name in DRAWS or all(v.kind == INTEGER for v in values) else NUMBER
        return Value(f"{lua}({', '.join(value.lua for value in values)})", kind)
    if name in OF_COLUMNS:
        _counted(name, arguments, 1)
        return _of_column(name, *_column(arguments[0], scope), scope)
    known: dict[str, Callable[..., Value]] = {
        "count": _rows, "choose": _choice, "random_text": _text,
    }  # fmt: skip
    if name not in known:
        raise ExpressionError(unknown("function", name, FUNCTIONS))
    return known[name](arguments, scope)


def _counted(name: str, arguments: Collection[exp.Expression], count: int) -> None:
    if len(arguments) != count:
        raise ExpressionError(f"{name} takes {count} arguments (got {len(arguments)})")


def _column(node: exp.Expression, scope: Scope) -> tuple[str, str]:
    if not isinstance(node, exp.Column) or not node.table:
        raise ExpressionError(f"{node.sql()}: must be table.column")
    table, name = table_name(node.table), folded(node.name)
    if table not in scope.schema:
        raise ExpressionError(unknown("table", table, scope.schema))
    if name not in scope.schema[table].columns:
        columns = scope.schema[table].columns
        raise ExpressionError(unknown(f"column of {table}", name, columns))
    return table, name


def _of_column(function: str, table: str, name: str, scope: Scope) -> Value:
    column, content = scope.schema[table].columns[name], scope.contents[table]
    if function == "from_column":
        if not content.rows:
            raise ExpressionError(f"from_column({table}.{name}): {table} has no rows")
        if content.rows > VALUES_MAX:
            words = "draw a number instead, such as random(1, max(table.column))"
            raise ExpressionError(
                f"from_column({table}.{name}): {content.rows} rows are more than the {VALUES_MAX} "
                f"that a client may hold: {words}"
            )
        scope.columns[table, name] = None
        kind = INTEGER if column.type.is_integer else TEXT
        return Value(f"draw.among({values_name(table, name)})", kind)
    if function == "from_rows":
        if not content.rows:
            raise ExpressionError(f"from_rows({table}.{name}): {table} has no rows")
        scope.rows[table, name] = None
        kind = INTEGER if column.type.is_integer else TEXT
        return Value(f"draw.among({rows_name(table, name)})", kind)
    if not column.type.is_integer:
        raise ExpressionError(f"{function}({table}.{name}): must be of a column of whole numbers")
    if function == "sequence":
        greatest, high = column.type.greatest or 0, content.high.get(name, 0)
        if greatest - high < NUMBERS_LEAST:
            left = max(greatest - high, 0)
            raise ExpressionError(
                f"sequence({table}.{name}): the column ends at {greatest}, which leaves {left} "
                f"numbers, and a run may need {NUMBERS_LEAST}: give it a larger type, or draw"
            )
        scope.sequences[table, name] = None
        return Value(f'sequence("{table}.{name}")', INTEGER)
    if not content.rows or name not in content.low:
        raise ExpressionError(f"{function}({table}.{name}): {table} has no rows")
    return Value(whole((content.low if function == "min" else content.high)[name]), INTEGER)


def values_name(table: str, column: str) -> str:
    """What a script calls the values of a column."""
    return f"values_{table}_{column}"


def rows_name(table: str, column: str) -> str:
    """What a script calls the values of a column's rows."""
    return f"rows_{table}_{column}"


def _rows(arguments: list[exp.Expression], scope: Scope) -> Value:
    _counted("count", arguments, 1)
    name = table_name(arguments[0].name)
    if name not in scope.schema:
        raise ExpressionError(unknown("table", name, scope.schema))
    return Value(whole(scope.contents[name].rows), INTEGER)


def _choice(arguments: list[exp.Expression], scope: Scope) -> Value:
    values = [compiled(argument, scope) for argument in arguments]
    kinds = {value.kind for value in values}
    if not values or len(kinds) > 1:
        raise ExpressionError("choose takes values that are all numbers, or all texts")
    return Value(f"draw.among({{{', '.join(value.lua for value in values)}}})", kinds.pop())


def _text(arguments: list[exp.Expression], scope: Scope) -> Value:
    _counted("random_text", arguments, 2)
    low, high = (_number(argument, scope).lua for argument in arguments)
    return Value(f"draw.text({low}, {high})", TEXT)
