"""Claims are decided by their queries, and undecided for a reason wherever these can't tell."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from study_rows import (
    Study,
    interval_row,
    oltp_study,
    phase_row,
    scan_cell,
    strategies_cell,
    total_row,
)

from scripts.parse.rows import PlanNode, Relation, SystemCounter
from scripts.plan.claims import CLAIMS_FILE, Claims, load_claims
from scripts.plan.study import ROOT
from scripts.store.__main__ import main
from scripts.store.claims import Verdict, decide

SHIPPED = load_claims(ROOT / CLAIMS_FILE)
ROW = (
    "SELECT 'reproduced' AS verdict, 2.5 AS value, 2 AS low, 3 AS high, 'times' AS unit, "
    "NULL AS reason"
)


def experiment(*claims: str, name: str = "oltp") -> list[dict]:
    return [{"name": name, "title": "T", "question": "Q", "page": "oltp", "claims": list(claims)}]


def database(study: Study, *claims: str, name: str = "oltp") -> Path:
    """The study's database, in which the experiment `name` tests `claims`; none is decided yet."""
    plan = study.plan(experiments=experiment(*claims, name=name))
    out = study.folder / "results.duckdb"
    arguments = ["--rows", str(study.rows), "--plan", str(plan), "--out", str(out), "--partial"]
    assert main(["build", *arguments]) == 0
    return out


def with_query(text: str) -> Claims:
    """The first shipped claim alone, decided by `text`."""
    claims = {"S0.1": SHIPPED.claims["S0.1"]}
    return Claims(CLAIMS_FILE, SHIPPED.sources, claims, {"S0.1": text})


def shipped(path: Path) -> dict[str, Verdict]:
    return {verdict.claim: verdict for verdict in decide(path, SHIPPED)}


def sweep(folder: Path, mariadb: dict[int, float], postgresql: dict[int, float]) -> Study:
    """OLTP with two seeds that are 2 % apart."""
    study = Study(folder)
    for engine, curve in (("mariadb-11.8", mariadb), ("postgresql-17", postgresql)):
        for bandwidth, speed in curve.items():
            for seed in (1, 2):
                factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed}
                job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
                tps = speed * (1 + 0.02 * (seed - 1))
                seconds = [interval_row("run", second, tps) for second in range(1, 13)]
                total = total_row("run", int(tps * 12), 12)
                study.write(job, [phase_row(job, 0, 12), total, *seconds])
    return study


def test_verdict_is_the_row_of_its_query(tmp_path):
    path = database(oltp_study(tmp_path), "S0.1")
    [verdict] = decide(path, with_query(ROW))
    assert verdict == Verdict("S0.1", "reproduced", 2.5, 2.0, 3.0, "times", None)


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
        (ROW.replace("'reproduced'", "'undecided'"), "an undecided verdict needs a reason"),
        (ROW.replace("2.5 AS value", "1e308 * 10 AS value"), "reproduced without a figure"),
    ],
)
def test_query_that_fails_names_its_claim_and_file(tmp_path, query, said):
    path = database(oltp_study(tmp_path), "S0.1")
    with pytest.raises(Exception, match=r"^config/claims/S0.1.sql: claim S0.1: ") as caught:
        decide(path, with_query(query))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_failing_query_leaves_the_old_database(tmp_path, capsys):
    study = oltp_study(tmp_path / "study")
    (tmp_path / "config/claims").mkdir(parents=True)
    (tmp_path / "report").mkdir()
    text = (ROOT / CLAIMS_FILE).read_text().partition("  S0.2:")[0].replace("page: oltp", "")
    (tmp_path / CLAIMS_FILE).write_text(text)
    (tmp_path / "config/claims/S0.1.sql").write_text("SELECT nothing")
    (tmp_path / "db").write_text("the old one")
    plan = study.plan(experiments=experiment("S0.1"))
    arguments = ["build", "--rows", str(study.rows), "--plan", str(plan)]
    arguments += ["--claims", str(tmp_path / CLAIMS_FILE), "--out", str(tmp_path / "db")]
    assert main(arguments) == 1
    assert capsys.readouterr().err.startswith("error: config/claims/S0.1.sql: claim S0.1: ")
    assert (tmp_path / "db").read_text() == "the old one"
    assert not list(tmp_path.glob(".db.new*"))


def test_claim_without_cells_or_query_says_what_is_missing(tmp_path):
    path = database(oltp_study(tmp_path), "S1.6")
    verdicts = shipped(path)
    assert {verdict.verdict for verdict in verdicts.values()} == {"undecided"}
    assert verdicts["S0.1"].reason == "no experiment of this study measures it"
    assert verdicts["S1.1"].reason == SHIPPED.claims["S1.1"].undecided
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


def test_one_bandwidth_and_one_seed_decide_nothing_of_oltp(tmp_path):
    study = sweep(tmp_path, {16: 30}, {16: 20})
    (study.rows / study.jobs[0]["cell_id"] / "rows.json").unlink()
    verdicts = shipped(database(study, *SHIPPED.queries))
    assert {verdict.verdict for verdict in verdicts.values()} == {"undecided"}
    assert all(verdict.reason for verdict in verdicts.values())


SLOW = {4: 10.0, 16: 30.0, 32: 50.0, 256: 120.0}


@pytest.mark.parametrize(
    ("factors", "every", "lead", "sensitive"),
    [
        ((1.8, 1.5, 1.3, 1.1), "reproduced", "reproduced", "reproduced"),
        ((1.8, 1.5, 1.3, 0.5), "reproduced", "reproduced", "reproduced"),
        ((1.8, 1.5, 0.7, 0.5), "contradicted", "reproduced", "reproduced"),
        ((1.2, 1.3, 1.5, 1.8), "reproduced", "contradicted", "contradicted"),
        ((1.0, 1.0, 1.0, 1.0), "undecided", "undecided", "undecided"),
    ],
)
def test_lead_of_mariadb_decides_the_claims_on_it(tmp_path, factors, every, lead, sensitive):
    fast = {b: tps * factor for (b, tps), factor in zip(SLOW.items(), factors, strict=True)}
    verdicts = shipped(database(sweep(tmp_path, fast, SLOW), "S0.1", "S0.2", "S0.3"))
    found = [verdicts[name].verdict for name in ("S0.1", "S0.2", "S0.3")]
    assert found == [every, lead, sensitive]
    assert verdicts["S0.2"].value == pytest.approx(factors[-1] / factors[0])
    assert verdicts["S0.1"].value == pytest.approx(min(factors[:3]))


def test_bandwidth_without_a_result_keeps_every_from_being_reproduced(tmp_path):
    fast = {bandwidth: 2 * tps for bandwidth, tps in SLOW.items()}
    study = sweep(tmp_path, fast, SLOW)
    for job in study.jobs:
        if job["engine"] == "mariadb-11.8" and job["device"]["read_bandwidth_mib_s"] == 32:
            (study.rows / job["cell_id"] / "rows.json").unlink()
    assert shipped(database(study, "S0.1"))["S0.1"].verdict == "undecided"


def test_newest_engine_stands_for_its_family(tmp_path):
    """As a text, 9.7 would come after 18."""
    study = sweep(tmp_path, SLOW, SLOW)
    for engine in ("postgresql-9.6", "postgresql-18"):
        study.job("oltp", [("run", "sysbench/oltp_read_write")], {"engine": engine})
    with duckdb.connect(str(database(study, "S0.1")), read_only=True) as connection:
        found = connection.execute("SELECT engine FROM newest_engines").fetchall()
    assert found == [("mariadb-11.8",), ("postgresql-18",)]


def test_scan_from_memory_is_no_scan_of_the_device(tmp_path):
    """64 MiB in 4 s cold at 16 MiB/s, in 1 s from memory: four times as fast, where they fit."""
    study = Study(tmp_path)
    scan_cell(study, experiment="cached-scans", memory_mib=128)
    scan_cell(study, experiment="cached-scans", memory_mib=32)
    verdicts = shipped(database(study, "S2.1", "S2.3", name="cached-scans"))
    assert (verdicts["S2.3"].verdict, verdicts["S2.3"].value) == ("reproduced", 4)
    assert verdicts["S2.3"].reason == (
        "A table of 0.50 times the memory takes 4.00 s at first and 1.00 s again; of one 2.00 "
        "times as large as the memory, 0 % are read again"
    )
    assert verdicts["S2.1"].reason == "this study's cells don't hold what the claim compares"


@pytest.mark.parametrize(
    ("ahead", "direct", "verdict"),
    [(16.0, 16.0, "reproduced"), (12.0, 16.0, "contradicted"), (8.0, 8.0, "undecided")],
)
def test_strategy_is_judged_where_the_other_reaches_the_device(tmp_path, ahead, direct, verdict):
    study = Study(tmp_path)
    strategies_cell(study, 0, "ext4", {"buffered-8k": 4.0, "direct-1024k-d4": direct})
    strategies_cell(study, 128, "ext4", {"buffered-8k": ahead, "direct-1024k-d4": direct})
    found = shipped(database(study, "S2.2", name="scan-strategies"))["S2.2"]
    assert (found.verdict, found.value) == (verdict, ahead / direct)
    assert found.reason.startswith(
        f"Of 16 MiB/s, blocks of 8 KiB through the page cache reach {ahead / 0.16:.1f} % with the "
        "kernel's readahead and 25.0 % without"
    )


@pytest.mark.parametrize(("xfs_kib", "verdict"), [(64, "reproduced"), (4, "contradicted")])
def test_readahead_is_the_kernel_s_where_both_file_systems_have_it(tmp_path, xfs_kib, verdict):
    study = Study(tmp_path)
    for filesystem, large_kib in (("ext4", 128), ("xfs", xfs_kib)):
        for read_ahead, size_kib in ((0, 4), (128, large_kib)):
            speeds = {"buffered-8k": 16.0}
            strategies_cell(study, read_ahead, filesystem, speeds, size_kib << 10)
    found = shipped(database(study, "S2.4", name="scan-strategies"))["S2.4"]
    assert (found.verdict, found.value) == (verdict, 128 / xfs_kib)


def test_bytes_of_a_row_are_told_and_decide_nothing(tmp_path):
    study = Study(tmp_path)
    for engine, size in (("postgresql-17", 120_000), ("mariadb-11.8", 150_000)):
        job = study.job("cached-scans", [("scan-1", "sql/freight")], {"engine": engine})
        job["dataset"] = {"id": "f", "kind": "freight", "rows": 1000, "file": None, "seed": 1}
        study.write(job, [Relation("before", "faf451", "table", size, 1017, None)])
    found = shipped(database(study, "S2.5", name="cached-scans"))["S2.5"]
    assert (found.verdict, found.value) == ("undecided", 0.8)
    assert found.reason.endswith(
        "postgresql-17 takes 120 bytes a row, mariadb-11.8 takes 150 bytes a row"
    )


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ({8: 0.5, 32: 13.0, 128: 9.0, 512: 5.0}, "reproduced"),
        ({32: 5.0, 128: 9.0, 512: 13.0}, "contradicted"),
        ({32: 13.0, 128: 5.0, 512: 0.5}, "contradicted"),
        ({32: 5.0, 128: 5.0, 512: 5.0}, "undecided"),
    ],
)
def test_query_18_is_judged_by_its_ratios(tmp_path, ratios, verdict):
    """The statistics' rows are written here: what makes them of runs is tested elsewhere."""
    study = Study(tmp_path)
    for engine in ("mariadb-11.8", "postgresql-17"):
        study.job("olap", [("q18", "tpch/q18")], {"engine": engine})
    path = database(study, "S0.6", "S0.7", name="olap")
    with duckdb.connect(str(path)) as connection:
        [(curve,)] = connection.execute("SELECT DISTINCT curve_group FROM cells").fetchall()
        for metric in ("query_s", "read_pages"):
            for bandwidth, ratio in ratios.items():
                about = [curve, bandwidth, metric, ratio]
                connection.execute(
                    "INSERT INTO engine_ratios VALUES (?, 'olap', 'virtual', ?, 'q18', 'tpch/q18', "
                    "?, 'mariadb-11.8', 'postgresql-17', 1, ?, NULL, NULL, 'single')",
                    about,
                )
    verdicts = shipped(path)
    assert (verdicts["S0.6"].verdict, verdicts["S0.6"].value) == (verdict, ratios[32])
    fewer = ratios[512] < 1
    assert verdicts["S0.7"].verdict == ("contradicted" if fewer else "reproduced")


def plan_node(phase: str, query: str, index: int, method: str | None) -> PlanNode:
    """A node that joins by `method`, or joins nothing."""
    nothing = (None, None, None)
    return PlanNode(
        phase, query, index, 0 if index else None, "made", method, *nothing, 1, 9.0, 9.0, 1.0,
        *nothing,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hashed", "verdict"),
    [
        ({"postgresql-17": 3, "mysql-9.7": 0}, "reproduced"),
        ({"postgresql-17": 1, "mysql-9.7": 1}, "contradicted"),
        ({"postgresql-17": 2, "mysql-9.7": 0}, "undecided"),
        ({"postgresql-17": 3}, "undecided"),
    ],
)
def test_join_methods_are_counted_in_plans_that_both_engines_left(tmp_path, hashed, verdict):
    study = Study(tmp_path)
    for engine, count in hashed.items():
        job = study.job("olap-queries", [("q1", "tpch/q1")], {"engine": engine})
        methods = [None] + ["hash"] * count + ["index nested loop"] * (4 - count)
        # MySQL gave up the last two, so that these don't count.
        queries = range(1, 21 if engine == "mysql-9.7" else 23)
        nodes = [
            plan_node(f"q{number}-plan", f"q{number}", index, method)
            for number in queries
            for index, method in enumerate(methods)
        ]
        study.write(job, [phase_row(job, 0, 1), *nodes])
    found = shipped(database(study, "S1.8", name="olap-queries"))["S1.8"]
    assert found.verdict == verdict
    if len(hashed) == 2:
        of_postgresql = hashed["postgresql-17"]
        said = f"in the plans of 20 queries PostgreSQL hashes {20 * of_postgresql} of 80 joins"
        assert said in (found.reason or "")
        assert found.value == 25 * of_postgresql


def read_write_cell(study: Study, engine: str, threads: int, seed: int, cpu_us: float) -> None:
    """A cell of 100 transactions that took the engine `cpu_us` in all."""
    about = {"engine": engine, "threads": threads, "seed": seed}
    job = study.job("concurrency", [("read-write", "sysbench/oltp_read_write")], about)
    job["phases"][0]["threads"] = threads
    used = SystemCounter("read-write", "events_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us)
    study.write(job, [phase_row(job, 0, 1.0), total_row("read-write", 100, 1.0), used])


@pytest.mark.parametrize(
    ("mysql", "verdict"),
    [((2.0, 2.1), "reproduced"), ((0.5, 0.6), "contradicted"), ((0.9, 1.1), "undecided")],
)
def test_cpu_is_judged_with_the_most_clients_of_both(tmp_path, mysql, verdict):
    study = Study(tmp_path)
    for engine, million_instructions in (("postgresql-17", (1.0, 1.02)), ("mysql-9.7", mysql)):
        for seed, million in enumerate(million_instructions, 1):
            read_write_cell(study, engine, 24, seed, million * 1e5)
            # Neither one client decides, nor what one of the two was measured with.
            for threads in (1, 48) if engine == "mysql-9.7" else (1,):
                read_write_cell(study, engine, threads, seed, 9e6)
    found = shipped(database(study, "S1.6", name="concurrency"))["S1.6"]
    assert found.verdict == verdict
    assert found.reason is not None
    assert found.reason.startswith("With 24 clients a transaction takes PostgreSQL 1.01 and MySQL ")


@pytest.mark.parametrize(("seeds", "verdict"), [((1, 2), "reproduced"), ((1,), "undecided")])
def test_a_gain_that_one_seed_measured_reproduces_nothing(tmp_path, seeds, verdict):
    study = Study(tmp_path)
    for engine, gain in (("postgresql-17", 1.2), ("mariadb-11.8", 1.5)):
        for safety, times in (("durable", 1.0), ("asynchronous-commit", gain)):
            for seed in seeds if engine == "postgresql-17" else (1, 2):
                factors = {"engine": engine, "safety": safety, "seed": seed}
                job = study.job("durability", [("write", "sysbench/oltp_write_only")], factors)
                transactions = round(1000 * times) + seed
                study.write(job, [phase_row(job, 0, 1.0), total_row("write", transactions, 1.0)])
    found = shipped(database(study, "S4.2", name="durability"))["S4.2"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(1.2, abs=0.01)
    assert (found.low is None) == (verdict == "undecided"), "the interval is of that gain"


@pytest.mark.parametrize(
    ("mysql", "verdict"), [(1.0, "reproduced"), (2.0, "contradicted"), (1.25, "undecided")]
)
def test_payments_compare_engines_as_they_come(tmp_path, mysql, verdict):
    """MariaDB comes as durable as all are made, so that it has no cells of its own for that."""
    study = Study(tmp_path)
    for engine, durability, speed in (
        ("mariadb-11.8", "equal", 2.5),
        ("mysql-9.7", "equal", 3.0),
        ("mysql-9.7", "own-default", mysql),
    ):
        for seed in (1, 2):
            about = {
                "engine": engine, "deletes": "with-deletes", "durability": durability, "seed": seed
            }  # fmt: skip
            job = study.job("payments", [("pay", "sysbench/payments")], about)
            payments = int(1000 * speed) + seed
            study.write(job, [phase_row(job, 0, 1.0), total_row("pay", payments, 1.0)])
    found = shipped(database(study, "S3.1", name="payments"))["S3.1"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(2.5 / mysql, rel=0.01)
    assert found.reason is not None
    assert found.reason.startswith(f"MariaDB makes {found.value:.2f} times the payments of MySQL")
    assert "and 0.83 times where all are alike" in found.reason


@pytest.mark.parametrize(("mysql", "verdict"), [(0.8, "reproduced"), (1.3, "contradicted")])
def test_tpcc_compares_postgresql_with_mysql(tmp_path, mysql, verdict):
    study = Study(tmp_path)
    for engine, speed in (("postgresql-17", 1.0), ("mysql-9.7", mysql)):
        for seed in (1, 2):
            factors = {"engine": engine, "device.bandwidth_mib_s": 256, "seed": seed}
            job = study.job("tpcc", [("run", "sysbench/tpcc")], factors)
            seconds = [interval_row("run", second, 100 * speed) for second in range(1, 13)]
            cpu_us = 1e6 / speed
            used = SystemCounter("run", "events_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us)
            total = total_row("run", int(1200 * speed) + seed, 12, 10 / speed)
            study.write(job, [phase_row(job, 0, 12), total, used, *seconds])
    found = shipped(database(study, "S1.4", name="tpcc"))["S1.4"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(1 / mysql, rel=0.02)
