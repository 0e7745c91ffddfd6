"""A workload on a real server against production's counts, statement by statement."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from scripts.advise.rules import AdviseError
from scripts.advise.workload.folder import TRANSACTIONS, Statement, Workload
from scripts.advise.workload.statistics import StatementFacts, parse_statistics, statement_of
from scripts.data.own.build import evenly
from scripts.data.own.dialects import controls
from scripts.data.own.lua import filled, marked
from scripts.data.own.schema import read_schema_of
from scripts.data.own.scripts import read_own_script
from scripts.data.own.statements import DIALECTS
from scripts.data.own.tables import Schema
from scripts.data.own.transactions import Ask, Transaction
from scripts.engines.families import family_of
from scripts.own.sample import Rows, contents_of, sample_of
from scripts.own.servers import Client, TrialError, asked, built_engines, is_built, newest_of
from scripts.own.trial import Workload as Trial
from scripts.own.trial import literal
from scripts.own.values import Draws, Value

TRANSACTIONS_EACH = 2000
LOAD_S, ASK_S, STATISTICS_S = 900.0, 120.0, 120.0
OFF_TIMES = 2.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# What a server counts of a call, by name; below so much, a difference is none of storage.
COUNTS = {"pages_read": 0.5, "log_bytes": 100.0, "rows": 0.5, "rows_examined": 5.0}
WORDS = {
    "pages_read": "pages read",
    "log_bytes": "log bytes",
    "rows": "rows",
    "rows_examined": "rows examined",
}


@dataclass(frozen=True)
class Compared:
    """What a call of a statement counted in production and in the run, by count."""

    name: str
    share: float
    calls: int
    counts: dict[str, tuple[float, float]]

    @property
    def off(self) -> list[str]:
        """The counts that differ by more than two times."""
        return [name for name, pair in self.counts.items() if _is_off(name, *pair)]


def _is_off(name: str, production: float, run: float) -> bool:
    low, high = sorted((production, run))
    return high - low > COUNTS[name] and high > OFF_TIMES * low


class _Random(Draws):
    """Values at random, as a client of sysbench's draws them."""

    def __init__(self, schema: Schema, rows: Rows, seed: int) -> None:
        super().__init__(schema, rows, contents_of(schema, rows))
        self.random = random.Random(seed)
        self.held: dict[tuple[str, str], list[Value]] = {}

    def _call(self, name: str, arguments: list[exp.Expression]) -> Value:
        if name == "random":
            low, high = (int(self._number(each)) for each in arguments)
            return self.random.randint(low, max(low, high))
        if name == "random_text":
            count = int(self._number(arguments[0]))
            return "".join(self.random.choices(_LETTERS, k=count))
        return super()._call(name, arguments)

    def _of_column(self, name: str, table: str, column: str) -> Value:
        if name != "from_rows":
            return super()._of_column(name, table, column)
        if (table, column) not in self.held:
            about = self.schema[table]
            place = list(about.loaded).index(column)
            texts = [text for row in self.rows[table] if (text := row[place]) is not None]
            is_whole = about.columns[column].type.is_integer
            self.held[table, column] = [int(each) if is_whole else each for each in evenly(texts)]
        return self.random.choice(self.held[table, column])


class _Run:
    """The transactions of a folder, by a client of a server that has its rows."""

    def __init__(self, workload: Workload, client: Client, seed: int) -> None:
        self.client, self.workload = client, workload
        schema = read_schema_of(workload.folder)
        rows = sample_of(workload.folder, schema, 1 << 40)
        script = read_own_script(workload.folder / TRANSACTIONS, schema, contents_of(schema, rows))
        assert script is not None
        self.trial = Trial(schema, rows, {TRANSACTIONS: script})
        self.transactions = script.transactions
        self.draws = _Random(schema, rows, seed)
        self.dialect = DIALECTS[family_of(client.engine)]

    def texts(self, transaction: Transaction) -> Iterator[tuple[str, bool]]:
        """What a client sends for one, and whether it is one of production's statements."""
        for step in transaction.steps:
            if not isinstance(step, Ask):
                self.draws.variables[step.name] = self.draws.value(step.tree)
            elif isinstance(step.tree, exp.Transaction | exp.Commit | exp.Rollback):
                for text in controls(step.tree, self.dialect):
                    yield text, False
            else:
                text, _ = marked(step.tree, self.dialect, self.trial.schema)
                yield (
                    filled(text, lambda name: literal(self.draws.variables[name], self.dialect)),
                    True,
                )

    def named(self) -> dict[str, str]:
        """The names of statements by the server's own ids, from one call of each."""
        names: dict[str, str] = {}
        known = {each.id for each in self.counted()}
        for transaction, group in zip(self.transactions, self.workload.groups, strict=True):
            places = iter(group)
            for text, is_counted in self.texts(transaction):
                self.ask(text)
                new = {each.id for each in self.counted()} - known
                known |= new
                if is_counted:
                    names |= dict.fromkeys(new, next(places).name)
        return names

    def many(self, count: int) -> None:
        """So many transactions, each chosen by its weight."""
        weights = [each.weight for each in self.transactions]
        for transaction in self.draws.random.choices(self.transactions, weights, k=count):
            text = ";\n".join(text for text, _ in self.texts(transaction))
            said = self.client.server.read(self.client.tell(f"{text};", ASK_S))
            if said.problem:
                raise TrialError(f"{transaction.name}: {self.client.engine}: {said.problem}")

    def ask(self, text: str) -> None:
        """Ask a statement, which has to be answered."""
        if problem := self.client.ask(text, ASK_S).problem:
            raise TrialError(f"{self.client.engine} refuses it: {problem}: {text[:200]}")

    def counted(self) -> list[StatementFacts]:
        """What the server has counted, as production's answer is read; but for what asks it."""
        family = family_of(self.client.engine)
        text = statement_of(family).read_text(encoding="utf-8")
        said = self.client.tell(text, STATISTICS_S)
        found = parse_statistics(said, f"the answer of {self.client.engine}")
        return [each for each in found.statements if "bandwise_workload" not in each.text]

    def recount(self) -> None:
        """Let it count from nothing again."""
        for statement in self.client.server.recount:
            self.ask(statement)


def compared(
    workload: Workload, engine: str, layers: Path, count: int = TRANSACTIONS_EACH, seed: int = 1
) -> list[Compared]:
    """The run against production, the most frequent statement first. Raises AdviseError."""
    try:
        with asked(engine, layers, cache_bytes=workload.cache_bytes) as client:
            run = _Run(workload, client, seed)
            run.trial.load(client, LOAD_S)
            run.recount()
            # Both read the tables: the second time with a warm cache.
            names = run.named()
            run.many(count)
            run.recount()
            run.many(count)
            counted = run.counted()
    except TrialError as error:
        raise AdviseError(str(error)) from None
    by_name: dict[str, StatementFacts] = {}
    for each in counted:
        if each.id in names:
            by_name.setdefault(names[each.id], each)
    return [_pair(each, by_name.get(each.name), workload) for each in workload.statements]


def _pair(each: Statement, run: StatementFacts | None, workload: Workload) -> Compared:
    counts = {}
    for name in COUNTS:
        then, now = getattr(each.facts, name), getattr(run, name, None)
        if run is not None and run.calls and then is not None and now is not None:
            counts[name] = (then / each.facts.calls, now / run.calls)
    calls = sum(other.facts.calls for other in workload.statements)
    return Compared(each.name, each.facts.calls / calls, run.calls if run else 0, counts)


def engine_to_ask(wanted: str, layers: Path) -> str | None:
    """The engine, or the newest built one of its family; None where none is built."""
    if is_built(wanted, layers):
        return wanted
    newest = newest_of(built_engines(layers))
    return next((name for name in newest if family_of(name) == family_of(wanted)), None)


def in_text(found: Sequence[Compared], engine: str) -> list[str]:
    """The table of fidelity, and before it what is off."""
    off = [
        f"{each.name} ({', '.join(WORDS[name] for name in each.off)})" for each in found if each.off
    ]
    uncalled = [each.name for each in found if not each.calls]
    names = [name for name in COUNTS if any(name in each.counts for each in found)]
    lines = [f"Fidelity: a call in production / in the run on {engine}, of each statement"]
    if off:
        lines.append(f"OFF BY MORE THAN 2 TIMES: {'; '.join(off)}")
    else:
        lines.append("No count is off by more than 2 times.")
    if uncalled:
        lines.append(f"not called in the run, so not compared: {', '.join(uncalled)}")
    lines.append(
        f"{'statement':32} {'of calls':>8}" + "".join(f" {WORDS[name]:>22}" for name in names)
    )
    for each in found:
        cells = ""
        for name in names:
            pair = each.counts.get(name)
            shown = "" if pair is None else f"{pair[0]:,.1f} / {pair[1]:,.1f}"
            cells += f" {shown + (' !' if name in each.off else '  '):>22}"
        lines.append(f"{each.name[:32]:32} {each.share:8.1%}{cells}")
    return lines
