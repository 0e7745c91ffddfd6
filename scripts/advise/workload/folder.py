"""The folder of a workload: schema, rows, transactions, a study, and what production counted."""

from __future__ import annotations

import csv
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scripts.advise.rules import ROOT, AdviseError, filled
from scripts.advise.workload.rows import SMALL_ROWS, Made, make_rows
from scripts.advise.workload.statements import Written, written
from scripts.advise.workload.statistics import StatementFacts, Statistics
from scripts.advise.workload.trees import NoStatementError
from scripts.data.own.content import Content, file_name, read_rows
from scripts.data.own.differences import ACCEPTED
from scripts.data.own.dumps import WITHOUT_DATA, decoded
from scripts.data.own.errors import OwnError
from scripts.data.own.folder import SCHEMA, read_folder
from scripts.data.own.schema import read_schema, read_schema_of
from scripts.data.own.tables import Schema
from scripts.data.own.transactions import read_script

TRANSACTIONS, STUDY = "transactions.sql", "study.yaml"
LAB_MIB = 128
MOST_MIB = 512
LEAST_MIB = 16
_NEEDED = re.compile(rf"^{re.escape(ACCEPTED)}: .*write into it: (.*)$", re.MULTILINE)
# Calls that differ by less are those of one transaction.
_SAME = 0.02
_MOST_WEIGHT = 1_000_000
_BEGINS = ("BEGIN", "START TRANSACTION")


@dataclass
class Statement:
    """A statement of the workload, by its name, and production's counts of it."""

    name: str
    facts: StatementFacts
    written: Written


@dataclass
class Workload:
    """What was made, and what of production is not in it."""

    folder: Path
    share: float
    memory_mib: int
    cache_bytes: int
    statements: list[Statement] = field(default_factory=list)
    groups: list[list[Statement]] = field(default_factory=list)
    left: list[tuple[StatementFacts, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)


def make_folder(
    folder: Path,
    dump: Path,
    found: Statistics,
    memory_bytes: int | None = None,
    keep_values: bool = False,
) -> Workload:
    """Write an own workload. Raises AdviseError with all that is in the way.

    Args:
        folder: where to; it is made.
        dump: of the schema alone.
        found: the statistics of its database.
        memory_bytes: of the server; what its statistics say, if it is not given.
        keep_values: whether the most common values of the statistics are in the rows.
    """
    if keep_values and not any(
        column.values for table in found.tables.values() for column in table.columns.values()
    ):
        raise AdviseError(
            f"{found.file}: has no common values: append the answer of "
            "sql/advise/workload/postgresql_values.sql, or leave --keep-common-values out"
        )
    if not keep_values:
        found = without_values(found)
    if folder.exists():
        raise AdviseError(f"{folder}: is there already: name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # What fails leaves nothing.
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as name:
        made = Path(name) / "made"
        made.mkdir()
        try:
            workload = _made(made, folder, dump, found, memory_bytes or found.memory_bytes)
            read_folder(made)
        except OwnError as error:
            raise AdviseError(str(error)) from None
        made.rename(folder)
    return workload


def _made(made: Path, folder: Path, dump: Path, found: Statistics, memory_bytes: int) -> Workload:
    accepted = _copy_schema(dump, made)
    schema = read_schema_of(made)
    share, memory_mib = _sizes(found, memory_bytes)
    rows = make_rows(schema, found, share)
    _write_rows(made, rows)
    workload = Workload(folder, share, memory_mib, round(found.cache_bytes * share))
    workload.notes, workload.accepted = rows.notes, accepted
    if missing := sorted(name for name in found.tables if name not in schema):
        shown = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
        workload.notes.append(f"in the statistics and not in the schema: {shown}")
    _statements(workload, schema, found, read_rows(made, schema))
    _write_transactions(made, workload, found, schema)
    _write_study(made, workload, found)
    return workload


def without_values(found: Statistics) -> Statistics:
    """The same statistics, of which no value of the data can get into rows."""
    tables = {
        name: replace(
            table,
            columns={key: replace(each, values=()) for key, each in table.columns.items()},
        )
        for name, table in found.tables.items()
    }
    return replace(found, tables=tables)


def _copy_schema(dump: Path, folder: Path) -> list[str]:
    """The schema as it is, and beside it the differences between engines that it needs."""
    if not dump.is_file():
        raise AdviseError(f"{dump}: there is no such file")
    try:
        text = decoded(dump.read_bytes(), str(dump))
    except OwnError as error:
        raise AdviseError(str(error)) from None
    needed: list[str] = []
    try:
        read_schema(text)
    except OwnError as error:
        words = str(error)
        asked = _NEEDED.search(words)
        if asked is None:
            raise AdviseError(words.replace(SCHEMA, str(dump), 1)) from None
        needed = asked[1].split()
    if "rows" in needed:
        raise AdviseError(f"{dump}: is a dump with data: take one without ({WITHOUT_DATA})")
    (folder / SCHEMA).write_text(text, encoding="utf-8")
    if needed:
        (folder / ACCEPTED).write_text("\n".join(needed) + "\n", encoding="utf-8")
    return needed


def _sizes(found: Statistics, memory_bytes: int) -> tuple[float, int]:
    """Which share of the rows there are, and the engine's memory in the same proportion."""
    # More memory than this has nothing to hold.
    memory_bytes = min(memory_bytes, 2 * found.bytes + (LEAST_MIB << 20))
    share = min(1.0, LAB_MIB / (memory_bytes / 2**20))
    if found.bytes * share > MOST_MIB * 2**20:
        share = MOST_MIB * 2**20 / found.bytes
    return share, max(LEAST_MIB, round(memory_bytes * share / 2**20))


def _write_rows(folder: Path, made: Made) -> None:
    for table, columns in made.tables.items():
        with (folder / f"{file_name(table)}.csv").open("w", encoding="ascii", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(
                ["" if value is None else value for value in row]
                for row in zip(*columns.values(), strict=True)
            )


def _statements(
    workload: Workload, schema: Schema, found: Statistics, contents: Mapping[str, Content]
) -> None:
    """Each statement that the check takes, and why each other one is left out."""
    numbers: dict[str, int] = {}
    for facts in sorted(found.statements, key=lambda each: (-each.calls, each.id)):
        if not facts.calls or facts.text.lstrip().upper().startswith((*_BEGINS, "COMMIT")):
            continue
        try:
            one = written(facts, found, schema, contents)
            read_script(_steps([one]), TRANSACTIONS, schema, contents)
        except NoStatementError as error:
            workload.left.append((facts, str(error)))
            continue
        except OwnError as error:
            workload.left.append((facts, error.problems[0].message))
            continue
        base = f"{one.verb}_{one.table}"
        numbers[base] = numbers.get(base, 0) + 1
        workload.statements.append(Statement(f"{base}_{numbers[base]}", facts, one))
    if not workload.statements:
        first = "".join(
            f" (the first: {why}: {facts.text[:60]!a})" for facts, why in workload.left[:1]
        )
        raise AdviseError(f"{found.file}: no statement can be in a workload{first}")


# Draws of one row's key.
_OF_KEY = re.compile(r"(?:random\(1, max\((\w+)\.(\w+)\)\)|from_rows\((\w+)\.(\w+)\))")


def sharing(found: Sequence[Written], prefixes: Sequence[str], schema: Schema) -> list[Written]:
    """The same statements, whose draws of a key are those of the first that draws from it."""
    first: dict[tuple[str, int], str] = {}
    shared = []
    for prefix, one in zip(prefixes, found, strict=True):
        times: dict[str, int] = {}
        draws = []
        for name, drawn in one.draws:
            key = _OF_KEY.fullmatch(drawn)
            table, column = [each for each in key.groups() if each] if key else ("", "")
            if table and any(column in each for each in schema[table].keys):
                place = (drawn, times.get(drawn, 0))
                times[drawn] = place[1] + 1
                drawn = f":{first[place]}" if place in first else drawn
                first.setdefault(place, f"{prefix}{name}")
            draws.append((name, drawn))
        shared.append(replace(one, draws=draws))
    return shared


def _steps(found: Sequence[Written], prefixes: Sequence[str] = ("",)) -> str:
    """The text of statements, each with its draws."""
    lines = []
    for prefix, one in zip(prefixes, found, strict=True):
        text = one.text
        draws = one.draws
        if prefix:
            rename = re.compile(r":(v\d+)\b")
            text = rename.sub(rf":{prefix}\1", text)
            draws = [(f"{prefix}{n}", rename.sub(rf":{prefix}\1", d)) for n, d in draws]
        lines += [f"\\set {name} {drawn}" for name, drawn in draws]
        lines.append(f"{text};")
    return "\n".join(lines) + "\n"


def grouped(found: Sequence[Statement], begun: int) -> list[list[Statement]]:
    """Statements that are assumed to be one transaction: a write, and what is called as often.

    ``begun`` is how often a transaction was begun by a client; without one, each is its own.
    """
    groups: list[list[Statement]] = []
    for each in found:
        last = groups[-1] if groups else None
        near = last is not None and (
            abs(last[0].facts.calls - each.facts.calls) <= _SAME * last[0].facts.calls
        )
        if last is not None and near and each.facts.calls <= begun * (1 + _SAME):
            last.append(each)
        else:
            groups.append([each])
    whole: list[list[Statement]] = []
    for group in groups:
        if any(each.written.verb != "select" for each in group):
            whole.append(sorted(group, key=lambda each: _ORDER.index(each.written.verb)))
        else:
            whole += [[each] for each in group]
    return whole


_ORDER = ("select", "update", "insert", "delete")


def _write_transactions(made: Path, workload: Workload, found: Statistics, schema: Schema) -> None:
    begun = sum(
        each.calls for each in found.statements if each.text.lstrip().upper().startswith(_BEGINS)
    )
    groups = workload.groups = grouped(workload.statements, begun)
    most = groups[0][0].facts.calls
    scale = min(1.0, _MOST_WEIGHT / most)
    several = [group for group in groups if len(group) > 1]
    lines = [
        "-- Made from a server's statistics: docs/advise.md. Which statements are one transaction",
        "-- is in no statistics. Assumed: a write and what was called as often are one, where",
        f"-- clients began transactions ({begun:,} times); all others are alone. What one draws",
        "-- from a key is of one row in all its statements: assumed, too.",
    ]
    for group in groups:
        name = group[0].name if len(group) == 1 else f"together_{several.index(group) + 1}"
        calls = max(each.facts.calls for each in group)
        lines += ["", f"-- {calls:,} calls", f"\\transaction {name} {max(1, round(calls * scale))}"]
        if len(group) == 1:
            lines.append(_steps([group[0].written]).rstrip())
            continue
        prefixes = [f"s{number}" for number in range(1, len(group) + 1)]
        shared = sharing([each.written for each in group], prefixes, schema)
        steps = _steps(shared, prefixes).splitlines()
        # Draws come first, so that a transaction that is tried again has the same.
        draws = [line for line in steps if line.startswith("\\")]
        asked = [line for line in steps if not line.startswith("\\")]
        lines += [*draws, "BEGIN;", *asked, "COMMIT;"]
    (made / TRANSACTIONS).write_text("\n".join(lines) + "\n", encoding="utf-8")
    workload.notes.append(
        f"{len(workload.statements)} statements in {len(groups)} transactions, of which "
        f"{len(several)} have several: assumed, as no statistics say it, and that these draw the "
        "same rows of a table by its key"
    )


def _write_study(made: Path, workload: Workload, found: Statistics) -> None:
    name, path = "workload", json.dumps(str(workload.folder.resolve()))
    (made / STUDY).write_text(
        f"# Made from a server's statistics: docs/advise.md.\n"
        f"engines: [{engine_of(found)}]\n"
        f"datasets:\n  {name}: {{kind: own, folder: {path}}}\n"
        f"experiments: [own-{name}]\n"
        f"engine_memory_mib: {workload.memory_mib}\n"
        f"results_dir: results/{name}\n",
        encoding="utf-8",
    )


def engine_of(found: Statistics) -> str:
    """The engine of the lab that is nearest to the server's version."""
    known = sorted(each.stem for each in (ROOT / "envs").glob(f"{found.family}-*.yaml"))
    major = found.version.split(".")[0]
    fit = [name for name in known if re.fullmatch(rf"{found.family}-{major}(\..*)?", name)]
    exact = [name for name in fit if found.version.startswith(name.partition("-")[2])]
    return (exact or fit or known)[-1]


def in_text(workload: Workload, found: Statistics) -> list[str]:
    """What was made, in lines."""
    calls = sum(each.calls for each in found.statements) or 1
    left = sum(each.calls for each, _ in workload.left)
    lines = [
        f"{workload.folder}: {workload.share:.2%} of the rows of tables with more than "
        f"{SMALL_ROWS:,}, and {workload.memory_mib} MiB of memory in the same proportion",
        *workload.notes,
    ]
    if workload.accepted:
        lines.append(
            f"accepted as not the same on all engines (docs/own-workload.md): "
            f"{', '.join(workload.accepted)}"
        )
    for name in workload.statements:
        if name.written.notes:
            lines.append(f"{name.name}: {'; '.join(name.written.notes)}")
    if workload.left:
        lines.append(f"left out: {len(workload.left)} statements, {left / calls:.1%} of all calls:")
        for facts, why in sorted(workload.left, key=lambda each: -each[0].calls)[:10]:
            text = filled("{text}: {why}", text=" ".join(facts.text.split())[:60], why=why)
            lines.append(f"  {facts.calls / calls:6.1%} {text}")
    return lines
