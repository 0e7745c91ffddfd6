"""HammerDB's results, joined to what was set and to what the device did."""

from __future__ import annotations

from pathlib import Path

import pytest
from study_rows import Study, device_rows, phase_row
from test_store_views import database, rows

from scripts.parse.rows import HammerdbQuery, HammerdbQuerySet, HammerdbRun, HammerdbTiming

FIGURES = (1.0, 2.0, 9.0, 200.0, 8.0, 6.0, 4.0, 2.0, 1.5, 0.5, 40.0)


@pytest.fixture
def found(tmp_path: Path):
    """A database with one cell of HammerDB."""
    study = Study(tmp_path)
    factors = {"engine": "mariadb-11.8", "device.bandwidth_mib_s": 32, "seed": 2}
    data = {"id": "d", "kind": "hammerdb", "warehouses": 8}
    job = study.job("hammerdb", [("run", "hammerdb/tprocc")], factors, dataset=data)
    result = HammerdbRun(
        "run", "6.0", "6B00", "MariaDB", "11.8.3", 8, 1, 2, 5984, 14213, failed_procedures=3
    )
    timings = [HammerdbTiming("run", user, "NEWORD", 9e4, 100, *FIGURES) for user in (2, None)]
    device = device_rows("run", read_bytes=4096 * 1000, write_bytes=4096 * 500, busy_ns=10**11)
    study.write(job, [phase_row(job, 0, 200), result, *timings, *device])
    return database(study)


def test_result_stands_beside_settings_and_device(found) -> None:
    query = """
        SELECT engine_family, bandwidth_mib_s, seed, warehouses, virtual_users, duration_min,
            new_orders_per_min, transactions_per_min, failed_procedures, read_pages_per_s,
            write_pages_per_s, busy_share, hammerdb_version
        FROM hammerdb_results
    """
    assert rows(found, query) == [("mariadb", 32, 2, 8, 8, 2, 5984, 14213, 3, 5.0, 2.5, 0.5, "6.0")]


def test_latencies_are_those_of_all_users_together(found) -> None:
    query = """
        SELECT procedure, calls, latency_ms_avg, latency_ms_p95, elapsed_percent
        FROM hammerdb_latencies
    """
    assert rows(found, query) == [("NEWORD", 100, 2.0, 6.0, 40.0)]


@pytest.fixture
def queried(tmp_path: Path):
    """A database with one cell of TPROC-H: two virtual users, a query set each."""
    study = Study(tmp_path)
    factors = {"engine": "postgresql-17", "device.bandwidth_mib_s": 128, "seed": 1}
    data = {"id": "d", "kind": "hammerdb", "benchmark": "tproch", "scale_factor": 10}
    job = study.job("tproch", [("queries", "hammerdb/tproch")], factors, dataset=data)
    run = ("queries", "6.0", "6B00", "PostgreSQL", "17.6", 2)
    sets = [
        HammerdbQuerySet(*run, user, 1, elapsed_s, queries, mean_s)
        for user, elapsed_s, queries, mean_s in ((1, 278, 22, 6.82555), (2, 301, 21, 7.5))
    ]
    queries = [
        HammerdbQuery("queries", user, 1, position, query, elapsed_s)
        for user, position, query, elapsed_s in (
            (1, 1, 21, 5.485),
            (1, 2, 3, 2.953),
            (2, 1, 6, 3.0),
        )
    ]
    device = device_rows("queries", read_bytes=2**30, write_bytes=2**20, busy_ns=10**11)
    study.write(job, [phase_row(job, 0, 400), *sets, *queries, *device])
    return database(study)


def test_query_sets_stand_beside_settings_and_device(queried) -> None:
    query = """
        SELECT engine_family, bandwidth_mib_s, scale_factor, virtual_users, virtual_user, query_set,
            elapsed_s, queries_with_rows, query_s_geometric_mean, phase_read_mib, phase_write_mib,
            phase_busy_share, hammerdb_version
        FROM tproch_query_sets
    """
    assert rows(queried, query) == [
        ("postgresql", 128, 10, 2, 1, 1, 278, 22, 6.82555, 1024.0, 1.0, 0.25, "6.0"),
        ("postgresql", 128, 10, 2, 2, 1, 301, 21, 7.5, 1024.0, 1.0, 0.25, "6.0"),
    ]


def test_queries_are_in_the_order_they_ran_in(queried) -> None:
    found = rows(queried, "SELECT virtual_user, position, query, elapsed_s FROM tproch_queries")
    assert found == [(1, 1, 21, 5.485), (1, 2, 3, 2.953), (2, 1, 6, 3.0)]
