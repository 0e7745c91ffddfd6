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
from scripts.store.errors import StoreError

ROW = (
    "SELECT 'reproduced' AS verdict, 2.5 AS value, 2 AS low, 3 AS high, 'times' AS unit, "
    "NULL AS reason"
)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A study's database, which queries can only read."""
    return database(oltp_study(tmp_path_factory.mktemp("measured")), "S0.1")


def with_query(text: str) -> Claims:
    """The first shipped claim alone, decided by `text`."""
    claims = {"S0.1": SHIPPED.claims["S0.1"].model_copy(update={"owes_nothing": "A count"})}
    return Claims(CLAIMS_FILE, SHIPPED.sources, claims, {"S0.1": text})


def test_verdict_is_the_row_of_its_query(measured):
    [verdict] = decide(measured, with_query(ROW))
    assert verdict == Verdict("S0.1", "reproduced", 2.5, 2.0, 3.0, "times", None)


def declared(query: str, why: str | None) -> Claims:
    """The first shipped claim, decided by `query` and declared not comparable for this reason."""
    claims = with_query(query)
    mismatch = {"S0.1": claims.claims["S0.1"].model_copy(update={"not_comparable": why})}
    return replace(claims, claims=mismatch)


FIGURE = ROW.replace("'reproduced'", "'not comparable'")


@pytest.mark.parametrize(
    ("said", "reason"),
    [("NULL", "One core"), ("'It is ahead'", "One core. Measured: It is ahead")],
)
def test_claim_that_is_not_comparable_has_its_figure(measured, said, reason):
    query = FIGURE.replace("NULL AS reason", f"{said} AS reason")
    [verdict] = decide(measured, declared(query, "One core"))
    assert verdict == Verdict("S0.1", "not comparable", 2.5, 2.0, 3.0, "times", reason)


@pytest.mark.parametrize(("query", "why"), [(ROW, "One core"), (FIGURE, None)])
def test_nothing_overrides_a_query(measured, query, why):
    """A hand took verdicts away that queries had given."""
    with pytest.raises(StoreError, match="not_comparable gives the reason for: both, or neither"):
        decide(measured, declared(query, why))


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
        (ROW.replace("'reproduced'", "'open'"), "the verdict 'open' needs a reason"),
        (ROW.replace("2.5 AS value", "1e308 * 10 AS value"), "reproduced without a figure"),
    ],
)
def test_query_that_fails_names_its_claim_and_file(measured, query, said):
    with pytest.raises(Exception, match=r"^sql/claims/S0.1.sql: claim S0.1: ") as caught:
        decide(measured, with_query(query))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_failing_query_leaves_the_old_database(tmp_path, capsys):
    study = oltp_study(tmp_path / "study")
    (tmp_path / "sql/claims").mkdir(parents=True)
    (tmp_path / "config").mkdir()
    (tmp_path / "report").mkdir()
    text = (
        (ROOT / CLAIMS_FILE)
        .read_text()
        .partition("  S0.2:")[0]
        .replace("page: oltp", "owes_nothing: A count")
    )
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
    path = database(oltp_study(tmp_path), "S1.5")
    verdicts = shipped(path)
    unknown = {"S1.1": SHIPPED.claims["S1.1"].model_copy(update={"not_comparable": "Nobody knows"})}
    [verdict] = decide(path, Claims(CLAIMS_FILE, SHIPPED.sources, unknown, {}))
    assert verdict.reason == "Nobody knows"
    for name, verdict in verdicts.items():
        expected = "not comparable" if SHIPPED.claims[name].not_comparable else "open"
        assert verdict.verdict == expected, name
    assert verdicts["S0.1"].reason == "no experiment of this study measures it"
    queries = {name: query for name, query in SHIPPED.queries.items() if name != "S1.5"}
    without = Claims(CLAIMS_FILE, SHIPPED.sources, SHIPPED.claims, queries)
    reasons = {verdict.claim: verdict.reason for verdict in decide(path, without)}
    assert reasons["S1.5"] == "measured by oltp, but no query decides it yet"
    path = database(oltp_study(tmp_path / "other"), "S0.1")
    reasons = {verdict.claim: verdict.reason for verdict in decide(path, without)}
    assert reasons["S1.5"] == "no experiment measures it yet"


def test_every_shipped_query_stands_a_study_without_results(tmp_path):
    """All cells planned and none run: each query gives no row, and the reason says so."""
    study = oltp_study(tmp_path)
    for job in study.jobs:
        (study.rows / job["cell_id"] / "rows.json").unlink()
    verdicts = shipped(database(study, *SHIPPED.queries))
    for name in SHIPPED.compared:
        assert verdicts[name].verdict == "open"
        assert verdicts[name].reason == "12 of the 12 cells that measure it did not finish", name
