"""What becomes of a claim's ratios with another CPU time: the queries in sql/claims/cpu_time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from scripts.plan.claims import CLAIMS_FILE, Claims, load_claims
from scripts.store.build import create_schema
from scripts.store.claim_cpu_time import load_cpu_time_ratios
from scripts.store.errors import StoreError

SHIPPED = load_claims(Path(__file__).parents[2] / CLAIMS_FILE)
# In place of cells: one machine, one lab, and the newest engines.
STAND_INS = {
    "newest_engines": "SELECT 'mine' AS experiment, '' AS engine_family, '' AS engine WHERE false",
    "claim_labs": "SELECT 'tpcc' AS experiment, 'virtual' AS lab",
    "curve_speed": "SELECT 'c' AS curve_group, 'virtual' AS lab, 1.0 AS gips",
    "cell_settings": "SELECT 'c' AS curve_group, 'virtual' AS lab, 1 AS cpus,"
    " 20 AS read_latency_us",
}


def _said(
    ratio: float,
    change: float,
    *,
    experiment: str,
    phase: str,
    pair: tuple[str, str],
    share: float = 1.0,
) -> Any:
    """The claims' rows if a ratio of the pair is that, and changes at most that many times."""
    connection = duckdb.connect()
    create_schema(connection)
    engines = " UNION ALL ".join(
        f"SELECT '{experiment}' AS experiment, '{family}' AS engine_family, '{engine}' AS engine"
        for family, engine in ((each.split("-")[0], each) for each in pair)
    )
    stand_ins = STAND_INS | {
        "newest_engines": engines,
        "claim_labs": f"SELECT '{experiment}' AS experiment, 'virtual' AS lab",
    }
    for name, text in stand_ins.items():
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS {text}")
    about = ["c", experiment, "virtual", 64.0]
    connection.execute(
        "INSERT INTO engine_ratios VALUES (?, ?, ?, ?, 64, ?, 'w', 'tps', ?, ?, 2, ?, ?, ?,"
        " 'pooled-t')",
        [*about, phase, *pair, ratio, ratio * 0.99, ratio * 1.01],
    )
    for factor, changed in ((0.77, ratio / change), (1.3, ratio * change)):
        connection.execute(
            "INSERT INTO cpu_time_ratios VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [*about, phase, *pair, pair[0], factor, changed, changed * 0.99, changed * 1.01, share],
        )
    load_cpu_time_ratios(connection, SHIPPED)
    return dict(connection.execute("FROM claim_cpu_time").fetchall())


TPCC: dict[str, Any] = {
    "experiment": "tpcc",
    "phase": "run",
    "pair": ("mysql-9.7", "postgresql-17"),
}
SELECTS: dict[str, Any] = {
    "experiment": "scaling",
    "phase": "select",
    "pair": ("mysql-9.7", "postgresql-17"),
}


def test_a_ratio_is_the_claims_way_round_and_leaves_its_side() -> None:
    of = _said(0.8, 1.3, **TPCC)["S1.4"]
    assert (of["settled"], of["uncomputed"], of["remaining"]) == (1, 0, 0)
    assert of["ratio"] == pytest.approx(1.25)
    assert (of["ratio_least"], of["ratio_most"]) == pytest.approx((1.25 / 1.3, 1.25 * 1.3))
    assert _said(0.7, 1.3, **TPCC)["S1.4"]["remaining"] == 1


def test_a_model_that_is_a_quarter_off_computes_nothing() -> None:
    of = _said(0.8, 1.01, share=1.3, **TPCC)["S1.4"]
    assert (of["settled"], of["uncomputed"], of["remaining"]) == (1, 1, 0)


def test_alike_is_between_two_bounds() -> None:
    assert _said(0.9, 1.05, **SELECTS)["S4.1"]["remaining"] == 1
    assert _said(0.9, 1.3, **SELECTS)["S4.1"]["remaining"] == 0


def test_a_query_that_selects_something_else_names_its_file() -> None:
    connection = duckdb.connect()
    create_schema(connection)
    claims = Claims(CLAIMS_FILE, cpu_time_queries={"S0.1": "SELECT 1 AS price;"})
    with pytest.raises(StoreError, match=r"sql/claims/cpu_time/S0\.1\.sql: claim S0\.1: .*price"):
        load_cpu_time_ratios(connection, claims)


def test_every_claim_that_compares_transactions_is_recomputed_or_says_why_not() -> None:
    compared = {name for name, query in SHIPPED.queries.items() if "'tps'" in query}
    said = {name for name, claim in SHIPPED.claims.items() if claim.not_recomputed}
    assert compared <= said | set(SHIPPED.cpu_time_queries)
