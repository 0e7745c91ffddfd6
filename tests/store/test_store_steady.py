"""Runs at steady state: what they leave to be collected counts, at the price that was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from study_rows import (
    BEGIN_NS,
    SECOND_NS,
    Study,
    database,
    device_rows,
    interval_row,
    phase_row,
    rows,
    total_row,
)

from scripts.parse.rows import DeviceSample, EngineCounter

SECONDS = 40
TRANSACTIONS = 4000
RUN_BYTES = 4_000_000
POSTGRESQL = ("pg_stat_user_tables", "public/sbtest1", "n_tup_upd", "n_dead_tup")
INNODB = ("global_status", "", "Handler_update")


def counter(phase: str, source: str, row: str, name: str, delta: float) -> EngineCounter:
    return EngineCounter(phase, source, row, name, 0.0, delta, delta)


def versions(phase: str, engine: str, made: int, left: int) -> list[EngineCounter]:
    """An engine's counters of a phase that made old versions and left some."""
    if engine.startswith("postgresql"):
        source, row, makes, leaves = POSTGRESQL
        return [counter(phase, source, row, makes, made), counter(phase, source, row, leaves, left)]
    source, row, makes = INNODB
    purged = counter(phase, "innodb_metrics", "", "purge_del_mark_records", made - left)
    return [counter(phase, source, row, makes, made), purged]


def steady_run(study: Study, engine: str, made: int, left: int | None) -> None:
    """A run of 4,000 transactions that passes all other checks."""
    job = study.job("steady", [("run", "sysbench/oltp_read_write")], {"engine": engine})
    each = RUN_BYTES // 2 // SECONDS
    samples = [
        DeviceSample("run", BEGIN_NS + t * SECOND_NS, f"{side}_bytes", t * each)
        for t in range(SECONDS + 1)
        for side in ("read", "write")
    ]
    speeds = [interval_row("run", t, TRANSACTIONS / SECONDS) for t in range(1, SECONDS + 1)]
    bytes_moved = device_rows("run", read_bytes=RUN_BYTES // 2, write_bytes=RUN_BYTES // 2)
    study.write(
        job,
        [
            phase_row(job, 0, SECONDS),
            total_row("run", TRANSACTIONS, SECONDS),
            *speeds,
            *samples,
            *bytes_moved,
            *([] if left is None else versions("run", engine, made, left)),
        ],
    )


def collection(study: Study, engine: str, left: int, moved_bytes: int) -> None:
    """A thousand transactions of three old versions each, and what collecting the rest moves."""
    loads = [
        ("age", "sysbench/oltp_write_only"),
        ("begin", "engine/checkpoint"),
        ("restart", "engine/restart"),
        ("collect", "engine/vacuum"),
        ("write-back", "engine/checkpoint"),
    ]
    job = study.job("vacuum-cost", loads, {"engine": engine})
    shares = {"begin": 0.1, "restart": 0.1, "collect": 0.5, "write-back": 0.3}
    cell = [
        *(phase_row(job, index, 10) for index in range(len(loads))),
        total_row("age", 1000, 10),
        *versions("age", engine, 3000, left),
    ]
    for name, _ in loads:
        share = round(moved_bytes * shares.get(name, 9) / 2)
        cell += device_rows(name, read_bytes=share, write_bytes=share)
    study.write(job, cell)


def is_refused(path: Path, engine: str, made: int, left: int | None, price: int | None) -> bool:
    """Whether the check of old versions fails, with a price in bytes for each."""
    study = Study(path)
    steady_run(study, engine, made, left)
    if price is not None:
        collection(study, engine, 3000, 3000 * price)
    query = "SELECT failed_checks FROM steady_checks WHERE phase = 'run'"
    [(checks,)] = rows(database(study), query)
    return "old versions" in checks


def test_collecting_is_shared_among_what_was_left(tmp_path):
    study = Study(tmp_path)
    collection(study, "postgresql-17", 2000, 600_000)
    query = """
        SELECT engine, runs, changes_per_transaction, old_versions_per_transaction,
            collection_bytes_per_transaction, collection_bytes_per_change,
            collection_bytes_per_old_version
        FROM collection_costs
    """
    assert rows(database(study), query) == [("postgresql-17", 1, 3, 2, 600, 200, 300)]


def test_where_nothing_is_left_an_old_version_has_no_price(tmp_path):
    study = Study(tmp_path)
    collection(study, "mariadb-11.8", 0, 600_000)
    query = """
        SELECT old_versions_per_transaction, collection_bytes_per_old_version
        FROM collection_costs
    """
    assert rows(database(study), query) == [(0, None)]


@pytest.mark.parametrize("engine", ["postgresql-17", "mariadb-11.8"])
@pytest.mark.parametrize(
    ("left", "price", "fails"),
    [
        # 12,000 at 20 bytes are 6 % of the run's 4,000,000, at 16 they are 4.8 %.
        (12000, 20, True),
        (12000, 16, False),
        # Without a price 5 % of the versions made may be left.
        (612, None, True),
        (588, None, False),
        (-100, None, False),
        # What can't be told counts as failed.
        (None, 16, True),
        (None, None, True),
    ],
)
def test_what_is_left_decides_the_check(tmp_path, engine, left, price, fails):
    assert is_refused(tmp_path, engine, 12000, left, price) == fails


@pytest.mark.parametrize(
    ("waiting", "bound"),
    [(0, 0), (10, 30), (4000, 12_000), (9000, 12_000), (None, None)],
)
def test_mysql_tells_transactions_whose_versions_wait(
    tmp_path: Path, waiting: int | None, bound: float | None
) -> None:
    """What it does not tell is at most what those hold: each as much as the mean of all."""
    study = Study(tmp_path)
    job = study.job("steady", [("run", "sysbench/oltp_read_write")], {"engine": "mysql-9.7"})
    cell = [
        phase_row(job, 0, SECONDS),
        total_row("run", TRANSACTIONS, SECONDS),
        counter("run", *INNODB, 3 * TRANSACTIONS),
    ]
    if waiting is not None:
        cell.append(
            EngineCounter(
                "run", "innodb_metrics", "", "trx_rseg_history_len", 700.0, waiting, waiting - 700.0
            )
        )
    study.write(job, cell)
    query = "SELECT old_versions_made, old_versions_left FROM old_versions WHERE phase = 'run'"
    assert rows(database(study), query) == [(3 * TRANSACTIONS, bound)]
