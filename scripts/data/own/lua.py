"""Transactions as a script of sysbench's, in the SQL of one family of engines.

A statement whose parameters are all whole numbers, and whose row is not used, is prepared; any
other is sent as text, so that each engine gives its values the types of what they meet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlglot import exp

from scripts.data.own.dialects import backslashes_escape, controls, is_untyped, written
from scripts.data.own.expressions import (
    INTEGER,
    Scope,
    quoted,
    rows_name,
    values_name,
    variable,
)
from scripts.data.own.names import written_name
from scripts.data.own.statements import DIALECTS
from scripts.data.own.tables import Column, Schema
from scripts.data.own.transactions import Ask, Script, Set, Transaction

# Stands for a variable while sqlglot writes a statement.
_MARK = re.compile(r"own__(\w+?)__own")
# Of a negative value it would make two signs, which begin a comment of SQL's.
_NEGATED = re.compile(r"-(own__\w+?__own)")
_INDENT = "   "


def script_of(script: Script, family: str, values: Mapping[str, Sequence[str]]) -> str:
    """The Lua of a script. ``values`` are what it draws from, by its names of them."""
    dialect = DIALECTS[family]
    writer = _Writer(dialect, script.scope.schema)
    transactions = [writer.transaction(each) for each in script.transactions]
    scope = script.scope
    parts = [
        'local draw = require("draw")\nlocal number = require("number")\n'
        'local owns = require("own")\nlocal report = require("report")\n'
        "local INT = sysbench.sql.type.INT\n"
        "local own\nlocal next_of = {}\nlocal transactions = {}\n",
        *(
            _values(name, values[name], scope.schema[table].columns[column])
            for name, (table, column) in drawn_from(scope).items()
        ),
        "local statements = {\n" + "".join(writer.prepared) + "}\n",
        "local function sequence(name)\n   local found = next_of[name]\n"
        "   next_of[name] = number.add(found, number.whole(sysbench.opt.threads))\n"
        "   return found\nend\n",
        *transactions,
        _thread_init(script.file, scope.sequences, dialect),
        _event(script.transactions),
        "function thread_done()\n   report.write()\n   own:part()\nend\n",
    ]
    return "".join(parts)


def drawn_from(scope: Scope) -> dict[str, tuple[str, str]]:
    """Columns that a script holds values of, by its names of them."""
    return {
        **{values_name(*key): key for key in scope.columns},
        **{rows_name(*key): key for key in scope.rows},
    }


def _values(name: str, values: Sequence[str], column: Column) -> str:
    written = f"{{{', '.join(map(quoted, values))}}}"
    # As texts they take a tenth of the room that so many constants would.
    return f"local {name} = " + (
        f"number.list({written})\n" if column.type.is_integer else f"{written}\n"
    )


def _thread_init(file: str, sequences: Iterable[tuple[str, str]], dialect: str) -> str:
    """No thread begins before all have done this, so all of them find the same newest numbers."""
    told = f"{quoted(file)}, statements, {str(backslashes_escape(dialect)).lower()}"
    lines = [f"function thread_init()\n   own = owns.connect({told})\n"]
    for table, column in sequences:
        asked = quoted(f"SELECT max({written_name(column, dialect)}) FROM {table}")
        lines.append(
            f'   next_of["{table}.{column}"] = '
            f"number.add(own:next_of({asked}), number.whole(sysbench.tid))\n"
        )
    return "".join([*lines, "end\n"])


def _event(transactions: Sequence[Transaction]) -> str:
    total = sum(each.weight for each in transactions)
    lines = [f"function event()\n   local drawn = draw.uniform(1, {total})\n"]
    below = 0
    for each in transactions:
        below += each.weight
        lines.append(
            f'   if drawn <= {below} then return report.run("{each.name}", own, '
            f"transactions.{each.name}()) end\n"
        )
    return "".join([*lines, "end\n"])


class _Writer:
    """Writes transactions in one dialect, and gathers what is prepared."""

    def __init__(self, dialect: str, schema: Schema) -> None:
        self.dialect, self.schema = dialect, schema
        self.prepared: list[str] = []

    def transaction(self, each: Transaction) -> str:
        """A function that draws, and returns another that can be called again."""
        first = next(
            (place for place, step in enumerate(each.steps) if isinstance(step, Ask)),
            len(each.steps),
        )
        lines = [f"function transactions.{each.name}()\n"]
        lines += [f"{_INDENT}{self._step(step)}\n" for step in each.steps[:first]]
        lines.append(f"{_INDENT}return function()\n")
        lines += [f"{_INDENT * 2}{self._step(step)}\n" for step in each.steps[first:]]
        asked = [step for step in each.steps if isinstance(step, Ask)]
        undone = "true" if isinstance(asked[-1].tree, exp.Rollback) else "false"
        return "".join([*lines, f"{_INDENT * 2}return {undone}\n{_INDENT}end\nend\n"])

    def _step(self, step: Set | Ask) -> str:
        if isinstance(step, Set):
            return f"local {variable(step.name)} = {step.value.lua}"
        if isinstance(step.tree, exp.Transaction | exp.Commit | exp.Rollback):
            texts = controls(step.tree, self.dialect)
            return "; ".join(f"own:control({step.line}, {quoted(text)})" for text in texts)
        text, names = marked(step.tree, self.dialect, self.schema)
        if is_prepared(step, text, names, self.schema):
            return self._execute(step.line, text, names)
        values = "".join(f", own:literal({_lua_name(name)})" for name in names)
        sent = f"{step.line}, {quoted(filled(text.replace('%', '%%'), lambda _: '%s'))}{values}"
        if step.got is not None:
            return f"local {', '.join(map(variable, step.got))} = own:row({sent})"
        # A row that is not asked for has to be fetched all the same.
        method = "rows" if isinstance(step.tree, exp.Query) else "ask"
        return f"own:{method}({sent})"

    def _execute(self, line: int, text: str, names: Sequence[str]) -> str:
        key = f"s{len(self.prepared) + 1:03d}"
        kinds = ", ".join(["INT"] * len(names))
        asked = f"{quoted(with_questions(text))}, {{{kinds}}}, {line}"
        self.prepared.append(f"{_INDENT}{key} = {{{asked}}},\n")
        values = "".join(f", {_lua_name(name)}" for name in names)
        return f'own:execute({line}, "{key}"{values})'


def marked(tree: exp.Expression, dialect: str, schema: Schema) -> tuple[str, list[str]]:
    """A statement with marks for its variables, and these in the order of the marks."""

    def mark(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Placeholder):
            return exp.Var(this=f"own__{node.name.lower()}__own")
        return node

    text = written(tree.transform(mark), dialect, schema)
    return text, _MARK.findall(text)


def is_prepared(step: Ask, text: str, names: Sequence[str], schema: Schema) -> bool:
    """Whether clients prepare a statement, given what ``marked`` makes of it."""
    whole = all(step.kinds.get(name, INTEGER) == INTEGER for name in names)
    plain = "?" not in text and not is_untyped(step.tree, schema)
    return step.got is None and whole and plain


def with_questions(text: str) -> str:
    """A marked statement as it is prepared."""
    return _MARK.sub("?", text)


def filled(text: str, value: Callable[[str], str]) -> str:
    """A marked statement with a value for each mark, by the variable's name."""
    return _MARK.sub(lambda found: value(found[1]), _NEGATED.sub(r"-(\1)", text))


def _lua_name(name: str) -> str:
    return "sysbench.tid" if name == "client_id" else variable(name)
