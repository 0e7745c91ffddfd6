"""A workload on one engine: tables, ten rows, each statement prepared, each transaction run."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from sqlglot import exp

from scripts.data.own.content import csv_line
from scripts.data.own.dialects import backslashes_escape, controls
from scripts.data.own.loading import for_loader
from scripts.data.own.lua import filled, is_prepared, marked, with_questions
from scripts.data.own.names import written_name
from scripts.data.own.statements import DIALECTS
from scripts.data.own.tables import Schema
from scripts.data.own.transactions import Ask, Script, Set, Transaction
from scripts.engines.families import family_of
from scripts.engines.trial import FOLDER, Answer
from scripts.own.sample import Rows, contents_of
from scripts.own.servers import Client, TrialError
from scripts.own.together import Together
from scripts.own.values import Draws, NoValueError, Value

SCHEMA = "schema.sql"
# A transaction whose rows are not found is tried with other values.
TRIES = 10
IN_THE_END = "in the end"
# So long may tables be made again after changes that an engine refused.
AGAIN_S = 20.0


@dataclass(frozen=True)
class Place:
    """What was asked, by file and line; ``what`` is a table's name or empty."""

    file: str
    line: int
    what: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass
class Trial:
    """What an engine answered: rows in turn by place, and what it refuses."""

    engine: str
    answers: list[tuple[Place, Answer, bool]] = field(default_factory=list)
    refused: list[tuple[Place, str]] = field(default_factory=list)
    notes: list[tuple[Place, str]] = field(default_factory=list)
    began_s: float = field(default_factory=time.time)
    ended_s: float = field(default_factory=time.time)


class Workload:
    """A folder's tables, ten of their rows, and its scripts."""

    def __init__(self, schema: Schema, rows: Rows, scripts: Mapping[str, Script]) -> None:
        self.schema, self.rows, self.scripts = schema, rows, scripts

    def on(self, client: Client, together: Together | None = None) -> Trial:
        """Try it all on an engine, beside those that are asked together."""
        trial = _Run(self, client, together or Together(1)).whole()
        trial.ended_s = time.time()
        return trial

    @property
    def known(self) -> set[str]:
        """The values that no engine makes by itself: of the rows, and of the scripts' texts."""
        found = {value for rows in self.rows.values() for row in rows for value in row if value}
        for script in self.scripts.values():
            for transaction in script.transactions:
                for step in transaction.steps:
                    found |= {each.name for each in step.tree.find_all(exp.Literal)}
        return found

    def load(self, client: Client, limit_s: float) -> None:
        """Make the tables with their rows on an engine. Raises TrialError for what it refuses."""
        for place, statement in _Run(self, client, Together(1)).making():
            if problem := client.ask(statement, limit_s).problem:
                raise TrialError(f"{place}: {client.engine} refuses it: {problem}")


@dataclass
class _Done:
    """How a transaction went: its answers, and whether the engine refused what others may do."""

    answers: list[tuple[Place, Answer, bool]] = field(default_factory=list)
    attempt: int = 0
    lacks_change: bool = False
    why_not: str = ""


class _Run:
    def __init__(self, workload: Workload, client: Client, together: Together) -> None:
        self.workload, self.client, self.together = workload, client, together
        self.again_s = 0.0
        # Whether engines may have other rows, and nothing is compared any more.
        self.is_apart = False
        self.family = family_of(client.engine)
        self.dialect = DIALECTS[self.family]
        self.trial = Trial(client.engine)
        self.schema = workload.schema

    def whole(self) -> Trial:
        """Tables first: without them, no statement is tried."""
        for place, statement in self.making():
            self._ask(place, statement)
        if self.trial.refused:
            return self.trial
        self._contents("as loaded")
        for script in self.workload.scripts.values():
            for number, transaction in enumerate(script.transactions):
                self._prepare(script, transaction)
                self._end(script, transaction, self._run(script, transaction, number))
        if not self.is_apart:
            self._contents(IN_THE_END)
        return self.trial

    def _ask(self, place: Place, statement: str) -> Answer:
        answer = self.client.ask(statement)
        if answer.problem and (place, answer.problem) not in self.trial.refused:
            self.trial.refused.append((place, answer.problem))
        return answer

    def making(self) -> Iterator[tuple[Place, str]]:
        """Statements that make tables, rows, indexes and keys, in turn."""
        tables, routines = for_loader(self.schema, self.family)
        for name, about in tables.items():
            place = Place(SCHEMA, self.schema[name].line, name)
            parts = [
                f"{column} {words} {'NULL' if column in about['nullable'] else 'NOT NULL'}"
                for column, words in about["columns"].items()
            ]
            if about["primary_key"]:
                parts.append(f"PRIMARY KEY ({', '.join(about['primary_key'])})")
            end = self.client.server.table_end
            yield place, f"CREATE TABLE {name} ({', '.join(parts)}){end}"
            if rows := self.workload.rows[name]:
                columns = self.schema[name].loaded
                lines = [
                    f"{','.join(columns)}\n",
                    *(csv_line(columns.values(), row) for row in rows),
                ]
                file = f"{name}.csv"
                (self.client.folder / file).write_text("".join(lines), encoding="ascii")
                yield place, self.client.server.loaded(name, f"{FOLDER}/{file}")
        for name, about in tables.items():
            for index, keys in about["indexes"].items():
                place = Place(SCHEMA, self.schema[name].indexes[index].line, name)
                yield place, f"CREATE INDEX {index} ON {name} ({', '.join(keys)})"
        for statement in filter(None, routines.split(";\n")):
            yield self._place_of(statement), statement

    def _place_of(self, statement: str) -> Place:
        """Where in the schema something is that is made when the rows are in."""
        words = re.findall(r"\w+", statement)
        for table in self.schema.values():
            if table.name in words[:6]:
                lines = [each.line for each in table.indexes.values() if each.name in words]
                return Place(SCHEMA, lines[0] if lines else table.line, table.name)
        return Place(SCHEMA, 1)

    def _contents(self, when: str) -> None:
        for name, table in self.schema.items():
            columns = ", ".join(written_name(each, self.dialect) for each in table.columns)
            place = Place(SCHEMA, table.line, f"the rows of {name}, {when}")
            answer = self._ask(place, f"SELECT {columns} FROM {name}")
            self.trial.answers.append((place, answer, False))

    def _prepare(self, script: Script, transaction: Transaction) -> None:
        for number, step in enumerate(transaction.steps):
            if not isinstance(step, Ask) or _controls(step.tree):
                continue
            text, names = marked(step.tree, self.dialect, self.schema)
            if is_prepared(step, text, names, self.schema):
                asked = self.client.server.prepared(f"s{number}", with_questions(text), len(names))
                place = Place(script.file, step.line)
                if not self._ask(place, asked[0]).problem:
                    self._ask(place, asked[1])

    def _run(self, script: Script, transaction: Transaction, number: int) -> _Done:
        """Once through it; with other values where a row is not found that it needs."""
        for attempt in range(TRIES):
            contents = contents_of(self.schema, self.workload.rows)
            for content in contents.values():
                # Other transactions have inserted rows, too.
                for column in content.high:
                    content.high[column] += 100 * number + 10 * attempt
            draws = Draws(self.schema, self.workload.rows, contents, drawn=count(attempt))
            done = self._once(script, transaction, draws)
            done.attempt = attempt
            if not done.why_not:
                return done
            self.client.ask("ROLLBACK")
        self.trial.notes.append((Place(script.file, transaction.line), done.why_not))
        return done

    def _end(self, script: Script, transaction: Transaction, done: _Done) -> None:
        """Keep the answers; where not all engines have changed the same, all begin again."""
        all_done: Sequence[_Done] = self.together.agree(done)
        is_even = len({each.attempt for each in all_done}) == 1
        if is_even and not self.is_apart:
            self.trial.answers += done.answers
        is_same = is_even and not any(each.lacks_change for each in all_done)
        if is_same or self.is_apart or not any(_changes(step.tree) for step in transaction.steps):
            return
        began_s = time.monotonic()
        if max(self.together.agree(self.again_s)) > AGAIN_S:
            self.is_apart = True
            words = "from here on answers are not compared, as not all engines take all changes"
            self.trial.notes.append((Place(script.file, transaction.line), words))
            return
        self.client.begin_again()
        for place, statement in self.making():
            if problem := self.client.ask(statement).problem:
                raise TrialError(f"{place}: {self.client.engine} refuses it: {problem}")
        self.again_s += time.monotonic() - began_s

    def _once(self, script: Script, transaction: Transaction, draws: Draws) -> _Done:
        """Go through it; notes why not to its end, where other values may help."""
        done = _Done()
        is_open = False
        for step in transaction.steps:
            if isinstance(step, Set):
                try:
                    draws.variables[step.name] = draws.value(step.tree)
                except NoValueError as error:
                    done.why_not = f"{transaction.name} was not tried: {error}"
                    return done
                continue
            place = Place(script.file, step.line)
            if _controls(step.tree):
                is_open = isinstance(step.tree, exp.Transaction)
                for text in controls(step.tree, self.dialect):
                    self._ask(place, text)
                continue
            text, _ = marked(step.tree, self.dialect, self.schema)
            answer = self._ask(place, filled(text, self._variable(draws)))
            if answer.problem and (is_open or step.got is not None):
                self.client.ask("ROLLBACK")
                done.lacks_change = True
                break
            if answer.problem:
                done.lacks_change |= _changes(step.tree)
                continue
            if isinstance(step.tree, exp.Query) and not done.lacks_change:
                done.answers.append((place, answer, bool(step.tree.args.get("order"))))
            if step.got is not None:
                if len(answer.rows) != 1:
                    words = f"\\gset needs one row, and {len(answer.rows)} were found"
                    done.why_not = f"{transaction.name} was not tried to its end: {place}: {words}"
                    return done
                draws.variables |= dict(zip(step.got, answer.rows[0], strict=True))
        return done

    def _variable(self, draws: Draws) -> Callable[[str], str]:
        def value(name: str) -> str:
            return literal(0 if name == "client_id" else draws.variables[name], self.dialect)

        return value


def literal(value: Value, dialect: str) -> str:
    """A value as a dialect writes it in a statement."""
    if value is None:
        return "NULL"
    if not isinstance(value, str):
        return str(value)
    if backslashes_escape(dialect):
        value = value.replace("\\", "\\\\")
    return "'" + value.replace("'", "''") + "'"


def _controls(tree: exp.Expression) -> bool:
    return isinstance(tree, exp.Transaction | exp.Commit | exp.Rollback)


def _changes(tree: exp.Expression) -> bool:
    return tree.find(exp.Insert, exp.Update, exp.Delete) is not None
