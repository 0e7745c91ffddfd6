"""Claims on counts and times: what decides them, and what must not."""

from __future__ import annotations

import pytest
from claim_study import database, shipped
from study_rows import Study, device_rows, phase_row, total_row

from scripts.parse.rows import EngineCounter, Relation, Statement


@pytest.mark.parametrize(
    ("loaded", "chains", "vacuumed", "verdict", "why"),
    [
        (2.0, 4.0, 2.0, "reproduced", "reproduced"),
        # Fewer pages after VACUUM was "reproduced", though chains cost nothing.
        (4.0, 3.8, 2.0, "reproduced", "contradicted"),
        (None, 4.0, 2.0, "reproduced", "open"),
        (2.0, 2.6, 2.0, "another figure", "reproduced"),
        (2.0, 2.0, 4.0, "contradicted", "open"),
    ],
)
def test_chains_cost_more_than_the_table_as_it_was_loaded(
    tmp_path, loaded, chains, vacuumed, verdict, why
):
    study = Study(tmp_path)
    pages = {"select-loaded": loaded, "select-chains": chains, "select-vacuumed": vacuumed}
    pages = {phase: count for phase, count in pages.items() if count is not None}
    for seed in (1, 2):
        about = {"engine": "postgresql-17", "seed": seed}
        job = study.job("version-chains", [(n, "sysbench/select_only") for n in pages], about)
        rows = []
        for index, (name, count) in enumerate(pages.items()):
            read = int(count * 1000 * (1 + 0.002 * seed)) * 4096
            rows += [phase_row(job, index, 5), total_row(name, 1000, 5)]
            rows += device_rows(name, read_bytes=read)
        study.write(job, rows)
    both = shipped(database(study, "S0.8", "S0.13", name="version-chains"))
    assert (both["S0.8"].verdict, both["S0.13"].verdict) == (verdict, why)
    assert both["S0.8"].value == pytest.approx(chains - vacuumed, rel=0.01)


@pytest.mark.parametrize(
    ("commits", "flushes", "verdict"),
    [
        ("asynchronous", (101, 11), "reproduced"),
        ("asynchronous", (101, 91), "contradicted"),
        ("asynchronous", (100, 30), "open"),
        # Where each commit flushes the log, its flushes hide what the others do.
        ("durable", (101, 11), "open"),
    ],
)
def test_flushes_are_counted_where_commits_flush_no_log(tmp_path, commits, flushes, verdict):
    study = Study(tmp_path)
    for method, count in zip(("O_DIRECT", "O_DIRECT_NO_FSYNC"), flushes, strict=True):
        for latency_us in (20, 2000):
            about = {
                "engine": "mysql-9.7", "method": method, "commits": commits,
                "device.flush_latency_us": latency_us,
            }  # fmt: skip
            job = study.job("flush-methods", [("update", "sysbench/update_only")], about)
            job["device"]["flush_latency_us"] = latency_us
            counts = {"Innodb_data_fsyncs": count, "Innodb_data_writes": 1000}
            counters = [
                EngineCounter("update", "global_status", "", name, 0, n, n)
                for name, n in counts.items()
            ]
            study.write(job, [phase_row(job, 0, 5), total_row("update", 1000, 5), *counters])
    found = shipped(database(study, "S6.1", name="flush-methods"))["S6.1"]
    assert found.verdict == verdict
    if commits == "asynchronous":
        assert found.value == pytest.approx(flushes[1] / flushes[0])


@pytest.mark.parametrize(
    ("engine", "shutdown_s", "verdict"),
    [
        ("mariadb-10.11", (35, 10), "reproduced"),
        # Several times as fast, and not as much as was published.
        ("mariadb-10.11", (15, 10), "another figure"),
        ("mariadb-10.11", (90, 10), "another figure"),
        ("mariadb-10.11", (10, 10), "contradicted"),
        # The published engine decides.
        ("mysql-9.7", (35, 10), "open"),
    ],
)
def test_shutdowns_are_compared_seed_by_seed(tmp_path, engine, shutdown_s, verdict):
    study = Study(tmp_path)
    for method, duration_s in zip(("O_DIRECT", "O_DIRECT_NO_FSYNC"), shutdown_s, strict=True):
        for seed in (1, 2, 3):
            about = {"engine": engine, "method": method, "seed": seed}
            phases = [("update", "sysbench/update_only"), ("shutdown", "stop/clean")]
            job = study.job("shutdown", phases, about)
            # A seed that slows both methods says nothing about their ratio.
            shutdown = phase_row(job, 1, duration_s * seed)
            study.write(job, [phase_row(job, 0, 5), total_row("update", 1000, 5), shutdown])
    found = shipped(database(study, "S12.1", name="shutdown"))["S12.1"]
    assert found.verdict == verdict
    if verdict != "open":
        assert found.value == pytest.approx(shutdown_s[0] / shutdown_s[1])


@pytest.mark.parametrize(
    ("insert_bytes", "update_bytes", "verdict"),
    [
        ((12_000, 10_000), (11_000, 10_000), "reproduced"),
        ((15_000, 10_000), (14_000, 10_000), "another figure"),
        ((10_400, 10_000), (10_000, 10_000), "contradicted"),
        # One kind of commit writes more, the other does not.
        ((12_000, 10_000), (10_000, 10_000), "open"),
    ],
)
def test_bytes_of_transaction_ids_are_those_of_both_kinds_of_commits(
    tmp_path, insert_bytes, update_bytes, verdict
):
    study = Study(tmp_path)
    for side, ids in enumerate(("with", "without")):
        for seed in (1, 2, 3):
            about = {"engine": "mysql-9.7", "ids": ids, "seed": seed}
            phases = [("insert", "sysbench/oltp_insert"), ("update", "sysbench/oltp_update_index")]
            job = study.job("transaction-ids", phases, about)
            rows = []
            for index, (name, written) in enumerate(
                (("insert", insert_bytes[side]), ("update", update_bytes[side]))
            ):
                rows += [phase_row(job, index, 5), total_row(name, 1000, 5)]
                rows += device_rows(name, write_bytes=written * 1000 * seed)
            study.write(job, rows)
    found = shipped(database(study, "S13.1", name="transaction-ids"))["S13.1"]
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("without", "at_128_kib", "verdict"),
    [
        (2.5, 2.2, "reproduced"),
        (1.1, 1.05, "contradicted"),
        (2.5, 1.1, "depends on settings"),
        # Faster at each setting, and less than what was published at one.
        (2.5, 1.5, "another figure"),
        (1.9, 1.3, "another figure"),
        (1.9, 0.9, "open"),
    ],
)
def test_asynchronous_reads_have_to_gain_at_each_setting(tmp_path, without, at_128_kib, verdict):
    study = Study(tmp_path)
    for read_ahead, gain in ((0, without), (128, at_128_kib)):
        for latency_us in (500, 2000):
            for seed in (1, 2, 3):
                for settings, seconds in (("sync", 10 * gain), ("worker", 11), ("io_uring", 10)):
                    about = {
                        "engine": "postgresql-18", "settings": settings, "seed": seed,
                        "device.read_latency_us": latency_us, "device.read_ahead_kb": read_ahead,
                    }  # fmt: skip
                    job = study.job("async-reads", [("scan", "sql/freight")], about)
                    job["device"]["read_latency_us"] = latency_us
                    # What slows a repeat slows all of its scans.
                    phase = phase_row(job, 0, seconds * (1 + 0.01 * seed))
                    ends = (phase.begin_ns, phase.end_ns)
                    text = "SELECT count(*) FROM freight"
                    scan = Statement("scan", 0, text, *ends, 1, None, None, None, None)
                    size = Relation("after", "freight", "table", 64 << 20, 1000, None)
                    study.write(job, [phase, scan, size, *device_rows("scan", read_bytes=9 << 20)])
    found = shipped(database(study, "S7.1", name="async-reads"))["S7.1"]
    assert (found.verdict, found.value) == (verdict, pytest.approx(max(without, at_128_kib)))


def test_updates_per_second_are_compared_by_bandwidth(tmp_path):
    """The query asked for transactions per second, which runs of UPDATEs alone don't have."""
    study = Study(tmp_path)
    for copies, count in (("two", 1000), ("one", 1500)):
        for bandwidth in (32, 125):
            for seed in (1, 2, 3):
                about = {
                    "engine": "mysql-9.7", "copies": copies, "device.bandwidth_mib_s": bandwidth,
                    "seed": seed,
                }  # fmt: skip
                job = study.job("doublewrite", [("update", "sysbench/update_only")], about)
                job["device"] |= {"read_bandwidth_mib_s": bandwidth}
                study.write(job, [phase_row(job, 0, 5), total_row("update", count + seed, 5)])
    found = shipped(database(study, "S14.1", name="doublewrite"))["S14.1"]
    assert found.value == pytest.approx(1.5, rel=0.01)
