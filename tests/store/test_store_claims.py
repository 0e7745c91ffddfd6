"""Claims are decided by their queries, and undecided for a reason wherever these can't decide."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pytest
from claim_study import SHIPPED, database, experiment, shipped
from study_rows import oltp_study

from scripts.plan.claims import CLAIMS_FILE, Claims
from scripts.plan.study import ROOT
from scripts.store.__main__ import main
from scripts.store.claims import Verdict, decide

ROW = (
    "SELECT 'reproduced' AS verdict, 2.5 AS value, 2 AS low, 3 AS high, 'times' AS unit, "
    "NULL AS reason"
)


def with_query(text: str) -> Claims:
    """The first shipped claim alone, decided by `text`."""
    claims = {"S0.1": SHIPPED.claims["S0.1"].model_copy(update={"held": None})}
    return Claims(CLAIMS_FILE, SHIPPED.sources, claims, {"S0.1": text})


def test_verdict_is_the_row_of_its_query(tmp_path):
    path = database(oltp_study(tmp_path), "S0.1")
    [verdict] = decide(path, with_query(ROW))
    assert verdict == Verdict("S0.1", "reproduced", 2.5, 2.0, 3.0, "times", None)


@pytest.mark.parametrize(
    ("said", "reason"),
    [("NULL", "Too short"), ("'It is ahead'", "Too short. Measured: It is ahead")],
)
def test_held_claim_is_undecided_with_its_figure(tmp_path, said, reason):
    path = database(oltp_study(tmp_path), "S0.1")
    claims = with_query(ROW.replace("NULL AS reason", f"{said} AS reason"))
    held = {"S0.1": claims.claims["S0.1"].model_copy(update={"held": "Too short"})}
    [verdict] = decide(path, replace(claims, claims=held))
    assert verdict == Verdict("S0.1", "undecided", 2.5, 2.0, 3.0, "times", reason)


def test_claim_that_is_held_and_not_measured_says_what_is_missing(tmp_path):
    path = database(oltp_study(tmp_path), "S0.1")
    claims = with_query(f"{ROW} WHERE false")
    held = {"S0.1": claims.claims["S0.1"].model_copy(update={"held": "Too short"})}
    [verdict] = decide(path, replace(claims, claims=held))
    assert verdict.verdict == "undecided"
    assert verdict.value is None
    assert verdict.reason == "this study's cells don't hold what the claim compares"


def test_claims_and_verdicts_are_in_the_database(tmp_path):
    study = oltp_study(tmp_path)
    plan = study.plan(experiments=experiment("S0.1", "S1.1"))
    arguments = ["build", "--rows", str(study.rows), "--plan", str(plan)]
    arguments += ["--claims", str(ROOT / CLAIMS_FILE), "--out", str(tmp_path / "db")]
    assert main(arguments) == 0
    with duckdb.connect(str(tmp_path / "db"), read_only=True) as connection:
        ids = connection.execute("SELECT claim FROM claims ORDER BY claim_index").fetchall()
        judged = connection.execute("SELECT claim FROM claim_verdicts").fetchall()
        query = connection.execute("SELECT query FROM claims WHERE claim = 'S0.1'").fetchone()
        cells = connection.execute("SELECT count(*) FROM claim_cells GROUP BY claim").fetchall()
    assert ids == judged == [(name,) for name in SHIPPED.claims]
    assert query == (SHIPPED.queries["S0.1"],)
    assert cells == [(12,), (12,)]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT nothing", "Binder Error"),
        ("SELEC 1", "Parser Error"),
        ("DELETE FROM cells", "read-only"),
        ("SELECT * FROM read_csv('/etc/passwd')", "disabled"),
        ("SELECT 'reproduced' AS verdict", "must give the columns verdict, value, low, high"),
        (f"{ROW} FROM range(2)", "must give one row, or none (got 2)"),
        (ROW.replace("'reproduced'", "'true'"), "verdict must be one of reproduced, contradicted"),
        (ROW.replace("'reproduced'", "'undecided'"), "the verdict 'undecided' needs a reason"),
        (ROW.replace("2.5 AS value", "1e308 * 10 AS value"), "reproduced without a figure"),
    ],
)
def test_query_that_fails_names_its_claim_and_file(tmp_path, query, said):
    path = database(oltp_study(tmp_path), "S0.1")
    with pytest.raises(Exception, match=r"^sql/claims/S0.1.sql: claim S0.1: ") as caught:
        decide(path, with_query(query))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_failing_query_leaves_the_old_database(tmp_path, capsys):
    study = oltp_study(tmp_path / "study")
    (tmp_path / "sql/claims").mkdir(parents=True)
    (tmp_path / "config").mkdir()
    (tmp_path / "report").mkdir()
    text = (ROOT / CLAIMS_FILE).read_text().partition("  S0.2:")[0].replace("page: oltp", "")
    (tmp_path / CLAIMS_FILE).write_text(text)
    (tmp_path / "sql/claims/S0.1.sql").write_text("SELECT nothing")
    (tmp_path / "db").write_text("the old one")
    plan = study.plan(experiments=experiment("S0.1"))
    arguments = ["build", "--rows", str(study.rows), "--plan", str(plan)]
    arguments += ["--claims", str(tmp_path / CLAIMS_FILE), "--out", str(tmp_path / "db")]
    assert main(arguments) == 1
    assert capsys.readouterr().err.startswith("error: sql/claims/S0.1.sql: claim S0.1: ")
    assert (tmp_path / "db").read_text() == "the old one"
    assert not list(tmp_path.glob(".db.new*"))


def test_claim_without_cells_or_query_says_what_is_missing(tmp_path):
    path = database(oltp_study(tmp_path), "S1.6")
    verdicts = shipped(path)
    unknown = {"S1.1": SHIPPED.claims["S1.1"].model_copy(update={"undecided": "Nobody knows"})}
    [verdict] = decide(path, Claims(CLAIMS_FILE, SHIPPED.sources, unknown, {}))
    assert verdict.reason == "Nobody knows"
    assert {verdict.verdict for verdict in verdicts.values()} == {"undecided"}
    assert verdicts["S0.1"].reason == "no experiment of this study measures it"
    queries = {name: query for name, query in SHIPPED.queries.items() if name != "S1.6"}
    without = Claims(CLAIMS_FILE, SHIPPED.sources, SHIPPED.claims, queries)
    reasons = {verdict.claim: verdict.reason for verdict in decide(path, without)}
    assert reasons["S1.6"] == "measured by oltp, but no query decides it yet"
    path = database(oltp_study(tmp_path / "other"), "S0.1")
    reasons = {verdict.claim: verdict.reason for verdict in decide(path, without)}
    assert reasons["S1.6"] == "no experiment measures it yet"


def test_every_shipped_query_stands_a_study_without_results(tmp_path):
    """All cells planned and none run: each query gives no row, and the reason says so."""
    study = oltp_study(tmp_path)
    for job in study.jobs:
        (study.rows / job["cell_id"] / "rows.json").unlink()
    verdicts = shipped(database(study, *SHIPPED.queries))
    for name in SHIPPED.queries:
        assert verdicts[name].verdict == "undecided"
        assert verdicts[name].reason == "12 of the 12 cells that measure it did not finish", name
