"""``data.sql``: rows as INSERT statements, whose values are literals."""

from __future__ import annotations

from pathlib import Path

from sqlglot import exp

from scripts.data.own.errors import fail
from scripts.data.own.names import folded, table_name
from scripts.data.own.statements import SOURCE_DIALECT, Statement, parse, split
from scripts.data.own.tables import Column, Schema, Table
from scripts.values.messages import unknown

INSERTS = "data.sql"
# A row's values in the order of the table's columns, None for null; and the line that it is in.
Row = tuple[int, list[str | None]]
# A type in front of a literal, or a cast of one, that leaves the text as it is.
_KEPT = ("DATE", "TIMESTAMP", "DATETIME", "TEXT", "VARCHAR", "CHAR", "DECIMAL", "BIGINT", "INT")


class _NoLiteral(ValueError):
    pass


def read_inserts(folder: Path, schema: Schema) -> dict[str, list[Row]]:
    """The rows of ``data.sql``, by table. Raises OwnError."""
    path = folder / INSERTS
    found: dict[str, list[Row]] = {}
    if not path.is_file():
        return found
    for statement in split(path.read_text(encoding="utf-8"), INSERTS):
        table, order, rows = _parts(statement, schema)
        for row in rows:
            values = row.expressions if isinstance(row, exp.Tuple) else [row]
            if len(values) != len(order):
                words = f"a row has {len(values)} values for {len(order)} columns"
                raise fail(INSERTS, statement.line, words)
            given = dict(zip(order, values, strict=True))
            kept = found.setdefault(table.name, [])
            whole = [
                _value(given.get(name), column, table, len(kept), statement)
                for name, column in table.loaded.items()
            ]
            kept.append((statement.line, whole))
    return found


def _parts(statement: Statement, schema: Schema) -> tuple[Table, list[str], list[exp.Expression]]:
    """The table, the columns and the rows of a statement."""
    tree = parse(statement, INSERTS)
    # Each further clause, such as ON CONFLICT, would decide which rows there are.
    more = isinstance(tree, exp.Insert) and [
        key for key, value in tree.args.items() if value and key not in ("this", "expression")
    ]
    if not isinstance(tree, exp.Insert) or not isinstance(tree.expression, exp.Values) or more:
        words = "must be INSERT INTO table (columns) VALUES (...), (...), and nothing more"
        raise fail(INSERTS, statement.line, words)
    target = tree.this
    named = isinstance(target, exp.Schema)
    name = table_name((target.this if named else target).name)
    if name not in schema:
        raise fail(INSERTS, statement.line, unknown("table", name, schema))
    table = schema[name]
    order = [folded(part.name) for part in target.expressions] if named else list(table.loaded)
    for column in order:
        if column not in table.loaded:
            words = unknown(f"column of {name}", column, table.loaded)
            raise fail(INSERTS, statement.line, words)
    return table, order, tree.expression.expressions


def _value(
    node: exp.Expression | None, column: Column, table: Table, before: int, statement: Statement
) -> str | None:
    """What a column gets; ``before`` are the rows of the table that were read."""
    where = f"{table.name}.{column.name}"
    if node is None or (isinstance(node, exp.Column) and node.name.upper() == "DEFAULT"):
        if column.counts_up:
            return str(before + 1)
        node, what = column.default or exp.Null(), "its default is"
    else:
        what = "got"
    try:
        return _literal(node)
    except _NoLiteral:
        words = f"{where} must be a literal ({what} {node.sql(dialect=SOURCE_DIALECT)})"
        raise fail(INSERTS, statement.line, f"{words}: nothing is computed here") from None


def _literal(node: exp.Expression) -> str | None:
    if isinstance(node, exp.Null):
        return None
    if isinstance(node, exp.Boolean):
        return "true" if node.this else "false"
    if isinstance(node, exp.Literal):
        return node.name
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal) and not node.this.is_string:
        return f"-{node.this.name}"
    if isinstance(node, exp.Paren):
        return _literal(node.this)
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Literal):
        kind = node.to
        if kind.this.name in _KEPT and not kind.expressions and node.this.is_string:
            return node.this.name
    raise _NoLiteral
