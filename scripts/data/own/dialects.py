"""What a statement becomes for an engine where sqlglot alone would leave or lose something.

A statement means on each engine what it means in PostgreSQL's dialect, in which it is written, or
is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel

from scripts.data.own.names import folded, identifier, table_name, with_names
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Schema
from scripts.data.translated import translated

_SUMS = (
    *(exp.Paren, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod),
    *(exp.DPipe, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot),
)
_NOW = (exp.CurrentTimestamp, exp.CurrentTime, exp.Localtime, exp.Localtimestamp)
_SHARE = "FOR SHARE"


class DialectError(ValueError):
    """Why a statement can't mean the same on an engine, in words."""


def written(
    tree: exp.Expression,
    dialect: str,
    schema: Schema,
    unsupported: ErrorLevel = ErrorLevel.WARN,
) -> str:
    """A statement as an engine takes it. Raises DialectError."""
    own = with_names(tree)
    if dialect == SOURCE_DIALECT:
        for each in list(own.find_all(exp.CurrentTimestamp)):
            if each.this is not None:
                # sqlglot would leave its decimals out.
                each.replace(
                    exp.Anonymous(this="CURRENT_TIMESTAMP", expressions=[each.this.copy()])
                )
        return translated(own, dialect, unsupported)
    if isinstance(own, exp.Insert) and own.args.get("conflict"):
        _upsert(own, schema)
    if isinstance(own, exp.Update):
        own.set("expressions", _in_turn(own.expressions))
    for now in own.find_all(*_NOW):
        if now.this is None:
            # PostgreSQL has microseconds, and the others would have whole seconds.
            now.set("this", exp.Literal.number(6))
    for fetch in own.find_all(exp.Fetch):
        options = fetch.args.get("limit_options")
        if options is not None and options.args.get("with_ties"):
            raise DialectError("FETCH ... WITH TIES is not in all engines: use ORDER BY and LIMIT")
    for lock in own.find_all(exp.Lock):
        if lock.args.get("key"):
            raise DialectError("FOR NO KEY UPDATE and FOR KEY SHARE are PostgreSQL's alone")
    text = translated(own, dialect, unsupported)
    # Newer and older servers know this form; the other is not known to all.
    return f"{text.removesuffix(_SHARE)}LOCK IN SHARE MODE" if text.endswith(_SHARE) else text


def controls(tree: exp.Expression, dialect: str) -> list[str]:
    """What begins or ends a transaction, as one statement or more."""
    if not isinstance(tree, exp.Transaction):
        return ["COMMIT" if isinstance(tree, exp.Commit) else "ROLLBACK"]
    modes = tree.args.get("modes") or []
    if dialect == SOURCE_DIALECT or not modes:
        return [f"BEGIN {', '.join(modes)}".strip()]
    levels = [f"SET TRANSACTION {mode}" for mode in modes if mode.startswith("ISOLATION")]
    access = [mode for mode in modes if not mode.startswith("ISOLATION")]
    return [*levels, f"START TRANSACTION {', '.join(access)}".strip()]


def backslashes_escape(dialect: str) -> bool:
    """Whether a backslash in a text stands for something else."""
    return "\\" in sqlglot.Dialect.get_or_raise(dialect).tokenizer_class.STRING_ESCAPES


def is_untyped(tree: exp.Expression, schema: Schema) -> bool:
    """Whether a variable is where a server might want another type than a whole number of 64 bits.

    That is an argument of a function, and a sum with a column that holds no number.
    """
    columns = _columns_of(tree, schema)
    for node in tree.find_all(exp.Placeholder):
        parent = node.parent
        while isinstance(parent, _SUMS):
            if not all(columns.get(folded(each.name)) for each in parent.find_all(exp.Column)):
                return True
            parent = parent.parent
        if isinstance(parent, exp.Func) and not isinstance(parent, exp.Connector):
            return True
    return False


def _columns_of(tree: exp.Expression, schema: Schema) -> dict[str, bool]:
    """Columns of the statement's tables, and whether each is of whole numbers."""
    found: dict[str, bool] = {}
    for table in tree.find_all(exp.Table):
        for name, column in getattr(schema.get(table_name(table.name)), "columns", {}).items():
            found[name] = column.type.is_integer and found.get(name, True)
    return found


def _upsert(insert: exp.Insert, schema: Schema) -> None:
    """``ON CONFLICT`` in words that know no key by name: it must be the only one there is."""
    conflict = insert.args["conflict"]
    target = insert.this
    name = (target.this if isinstance(target, exp.Schema) else target).name
    table = schema[name]
    if conflict.args.get("where") or conflict.args.get("index_predicate"):
        raise DialectError("has no WHERE in ON CONFLICT: leave it out")
    keys = [sorted(key) for key in table.keys]
    wanted = sorted(
        folded((each.this if isinstance(each, exp.Ordered) else each).name)
        for each in conflict.args.get("conflict_keys") or []
    )
    if conflict.args.get("constraint"):
        raise DialectError("has no ON CONFLICT ON CONSTRAINT: name the columns of the key")
    if wanted and wanted not in keys:
        raise DialectError(f"ON CONFLICT ({', '.join(wanted)}): that is no key of {name}")
    if not keys:
        raise DialectError(f"ON CONFLICT: {name} has no key")
    nothing = "NOTHING" in conflict.args["action"].name.upper()
    if len(keys) > 1 and (wanted or not nothing):
        raise DialectError(
            f"has no ON CONFLICT for one of several keys, and {name} has {len(keys)}: "
            "an update by the other key would pass unseen"
        )
    if nothing:
        same = exp.column(identifier(keys[0][0]))
        changes: Sequence[exp.Expression] = [exp.EQ(this=same, expression=same.copy())]
    else:
        changes = [_with_values(each, name) for each in _in_turn(conflict.expressions)]
    words = exp.OnConflict(duplicate=True, action=exp.var("UPDATE"), expressions=list(changes))
    insert.set("conflict", words)


def _with_values(change: exp.Expression, table: str) -> exp.Expression:
    """An assignment with ``excluded.column`` as ``VALUES(column)``."""

    def of_row(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Column) and node.table.lower() == "excluded":
            column = exp.column(identifier(folded(node.name)))
            return exp.Anonymous(this="VALUES", expressions=[column])
        return node

    return change.transform(of_row)


def _in_turn(changes: Sequence[exp.Expression]) -> list[exp.Expression]:
    """Assignments in an order in which none reads what another has set.

    In PostgreSQL all read the row as it was, elsewhere one after the other sets it.
    """
    if not all(isinstance(each, exp.EQ) and isinstance(each.this, exp.Column) for each in changes):
        raise DialectError("SET takes column = value alone")
    left, found = list(changes), []
    while left:
        reads = {id(each): _read(each) for each in left}
        free = next(
            (
                each
                for each in left
                if not any(
                    each.this.name.lower() in reads[id(other)]
                    for other in left
                    if other is not each
                )
            ),
            None,
        )
        if free is None:
            names = ", ".join(each.this.name for each in left)
            raise DialectError(f"would set {names} one after the other, and each reads another")
        found.append(free)
        left.remove(free)
    return found


def _read(change: exp.Expression) -> set[str]:
    """The columns of the row as it was that an assignment reads."""
    return {
        column.name.lower()
        for column in change.expression.find_all(exp.Column)
        if column.table.lower() != "excluded"
    }
