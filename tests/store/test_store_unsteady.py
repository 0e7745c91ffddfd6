"""A verdict on rates is refused unless every run of transactions passes the checks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from claim_study import SHIPPED, database
from study_rows import oltp_study

from scripts.store.claims import Verdict
from scripts.store.unsteady import refuse_unsteady

MEASURED = Verdict("S0.1", "reproduced", 1.8, 1.7, 1.9, "×", "At 32 MiB/s")


def with_runs(path: Path, *passes: bool) -> Path:
    """A database with a run of S0.1 for each of `passes`, of 3, 4, ... seconds."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE claim_runs (claim VARCHAR, run_s DOUBLE, is_steady BOOL)")
        for index, is_steady in enumerate(passes):
            connection.execute(
                "INSERT INTO claim_runs VALUES ('S0.1', ?, ?)", [3 + index, is_steady]
            )
    return path


def test_one_run_that_fails_makes_a_claim_undecided(tmp_path):
    [refused] = refuse_unsteady(with_runs(tmp_path / "db", True, False), SHIPPED, [MEASURED])
    reason = (
        "of the 2 runs of its cells that can be checked for steady state, of 3 to 4 s, 1 passes; "
        "its query, which may compare other runs, says reproduced. Measured: At 32 MiB/s"
    )
    assert refused == replace(MEASURED, verdict="undecided", reason=reason)


def test_one_run_is_said_so(tmp_path):
    [refused] = refuse_unsteady(with_runs(tmp_path / "db", False), SHIPPED, [MEASURED])
    assert refused.reason.startswith(
        "of the 1 run of its cells that can be checked for steady state, of 3 s, none passes; "
        "its query, which may compare other runs, says reproduced."
    )


@pytest.mark.parametrize(
    "verdict",
    [replace(MEASURED, verdict="depends on settings"), replace(MEASURED, claim="S0.6")],
)
def test_dependence_and_claims_without_such_runs_stay(tmp_path, verdict):
    assert refuse_unsteady(with_runs(tmp_path / "db", False), SHIPPED, [verdict]) == [verdict]


def test_runs_that_all_pass_carry_a_verdict(tmp_path):
    assert refuse_unsteady(with_runs(tmp_path / "db", True, True), SHIPPED, [MEASURED]) == [
        MEASURED
    ]


def test_claim_may_say_why_it_needs_no_steady_state(tmp_path):
    claims = {"S0.1": SHIPPED.claims["S0.1"].model_copy(update={"any_state": "It is of a swing"})}
    path = with_runs(tmp_path / "db", False)
    assert refuse_unsteady(path, replace(SHIPPED, claims=claims), [MEASURED]) == [MEASURED]


def test_short_runs_are_found_by_the_view(tmp_path):
    path = database(oltp_study(tmp_path), "S0.1")
    [refused] = refuse_unsteady(path, SHIPPED, [replace(MEASURED, reason=None)])
    assert refused.verdict == "undecided"
    assert ", none passes; " in refused.reason
    assert refused.reason.endswith("says reproduced")
