"""``<name>.sql``: transactions with weights and variables, in the manner of pgbench's scripts.

A line that begins with a backslash is a command: ``\\transaction name weight`` begins a
transaction, ``\\set variable expression`` sets a variable for it. ``:variable`` in a statement is
its value. A statement ends with a semicolon, or with ``\\gset``, which sets a variable for each
column of its row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from scripts.data.own.check import statement_problems
from scripts.data.own.content import Content
from scripts.data.own.errors import OwnError, Problem
from scripts.data.own.expressions import TEXT, ExpressionError, Scope, Value, compiled
from scripts.data.own.statements import Statement, parse, split
from scripts.data.own.tables import Schema
from scripts.values.messages import unknown

COMMANDS = ("gset", "set", "transaction")
GOT = "got"  # the kind of a variable that a row gave: sent as a text, whatever its type
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_GSET = re.compile(r"\\gset\b[ \t]*(\w*)[ \t]*;?", re.IGNORECASE)
_END = (exp.Transaction, exp.Commit, exp.Rollback)


@dataclass(frozen=True)
class Set:
    """A variable is set."""

    name: str
    value: Value
    tree: exp.Expression


@dataclass(frozen=True)
class Ask:
    """A statement is sent; ``got`` are the variables that its row sets, in order of its columns."""

    tree: exp.Expression
    line: int
    got: tuple[str, ...] | None
    kinds: Mapping[str, str]


@dataclass
class Transaction:
    """What one client does as a whole, and how often beside the others."""

    name: str
    weight: int
    line: int
    steps: list[Set | Ask] = field(default_factory=list)


@dataclass
class Script:
    """All transactions of a file, and what their expressions need."""

    file: str
    transactions: list[Transaction]
    scope: Scope


def read_script(text: str, file: str, schema: Schema, contents: Mapping[str, Content]) -> Script:
    """The transactions of a file. Raises OwnError with every problem."""
    reader = _Reader(file, Scope(schema, contents))
    reader.read(text)
    if not reader.problems and not any(each.steps for each in reader.found):
        reader.note(None, "has no statement")
    for each in reader.found:
        if not any(isinstance(step, Ask) for step in each.steps) and not reader.problems:
            reader.note(each.line, f"transaction {each.name} has no statement")
    if reader.problems:
        raise OwnError(sorted(reader.problems, key=lambda problem: problem.line or 0))
    return Script(file, reader.found, reader.scope)


class _Reader:
    def __init__(self, file: str, scope: Scope) -> None:
        self.file, self.scope = file, scope
        self.found: list[Transaction] = []
        self.problems: list[Problem] = []
        # What stands ahead of the first transaction holds for each of them.
        self.shared: list[Set | Ask] = []
        self.shared_variables: dict[str, str] = {}

    def note(self, line: int | None, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.file, line, message))

    def read(self, text: str) -> None:
        """Go through the file: commands at once, statements when one ends."""
        waiting: list[str] = []
        first = 1
        for number, line in enumerate(text.split("\n"), 1):
            command = line.strip()
            if command.startswith("\\") and not _GSET.match(command):
                self._statements("\n".join(waiting), first)
                self._command(command, number)
            elif _GSET.search(line):
                before, after = line[: _GSET.search(line).start()], _GSET.search(line)
                self._statements("\n".join([*waiting, before]), first, after[1])
            else:
                waiting.append(line)
                continue
            waiting, first = [], number + 1
        self._statements("\n".join(waiting), first)
        if not self.found and self.shared:
            name = self.file.partition(".")[0]
            self.found.append(Transaction(name, 1, 1, self.shared))

    def _command(self, text: str, line: int) -> None:
        word, _, rest = text[1:].partition(" ")
        if word == "transaction":
            self._begin(rest.split(), line)
        elif word == "set":
            self._set(rest.strip(), line)
        else:
            self.note(line, unknown("command", f"\\{word}", [f"\\{name}" for name in COMMANDS]))

    def _begin(self, words: list[str], line: int) -> None:
        name, weight = (*words, "1")[:2] if words else ("", "1")
        if not _NAME.fullmatch(name) or len(words) > 2 or not weight.isdigit() or int(weight) < 1:
            self.note(line, "must be \\transaction, a name, and perhaps a weight of 1 or more")
            return
        if name in {each.name for each in self.found}:
            self.note(line, f"transaction {name} is there twice")
        if not self.found:
            self.shared_variables = dict(self.scope.variables)
            for step in self.shared:
                if isinstance(step, Ask):
                    self.note(step.line, "a statement ahead of the first \\transaction is in none")
        self.scope.variables = dict(self.shared_variables)
        self.found.append(Transaction(name, int(weight), line, list(self.shared)))

    def _steps(self) -> list[Set | Ask]:
        return self.found[-1].steps if self.found else self.shared

    def _set(self, text: str, line: int) -> None:
        name, _, expression = text.partition(" ")
        name = name.lower()
        if not _NAME.fullmatch(name) or not expression.strip():
            self.note(line, "must be \\set, a variable, and an expression")
            return
        # Known from here on, or each use of it would be a problem of its own.
        kind = TEXT
        try:
            tree = parse(Statement(f"SELECT {expression}", line), self.file)
            if len(tree.expressions) != 1 or (len(tree.args) and tree.args.get("from_")):
                raise ExpressionError(f"{expression.strip()} is not an expression")
            value = compiled(tree.expressions[0], self.scope)
            kind = value.kind
            self._steps().append(Set(name, value, tree.expressions[0]))
        except OwnError as error:
            self.problems += error.problems
        except ExpressionError as error:
            self.note(line, str(error))
        self.scope.variables[name] = kind

    def _statements(self, text: str, first: int, prefix: str | None = None) -> None:
        """Take the statements of some lines; the last one is asked for its row, if at all."""
        try:
            found = split(text, self.file, first)
        except OwnError as error:
            self.problems += error.problems
            return
        for place, statement in enumerate(found):
            gets = prefix is not None and place == len(found) - 1
            try:
                tree = parse(statement, self.file)
            except OwnError as error:
                self.problems += error.problems
                continue
            findings = statement_problems(tree, statement, self.scope.schema, self.scope.variables)
            for line, message in findings:
                self.note(line, message)
            got = self._got(tree, statement, prefix or "") if gets else None
            kinds = dict(self.scope.variables)
            self._steps().append(Ask(tree, statement.line, got, kinds))
            self.scope.variables |= dict.fromkeys(got or (), GOT)
        if prefix is not None and not found:
            self.note(first, "\\gset follows no statement")

    def _got(self, tree: exp.Expression, statement: Statement, prefix: str) -> tuple[str, ...]:
        names = tree.named_selects if isinstance(tree, exp.Query) else []
        if not names or not all(_NAME.fullmatch(name) for name in names):
            words = "\\gset follows a SELECT whose columns all have names (use AS)"
            self.note(statement.line, words)
        return tuple(f"{prefix}{name}".lower() for name in names)
