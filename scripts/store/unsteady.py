"""Refuses verdicts on rates that no run at steady state supports.

A query decides a claim from the runs that were measured. Whether these stand for more than their
own seconds is asked here, of all claims in the same way: the checks are those of
``sql/views/36_steady.sql``, whose limits were fixed before the first run that they were made for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import duckdb

from scripts.plan.claims import Claims
from scripts.store.claims import UNDECIDED, Verdict
from scripts.store.missing import first_line

REFUSED = ("reproduced", "contradicted")


def refuse_unsteady(database: Path, claims: Claims, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Make verdicts undecided whose claim is measured by a run that fails a check of steady state.

    What the query said stays: its figure, and its verdict in the reason. Verdicts that a claim
    depends on settings stay, as the length of a run is one of them; so do claims that say, with the
    key ``any_state``, why they need no steady state, and claims that no run of transactions
    measures.
    """
    with duckdb.connect(str(database), read_only=True, config={"threads": 1}) as connection:
        try:
            found = connection.execute(
                """
                SELECT claim, count(*), count(*) FILTER (is_steady), min(run_s), max(run_s)
                FROM claim_runs
                GROUP BY claim
                """
            ).fetchall()
        except duckdb.Error as error:
            why = f"the checks of steady state failed on this study's rows: {first_line(error)}"
            return [_undecided(verdict, why) for verdict in verdicts]
    runs = {claim: tuple(rest) for claim, *rest in found}
    return [
        verdict
        if verdict.verdict not in REFUSED
        or verdict.claim not in runs
        or claims.claims[verdict.claim].any_state
        else _refused(verdict, *runs[verdict.claim])
        for verdict in verdicts
    ]


def _refused(verdict: Verdict, runs: int, steady: int, least_s: float, most_s: float) -> Verdict:
    """The verdict, undecided unless all of its runs are at steady state."""
    if steady == runs:
        return verdict
    passing = f"{steady or 'none'} {'passes' if steady < 2 else 'pass'}"
    least, most = f"{least_s:.2g}", f"{most_s:.2g}"
    length = f"{most} s" if least == most else f"{least} to {most} s"
    why = (
        f"of the {runs} run{'s' if runs > 1 else ''} of its cells that can be checked for steady "
        f"state, of {length}, {passing}; its query, which may compare other runs, "
        f"says {verdict.verdict}"
    )
    return _undecided(verdict, why)


def _undecided(verdict: Verdict, why: str) -> Verdict:
    if verdict.verdict not in REFUSED:
        return verdict
    reason = f"{why}. Measured: {verdict.reason}" if verdict.reason else why
    return replace(verdict, verdict=UNDECIDED, reason=reason)
