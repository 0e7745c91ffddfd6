"""Loads the claims and decides each by its query, on the finished database.

A claim whose cells aren't there, or that has no query, is open; the reason says what is missing.
One that is declared not comparable says why, and its query, if it has one, gives a figure. No key
overrides a query, and no claim stops the database from being built.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.tables import computed_once
from scripts.plan.claims import Claims
from scripts.store.errors import StoreError
from scripts.store.missing import fails_on_rows, first_line
from scripts.store.rows import insert

OPEN = "open"
NOT_COMPARABLE = "not comparable"
VERDICTS = (
    "reproduced", "contradicted", "another figure", "depends on settings", OPEN, NOT_COMPARABLE,
)  # fmt: skip
# What a reader cannot know without being told.
EXPLAINED = VERDICTS[2:-1]
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
    sources = [
        (name, of.name, of.url, of.reference, of.set_up, of.differs, of.begun_with)
        for name, of in claims.sources.items()
    ]
    insert(connection, "claim_sources", sources)
    rows = []
    for index, (claim_id, claim) in enumerate(claims.claims.items()):
        query = claims.queries.get(claim_id)
        values = (
            claim_id,
            index,
            claim.source,
            claim.statement,
            claim.in_short,
            claim.published,
            *claim.published_range,
            claim.measure,
            claim.rule,
            claim.differs,
            claim.page,
            claim.owes_nothing,
            claim.not_comparable,
            claim.settles,
            None if query is None else claims.query_file(claim_id),
            query,
        )
        rows.append(values)
    insert(connection, "claims", rows)


def load_verdicts(connection: duckdb.DuckDBPyConnection, verdicts: list[Verdict]) -> None:
    """Fill claim_verdicts."""
    insert(connection, "claim_verdicts", [astuple(verdict) for verdict in verdicts])


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
        with computed_once(connection, "claim_summary"):
            return [
                _decide(connection, claims, name, cells.get(name, [])) for name in claims.claims
            ]


def _decide(
    connection: duckdb.DuckDBPyConnection,
    claims: Claims,
    name: str,
    cells: list[tuple[str, str]],
) -> Verdict:
    query, mismatch = claims.queries.get(name), claims.claims[name].not_comparable
    if mismatch is not None and (query is None or not cells):
        return Verdict(name, NOT_COMPARABLE, reason=mismatch)
    if not cells:
        where = "of this study measures it" if query else "measures it yet"
        return Verdict(name, OPEN, reason=f"no experiment {where}")
    if query is None:
        experiments = ", ".join(sorted({experiment for experiment, _ in cells}))
        reason = f"measured by {experiments}, but no query decides it yet"
        return Verdict(name, OPEN, reason=reason)
    try:
        cursor = connection.execute(query)
        columns = tuple(column[0] for column in cursor.description or [])
        rows = cursor.fetchall()
    except duckdb.Error as error:
        if fails_on_rows(connection, query):
            reason = f"the query failed on this study's rows: {first_line(error)}"
            return Verdict(name, OPEN, reason=reason)
        raise _error(claims, name, first_line(error)) from error
    if columns != COLUMNS:
        raise _error(claims, name, f"must give the columns {', '.join(COLUMNS)} (got {columns})")
    if len(rows) > 1:
        raise _error(claims, name, f"must give one row, or none (got {len(rows)})")
    if not rows:
        return Verdict(name, OPEN, reason=_missing([status for _, status in cells]))
    return _checked(claims, name, rows[0])


def _checked(claims: Claims, name: str, row: tuple[Any, ...]) -> Verdict:
    verdict, value, low, high, unit, reason = row
    value, low, high = (_finite(number) for number in (value, low, high))
    if verdict not in VERDICTS:
        allowed = ", ".join(VERDICTS)
        raise _error(claims, name, f"verdict must be one of {allowed} (got {verdict!r})")
    if verdict in EXPLAINED and not reason:
        raise _error(claims, name, f"the verdict {verdict!r} needs a reason")
    mismatch = claims.claims[name].not_comparable
    if (verdict == NOT_COMPARABLE) != (mismatch is not None):
        raise _error(
            claims,
            name,
            f"{NOT_COMPARABLE!r} is what its query says and what the key not_comparable gives the "
            f"reason for: both, or neither (got {verdict!r})",
        )
    if mismatch is not None:
        reason = f"{mismatch}. Measured: {reason}" if reason else mismatch
    if verdict != OPEN and (value is None or not unit):
        raise _error(claims, name, f"{verdict} without a figure: value and unit must be given")
    return Verdict(name, verdict, value, low, high, unit, reason)


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
