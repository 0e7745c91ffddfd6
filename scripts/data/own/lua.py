"""Transactions as a script of sysbench's, in the SQL of one family of engines.

A statement whose parameters are all whole numbers, and whose row is not used, is prepared; any
other is sent as text, so that each engine gives its values the types of what they meet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from sqlglot import exp

from scripts.data.own.expressions import INTEGER, quoted, values_name, variable
from scripts.data.own.statements import DIALECTS
from scripts.data.own.transactions import Ask, Script, Set, Transaction
from scripts.data.translated import translated

# Stands for a variable while sqlglot writes a statement.
_MARK = re.compile(r"own__(\w+?)__own")
# Of a negative value it would make two signs, which begin a comment of SQL's.
_NEGATED = re.compile(r"-(own__\w+?__own)")
_INDENT = "   "


def script_of(script: Script, family: str, values: Mapping[tuple[str, str], Sequence[str]]) -> str:
    """The Lua of a script. ``values`` are those of the columns that the script draws from."""
    writer = _Writer(DIALECTS[family])
    transactions = [writer.transaction(each) for each in script.transactions]
    scope = script.scope
    parts = [
        'local client = require("client")\nlocal draw = require("draw")\n'
        'local report = require("report")\nlocal INT = sysbench.sql.type.INT\n'
        "local own\nlocal next_of = {}\nlocal transactions = {}\n",
        *(_values(key, values[key], scope.schema[key[0]].columns[key[1]]) for key in scope.columns),
        "local statements = {\n" + "".join(writer.prepared) + "}\n",
        "local function sequence(name)\n   local number = next_of[name]\n"
        "   next_of[name] = number + sysbench.opt.threads\n   return number\nend\n",
        *transactions,
        _thread_init(scope.sequences),
        _event(script.transactions),
        "function thread_done()\n   report.write()\n   own:disconnect()\nend\n",
    ]
    return "".join(parts)


def _values(key: tuple[str, str], values: Sequence[str], column: object) -> str:
    written = values if column.type.is_integer else map(quoted, values)
    return f"local {values_name(*key)} = {{{', '.join(written)}}}\n"


def _thread_init(sequences: Iterable[tuple[str, str]]) -> str:
    """No thread begins before all have done this, so all of them find the same newest numbers."""
    lines = ["function thread_init()\n   own = client.connect(statements)\n"]
    for table, column in sequences:
        asked = f"SELECT max({column}) FROM {table}"
        lines.append(
            f'   next_of["{table}.{column}"] = (tonumber((own:row("{asked}"))) or 0) + 1 '
            "+ sysbench.tid\n"
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

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
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
        text, names = self._written(step.tree)
        whole = all(step.kinds.get(name, INTEGER) == INTEGER for name in names)
        ends = isinstance(step.tree, exp.Transaction | exp.Commit | exp.Rollback)
        if step.got is None and whole and not ends and "?" not in text:
            return self._execute(text, names)
        text = _NEGATED.sub(r"-(\1)", text)
        values = "".join(f", draw.literal({_lua_name(name)})" for name in names)
        sent = f"{quoted(_MARK.sub('%s', text.replace('%', '%%')))}{values}"
        if step.got is not None:
            return f"local {', '.join(map(variable, step.got))} = own:row({sent})"
        # A row that is not asked for has to be fetched all the same.
        method = "rows" if isinstance(step.tree, exp.Query) else "send"
        return f"own:{method}({sent})"

    def _execute(self, text: str, names: Sequence[str]) -> str:
        key = f"s{len(self.prepared) + 1:03d}"
        kinds = ", ".join(["INT"] * len(names))
        self.prepared.append(f"{_INDENT}{key} = {{{quoted(_MARK.sub('?', text))}, {{{kinds}}}}},\n")
        values = "".join(f", {_lua_name(name)}" for name in names)
        return f'own:execute("{key}"{values})'

    def _written(self, tree: exp.Expression) -> tuple[str, list[str]]:
        """The statement with marks for its variables, and these in the order of the marks."""

        def marked(node: exp.Expression) -> exp.Expression:
            if isinstance(node, exp.Placeholder):
                return exp.Var(this=f"own__{node.name.lower()}__own")
            return node

        if isinstance(tree, exp.Transaction):
            return "BEGIN", []
        text = translated(tree.transform(marked), self.dialect)
        return text, _MARK.findall(text)


def _lua_name(name: str) -> str:
    return "sysbench.tid" if name == "client_id" else variable(name)
