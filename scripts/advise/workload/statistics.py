"""A server's statistics of its tables and statements: what sql/advise/workload/*.sql answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scripts.advise.readings import decoded
from scripts.advise.rules import ROOT, AdviseError
from scripts.data.own.names import folded, table_name
from scripts.engines.families import family, family_names

STATEMENTS = ROOT / "sql/advise/workload"
MARK = "bandwise_workload"
MOST_BYTES = 256 << 20
_FACT = re.compile(MARK + r"[^{]*(\{.*\})")
_KINDS = ("server", "table", "column", "values", "statement", "end")


@dataclass(frozen=True)
class ColumnFacts:
    """What is known of a column; `None` where the server doesn't know it.

    Attributes:
        distinct: how many values; below 0, how many by row.
        nulls: share of rows.
        width_bytes: of a value on average.
        correlation: of the order of values with that of rows, from -1 to 1.
        common: shares of rows that have the most common values.
        values: these themselves, if the reader gave them.
    """

    distinct: float | None = None
    nulls: float = 0.0
    width_bytes: float | None = None
    correlation: float = 0.0
    common: tuple[float, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableFacts:
    """Rows and bytes of a table, and its columns by name."""

    rows: int
    bytes: int
    columns: Mapping[str, ColumnFacts] = field(default_factory=dict)


@dataclass(frozen=True)
class StatementFacts:
    """A statement without its values, and what its calls counted; what is not counted is `None`."""

    id: str
    text: str
    calls: int
    rows: int
    pages_read: int | None = None
    pages_hit: int | None = None
    log_bytes: int | None = None
    rows_examined: int | None = None


@dataclass(frozen=True)
class Statistics:
    """All of a database's: `tables` by the names that they have on every engine."""

    file: str
    family: str
    version: str
    cache_bytes: int
    memory_bytes: int
    transactions: int | None
    tables: Mapping[str, TableFacts]
    statements: tuple[StatementFacts, ...]
    identity: str = ""
    taken_us: int = 0
    reset_us: int = 0

    @property
    def dialect(self) -> str:
        """sqlglot's name for what its statements are written in."""
        return family(self.family).dialect

    @property
    def bytes(self) -> int:
        """Of all tables with their indexes."""
        return sum(each.bytes for each in self.tables.values())


def statement_of(name: str) -> Path:
    """The file with the statement that a family's servers answer."""
    files = (STATEMENTS / f"{each}.sql" for each in (name, family(name).dialect))
    return next(file for file in files if file.is_file())


def read_statistics(path: Path) -> Statistics:
    """A file with the answer. Raises AdviseError with what to run instead."""
    if not path.is_file():
        raise AdviseError(f"{path}: there is no such file")
    if path.stat().st_size > MOST_BYTES:
        raise AdviseError(f"{path}: is larger than {MOST_BYTES >> 20} MiB and is no statistics")
    return parse_statistics(decoded(path.read_bytes()), str(path))


def parse_statistics(text: str, file: str) -> Statistics:
    """The same of a text."""
    facts: dict[str, list[dict[str, Any]]] = {kind: [] for kind in _KINDS}
    for fact in _facts(text, file):
        facts.get(str(fact.get("kind")), []).append(fact)
    if not any(facts.values()):
        raise AdviseError(
            f"{file}: has no row of {MARK}: run sql/advise/workload/*.sql in the database, and "
            "give its whole answer"
        )
    if not facts["end"]:
        raise AdviseError(f"{file}: is cut off: its last row is missing; take it again")
    if len(facts["server"]) != 1 or len(facts["end"]) != 1:
        raise AdviseError(f"{file}: has several answers: keep that of one database in a file")
    (server,) = facts["server"]
    try:
        return _checked(_statistics(server, facts, file))
    except AdviseError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise AdviseError(
            f"{file}: a row is damaged ({type(error).__name__}: {str(error)[:60]!a}): take it again"
        ) from None


def _facts(text: str, file: str) -> Iterator[dict[str, Any]]:
    """Each row's JSON, however a client wrote it."""
    for number, line in enumerate(text.splitlines(), 1):
        if MARK not in line:
            continue
        found = _FACT.search(line)
        # As a table of CSV has it, and as mysql --batch does without --raw.
        forms = [] if found is None else [found[1], found[1].replace('""', '"')]
        forms += [each.replace("\\\\", "\\") for each in forms]
        for form in forms:
            try:
                fact = json.loads(form)
            except ValueError:
                continue
            yield fact
            break
        else:
            words = "take it as docs/advise.md says, unaligned and without escapes"
            raise AdviseError(f"{file}:{number}: a row of {MARK} is not whole: {words}")


def _statistics(
    server: Mapping[str, Any], facts: Mapping[str, list[dict[str, Any]]], file: str
) -> Statistics:
    if server["family"] not in family_names():
        raise AdviseError(f"{file}: is of {server['family']!a}, which is not known here")
    if server["replica"]:
        raise AdviseError(f"{file}: is of a replica, whose writes are another server's: ask that")
    return Statistics(
        file=file,
        family=server["family"],
        version=str(server["version"]),
        cache_bytes=int(server["cache_bytes"]),
        memory_bytes=int(server["memory_bytes"]),
        transactions=server.get("transactions"),
        tables=_tables(facts, file),
        statements=tuple(_statement(each) for each in facts["statement"]),
        identity=str(server.get("identity")),
        taken_us=int(server.get("taken_us") or 0),
        reset_us=int(server.get("reset_us") or 0),
    )


def _tables(facts: Mapping[str, list[dict[str, Any]]], file: str) -> dict[str, TableFacts]:
    values = {(each["table"], each["column"]): each["values"] for each in facts["values"]}
    columns: dict[str, dict[str, ColumnFacts]] = {}
    for each in facts["column"]:
        columns.setdefault(each["table"], {})[folded(each["column"])] = ColumnFacts(
            distinct=each.get("distinct"),
            nulls=float(each.get("nulls") or 0),
            width_bytes=each.get("width_bytes"),
            correlation=float(each.get("correlation") or 0),
            common=tuple(float(share) for share in each.get("common") or ()),
            values=tuple(map(str, values.get((each["table"], each["column"])) or ())),
        )
    tables: dict[str, TableFacts] = {}
    for each in facts["table"]:
        name = table_name(each["table"])
        if name in tables:
            raise AdviseError(f"{file}: two schemas have a table {name}: keep the rows of one")
        if each["rows"] and each.get("is_analysed", True) is False:
            raise AdviseError(f"{file}: table {name} has no statistics: run ANALYZE, then take it")
        tables[name] = TableFacts(
            rows=int(each["rows"]),
            bytes=int(each["bytes"]) + int(each["index_bytes"]),
            columns=columns.get(each["table"], {}),
        )
    return tables


def _statement(fact: Mapping[str, Any]) -> StatementFacts:
    def count(name: str) -> int | None:
        return None if fact.get(name) is None else int(fact[name])

    return StatementFacts(
        id=str(fact["id"]),
        text=str(fact["text"]),
        calls=int(fact["calls"]),
        rows=int(fact["rows"]),
        pages_read=count("pages_read"),
        pages_hit=count("pages_hit"),
        log_bytes=count("log_bytes"),
        rows_examined=count("rows_examined"),
    )


def _checked(found: Statistics) -> Statistics:
    if not found.tables:
        raise AdviseError(f"{found.file}: has no table: run the statement in the database itself")
    if not any(each.rows for each in found.tables.values()):
        raise AdviseError(
            f"{found.file}: all tables are empty or were never analysed: run ANALYZE, then take it"
        )
    if not any(each.calls for each in found.statements):
        raise AdviseError(
            f"{found.file}: no statement was counted: the server was idle or does not count them "
            "(pg_stat_statements, performance_schema); take it under the usual load"
        )
    return found


def since(before: Statistics, after: Statistics) -> Statistics:
    """What was counted between two. Raises AdviseError where they don't belong together."""
    if (before.identity, before.version) != (after.identity, after.version):
        raise AdviseError(
            f"{before.file} and {after.file} are of two servers, databases or versions: take both "
            "from one"
        )
    if after.taken_us <= before.taken_us:
        raise AdviseError(f"{after.file} was not taken after {before.file}: give the earlier first")
    first = {each.id: each for each in before.statements}
    grown = [_grown(first.get(each.id), each) for each in after.statements]
    if after.reset_us > before.taken_us or any(each.calls < 0 for each in grown):
        raise AdviseError(f"statistics were reset after {before.file}: take both again")
    transactions = after.transactions
    if transactions is not None and before.transactions is not None:
        transactions -= before.transactions
    kept = tuple(each for each in grown if each.calls)
    return _checked(replace(after, statements=kept, transactions=transactions))


def _grown(before: StatementFacts | None, after: StatementFacts) -> StatementFacts:
    if before is None:
        return after
    counts = ("calls", "rows", "pages_read", "pages_hit", "log_bytes", "rows_examined")
    more = {
        name: now - then
        for name in counts
        if (now := getattr(after, name)) is not None and (then := getattr(before, name)) is not None
    }
    return replace(after, **more)
