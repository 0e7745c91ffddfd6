"""Claims on clients and CPUs: decided on the machine with the most CPUs alone."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from claim_study import database, shipped
from study_rows import Study, even_run, phase_row

# By number of clients: transactions per second and the 95th percentile of latency in ms.
Curve = dict[int, tuple[float, float]]
STEADY: Curve = {1: (100, 10.0), 16: (1000, 16.0), 64: (990, 64.0)}
# What one CPU makes is the other way round, and must not count.
ONE_CPU = {"postgresql-17": 900.0, "mysql-9.7": 10.0}
CLAIMS = ("S1.1", "S1.2", "S1.3", "S1.11", "S4.1", "S4.4")


def verdicts(folder: Path, mysql: Curve, postgresql: Curve) -> dict:
    """All verdicts on two engines with these curves."""
    return shipped(database(measured(folder, mysql, postgresql), *CLAIMS, name="scaling"))


def measured(folder: Path, mysql: Curve, postgresql: Curve, *reads: str) -> Study:
    """Two seeds of each, 0.2 % apart; `reads` are workloads that count beside the others."""
    study = Study(folder)
    for engine, curve in (("mysql-9.7", mysql), ("postgresql-17", postgresql)):
        # Accidents change nothing, so that a fall of 5 % shows.
        for seed in (1, 2):
            factors = {"engine": engine, "varied": "accidents", "seed": seed}
            job = study.job("accidents", [("run", "sysbench/oltp_read_write")], factors)
            study.write(job, [phase_row(job, 0, 12.0), *even_run("run", engine, 100)])
        for threads, (tps, p95_ms) in curve.items():
            for seed in (1, 2):
                own = tps * (1 + 0.002 * seed)
                cell(study, engine, 8, threads, seed, own, p95_ms, *reads)
                cell(study, engine, 1, threads, seed, ONE_CPU[engine], 1.0, *reads)
    return study


def cell(
    study: Study,
    engine: str,
    cpus: int,
    threads: int,
    seed: int,
    tps: float,
    p95_ms: float,
    *reads: str,
) -> None:
    """A cell of point SELECTs and transactions, each with this throughput, for twelve seconds."""
    about = {"engine": engine, "cpus": cpus, "threads": threads, "seed": seed}
    phases = [("select", "sysbench/oltp_point_select"), ("read-write", "sysbench/oltp_read_write")]
    phases += [(name, f"sysbench/{name}") for name in reads]
    job = study.job("scaling", phases, about)
    job["cpus"] = cpus
    rows = []
    for index, (name, _) in enumerate(phases):
        job["phases"][index]["threads"] = threads
        rows += [phase_row(job, index, 12.0), *even_run(name, engine, tps, p95=p95_ms)]
    study.write(job, rows)


@pytest.mark.parametrize(
    ("peak", "verdict"), [(1200, "reproduced"), (800, "contradicted"), (1000, "open")]
)
def test_peaks_are_compared_whatever_their_clients(tmp_path, peak, verdict):
    mysql = {1: (100, 10.0), 16: (peak, 10.0), 64: (700, 10.0)}
    postgresql = {1: (100, 10.0), 16: (900, 10.0), 64: (1000, 10.0)}
    found = verdicts(tmp_path, mysql, postgresql)["S1.1"]
    assert (found.verdict, found.value) == (verdict, pytest.approx(peak / 1000, rel=0.01))
    assert found.reason.startswith(
        "The peaks of MySQL and of PostgreSQL are with 8 CPUs, 16 and 64 clients"
    )


@pytest.mark.parametrize(
    ("mysql", "postgresql", "falls", "holds"),
    [
        (800, 990, "reproduced", "reproduced"),
        (990, 800, "contradicted", "contradicted"),
        (950, 950, "open", "open"),
    ],
)
def test_an_engine_that_falls_makes_less_than_its_peak(tmp_path, mysql, postgresql, falls, holds):
    curves = [STEADY | {64: (last, 64.0)} for last in (mysql, postgresql)]
    found = verdicts(tmp_path, *curves)
    assert (found["S1.2"].verdict, found["S1.11"].verdict) == (falls, holds)
    assert found["S1.2"].value == pytest.approx(mysql / 1000, rel=0.01)


def test_nothing_is_known_beyond_a_peak_at_the_most_clients(tmp_path):
    """MySQL grew up to the most clients, and had "contradicted" that it falls beyond its peak."""
    found = verdicts(tmp_path, STEADY | {64: (1200, 64.0)}, STEADY)["S1.2"]
    assert (found.verdict, found.value) == ("open", 1)


@pytest.mark.parametrize(
    ("first_ms", "last_ms", "verdict"),
    [(5.0, 90.0, "reproduced"), (5.0, 20.0, "contradicted"), (15.0, 900.0, "contradicted")],
)
def test_latency_is_judged_with_one_client_and_by_its_growth(tmp_path, first_ms, last_ms, verdict):
    mysql = {1: (100, first_ms), 64: (900, last_ms)}
    found = verdicts(tmp_path, mysql, STEADY)["S1.3"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(last_ms / first_ms / 6.4)


@pytest.mark.parametrize(
    ("tps", "verdict"), [(1100, "reproduced"), (1400, "contradicted"), (1250, "open")]
)
def test_selects_are_alike_if_within_a_quarter(tmp_path, tps, verdict):
    """SELECTs that were alike reproduced what is claimed of read-only transactions, too."""
    curves = (STEADY | {16: (tps, 16.0)}, STEADY)
    found = verdicts(tmp_path / "alone", *curves)
    assert (found["S4.1"].verdict, found["S4.1"].value) == (
        verdict,
        pytest.approx(tps / 1000, rel=0.01),
    )
    assert (found["S4.4"].verdict, found["S4.4"].value) == ("open", None)
    study = measured(tmp_path / "both", *curves, "oltp_read_only")
    assert shipped(database(study, *CLAIMS, name="scaling"))["S4.4"].verdict == verdict


def test_bandwidth_per_cpu_speed_is_that_of_all_cpus(tmp_path):
    path = database(measured(tmp_path, STEADY, STEADY), *CLAIMS, name="scaling")
    with duckdb.connect(str(path), read_only=True) as connection:
        found = connection.execute(
            "SELECT DISTINCT cpus, read_bandwidth_mib_s / bandwidth_mib_s_per_gips "
            "FROM cell_settings ORDER BY cpus"
        ).fetchall()
    assert found == [(1, 1.0), (8, 8.0)]
