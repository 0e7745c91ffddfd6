"""What the shipped queries make of rows of clients: CPU, commits, payments, TPC-C, bytes."""

from __future__ import annotations

import pytest
from claim_study import database, shipped
from study_rows import Study, device_rows, even_run, interval_row, phase_row, total_row

from scripts.parse.rows import SystemCounter


def read_write_cell(study: Study, engine: str, threads: int, seed: int, cpu_us: float) -> None:
    """A cell of 100 transactions that took the engine `cpu_us` in all."""
    about = {"engine": engine, "threads": threads, "seed": seed}
    job = study.job("concurrency", [("read-write", "sysbench/oltp_read_write")], about)
    job["phases"][0]["threads"] = threads
    used = SystemCounter("read-write", "events_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us)
    study.write(job, [phase_row(job, 0, 1.0), total_row("read-write", 100, 1.0), used])


@pytest.mark.parametrize("mysql", [(2.0, 2.1), (0.5, 0.6)])
def test_cpu_is_counted_with_the_most_clients_of_both_and_decides_nothing(tmp_path, mysql):
    study = Study(tmp_path)
    for engine, million_instructions in (("postgresql-17", (1.0, 1.02)), ("mysql-9.7", mysql)):
        for seed, million in enumerate(million_instructions, 1):
            read_write_cell(study, engine, 24, seed, million * 1e5)
            # Neither one client decides, nor what one of the two was measured with.
            for threads in (1, 48) if engine == "mysql-9.7" else (1,):
                read_write_cell(study, engine, threads, seed, 9e6)
    found = shipped(database(study, "S1.6", name="concurrency"))["S1.6"]
    assert found.verdict == "not comparable"
    assert found.value == pytest.approx(1.01 / (sum(mysql) / 2), rel=0.01)
    assert "with 24 clients a transaction takes PostgreSQL 1.01 and MySQL " in found.reason


@pytest.mark.parametrize(("seeds", "verdict"), [((1, 2), "reproduced"), ((1,), "open")])
def test_a_gain_that_one_seed_measured_reproduces_nothing(tmp_path, seeds, verdict):
    study = Study(tmp_path)
    for engine, gain in (("postgresql-17", 1.5), ("mariadb-11.8", 1.8)):
        for safety, times in (("durable", 1.0), ("asynchronous-commit", gain)):
            for seed in seeds if engine == "postgresql-17" else (1, 2):
                factors = {"engine": engine, "safety": safety, "seed": seed}
                job = study.job("durability", [("write", "sysbench/oltp_write_only")], factors)
                rows = even_run("write", engine, 1000 * times + seed)
                study.write(job, [phase_row(job, 0, 12.0), *rows])
    found = shipped(database(study, "S4.2", name="durability"))["S4.2"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(1.5, abs=0.01)
    assert (found.low is None) == (verdict == "open"), "the interval is of that gain"


@pytest.mark.parametrize(
    ("slow", "fast", "verdict"),
    [
        (1.5, 1.5, "reproduced"),
        (1.5, 1.0, "depends on settings"),
        (1.0, 1.0, "open"),
        (0.5, 0.5, "contradicted"),
    ],
)
def test_asynchronous_commits_may_matter_at_slow_flushes_alone(tmp_path, slow, fast, verdict):
    study = Study(tmp_path)
    for engine in ("postgresql-17", "mysql-9.7"):
        for latency_us, gain in ((20, fast), (2000, slow)):
            for safety, times in (("durable", 1.0), ("asynchronous-commit", gain)):
                for seed in range(1, 6):
                    about = {
                        "engine": engine, "safety": safety, "seed": seed,
                        "device.flush_latency_us": latency_us,
                    }  # fmt: skip
                    phases = [("start", "accident/start"), ("write", "sysbench/oltp_write_only")]
                    job = study.job("durability", phases, about)
                    job["device"]["flush_latency_us"] = latency_us
                    rows = even_run("write", engine, 1000 * times)
                    study.write(job, [phase_row(job, 0, 1), phase_row(job, 1, 12.0), *rows])
    assert shipped(database(study, "S4.2", name="durability"))["S4.2"].verdict == verdict


@pytest.mark.parametrize("mysql", [1.0, 2.0])
def test_payments_compare_engines_as_they_come(tmp_path, mysql):
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
    assert found.verdict == "not comparable"
    assert found.value == pytest.approx(2.5 / mysql, rel=0.01)
    assert f"MariaDB completes {found.value:.2f} times the payments of MySQL" in found.reason
    assert "and 0.83 times without" in found.reason


@pytest.mark.parametrize("mysql", [0.8, 1.3])
def test_tpcc_compares_postgresql_with_mysql(tmp_path, mysql):
    study = Study(tmp_path)
    for engine, speed in (("postgresql-17", 1.0), ("mysql-9.7", mysql)):
        for seed in (1, 2):
            factors = {"engine": engine, "device.bandwidth_mib_s": 256, "seed": seed}
            job = study.job("tpcc", [("run", "sysbench/tpcc")], factors)
            seconds = [interval_row("run", second, 100 * speed) for second in range(1, 13)]
            cpu_us = 1e6 / speed
            used = SystemCounter("run", "events_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us)
            total = total_row("run", 1200 * speed, 12, 10 / speed)
            study.write(job, [phase_row(job, 0, 12), total, used, *seconds])
    found = shipped(database(study, "S1.4", name="tpcc"))["S1.4"]
    assert found.verdict == "not comparable"
    assert found.value == pytest.approx(1 / mysql, rel=0.02)


@pytest.mark.parametrize(
    ("innodb", "verdict"),
    [
        (40_000, "reproduced"),
        (24_000, "another figure"),
        (12_000, "open"),
        (5_000, "contradicted"),
    ],
)
def test_bytes_that_innodb_writes_are_held_against_those_of_myrocks(tmp_path, innodb, verdict):
    """With those that an engine owes at the end of a run: here half of them."""
    study = Study(tmp_path)
    for engine, each in (("mariadb-11.8", innodb), ("myrocks-11.8", 4_000), ("mysql-9.7", 1)):
        for seed in (1, 2):
            phases = [("update", "sysbench/update_only"), ("write-back", "engine/checkpoint")]
            job = study.job("write-amplification", phases, {"engine": engine, "seed": seed})
            rows = [total_row("update", 1000, 10)]
            for index, (name, _) in enumerate(phases):
                rows.append(phase_row(job, index, 10))
                rows += device_rows(name, write_bytes=each * 500 * (100 + seed) // 100)
            study.write(job, rows)
    found = shipped(database(study, "S5.1", name="write-amplification"))["S5.1"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(innodb / 4_000, rel=0.05)
