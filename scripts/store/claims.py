"""Loads the claims and decides each by its query, on the finished database.

A claim whose cells aren't there, or that has no query, is undecided; the reason says what is
missing. One that is held is undecided for the reason given, unless its query says that it depends
on settings: for that, cells on both sides are enough. So a hand can take a verdict away and give
none, and no claim stops the database from being built.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import duckdb

from scripts.plan.claims import Claims
from scripts.store.errors import StoreError
from scripts.store.missing import fails_on_rows, first_line

UNDECIDED = "undecided"
DEPENDS = "depends on settings"
VERDICTS = ("reproduced", "contradicted", DEPENDS, UNDECIDED, "can't be tested here")
# What a reader cannot know without being told.
EXPLAINED = VERDICTS[2:]
COLUMNS = ("verdict", "value", "low", "high", "unit", "reason")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim's verdict: a row of the table claim_verdicts; numbers are finite, or None."""

    claim: str
    verdict: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    unit: str | None = None
    reason: str | None = None


def load_claims_tables(connection: duckdb.DuckDBPyConnection, claims: Claims) -> None:
    """Fill claim_sources and claims, in the file's order."""
    for name, source in claims.sources.items():
        values = [name, source.name, source.reference, source.set_up, source.differs]
        connection.execute("INSERT INTO claim_sources VALUES (?, ?, ?, ?, ?)", values)
    for index, (claim_id, claim) in enumerate(claims.claims.items()):
        query = claims.queries.get(claim_id)
        values = [
            claim_id,
            index,
            claim.source,
            claim.statement,
            claim.published,
            claim.measure,
            claim.rule,
            claim.differs,
            claim.page,
            claim.held,
            claim.not_recomputed,
            None if query is None else claims.query_file(claim_id),
            query,
        ]
        marks = ", ".join("?" * len(values))
        connection.execute(f"INSERT INTO claims VALUES ({marks})", values)


def load_verdicts(connection: duckdb.DuckDBPyConnection, verdicts: list[Verdict]) -> None:
    """Fill claim_verdicts."""
    for verdict in verdicts:
        values = list(astuple(verdict))
        connection.execute("INSERT INTO claim_verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def decide(database: Path, claims: Claims) -> list[Verdict]:
    """Decide every claim on a finished database, which is opened so that nothing can be written.

    Raises StoreError, naming the claim and its file, for a query that fails or gives something
    else than one row of a verdict.
    """
    # One thread, as for all that must be the same to the digit.
    options: dict[str, Any] = {"threads": 1, "enable_external_access": False}
    with duckdb.connect(str(database), read_only=True, config=options) as connection:
        cells: dict[str, list[tuple[str, str]]] = {}
        for claim, experiment, status in connection.execute(
            "SELECT claim, experiment, status FROM claim_cells"
        ).fetchall():
            cells.setdefault(claim, []).append((experiment, status))
        return [_decide(connection, claims, name, cells.get(name, [])) for name in claims.claims]


def _decide(
    connection: duckdb.DuckDBPyConnection,
    claims: Claims,
    name: str,
    cells: list[tuple[str, str]],
) -> Verdict:
    query, declared = claims.queries.get(name), claims.claims[name].undecided
    if declared is not None:
        return Verdict(name, UNDECIDED, reason=declared)
    if not cells:
        where = "of this study measures it" if query else "measures it yet"
        return Verdict(name, UNDECIDED, reason=f"no experiment {where}")
    if query is None:
        experiments = ", ".join(sorted({experiment for experiment, _ in cells}))
        reason = f"measured by {experiments}, but no query decides it yet"
        return Verdict(name, UNDECIDED, reason=reason)
    try:
        cursor = connection.execute(query)
        columns = tuple(column[0] for column in cursor.description or [])
        rows = cursor.fetchall()
    except duckdb.Error as error:
        if fails_on_rows(connection, query):
            reason = f"the query failed on this study's rows: {first_line(error)}"
            return Verdict(name, UNDECIDED, reason=reason)
        raise _error(claims, name, first_line(error)) from error
    if columns != COLUMNS:
        raise _error(claims, name, f"must give the columns {', '.join(COLUMNS)} (got {columns})")
    if len(rows) > 1:
        raise _error(claims, name, f"must give one row, or none (got {len(rows)})")
    if not rows:
        return Verdict(name, UNDECIDED, reason=_missing([status for _, status in cells]))
    return _held(_checked(claims, name, rows[0]), claims.claims[name].held)


def _checked(claims: Claims, name: str, row: tuple[Any, ...]) -> Verdict:
    verdict, value, low, high, unit, reason = row
    value, low, high = (_finite(number) for number in (value, low, high))
    if verdict not in VERDICTS:
        allowed = ", ".join(VERDICTS)
        raise _error(claims, name, f"verdict must be one of {allowed} (got {verdict!r})")
    if verdict in EXPLAINED and not reason:
        raise _error(claims, name, f"the verdict {verdict!r} needs a reason")
    if verdict != UNDECIDED and (value is None or not unit):
        raise _error(claims, name, f"{verdict} without a figure: value and unit must be given")
    return Verdict(name, verdict, value, low, high, unit, reason)


def _held(verdict: Verdict, why: str | None) -> Verdict:
    """The verdict; where it is held, undecided, with its figure and what the query says of it."""
    if why is None or verdict.verdict == DEPENDS:
        return verdict
    reason = f"{why}. Measured: {verdict.reason}" if verdict.reason else why
    return replace(verdict, verdict=UNDECIDED, reason=reason)


def _finite(number: Any) -> float | None:
    return None if number is None or not math.isfinite(number) else float(number)


def _missing(statuses: list[str]) -> str:
    """Why there is nothing to compare, from how the claim's cells ended."""
    done = statuses.count("done")
    if done == len(statuses):
        return "this study's cells don't hold what the claim compares"
    return f"{len(statuses) - done} of the {len(statuses)} cells that measure it did not finish"


def _error(claims: Claims, name: str, message: str) -> StoreError:
    return StoreError(f"{claims.query_file(name)}: claim {name}: {message}")
