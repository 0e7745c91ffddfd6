"""What threads waited for, from the trace off_cpu."""

from __future__ import annotations

import duckdb
from claim_study import database
from study_rows import Study, phase_row, total_row

from scripts.parse.rows import TraceValue

SECOND = 10**9


def test_waits_are_numbers_of_threads_by_what_they_sleep_in(tmp_path):
    study = Study(tmp_path)
    job = study.job("waits", [("run", "sysbench/oltp_read_write")], {"engine": "mysql-9.7"})
    phase = phase_row(job, 0, 2.0)

    def value(name: str, key: str, number: int) -> TraceValue:
        return TraceValue("off_cpu", phase.begin_ns, phase.end_ns, name, key, number)

    rows = [
        value("@asleep_in_ns", "mysqld,1,202", 3 * SECOND),
        value("@sleeps", "mysqld,1,202", 7),
        value("@asleep_in_ns", "mysqld,0,202", 8 * SECOND),
        value("@asleep_in_ns", "mysqld,1,75", SECOND),
        value("@asleep_in_ns", "mysqld,1,17", SECOND),
        value("@asleep_in_ns", "mysqld,1,0", SECOND),
        value("@asleep_in_ns", "a,b,0,-1", SECOND),
        value("@without_cpu_ns", "mysqld,1", 5 * SECOND),
    ]
    study.write(job, [phase, total_row("run", 100, 2.0), *rows])
    with duckdb.connect(str(database(study, "S1.1", name="waits")), read_only=True) as connection:
        found = connection.execute(
            "SELECT process, serves_client, waits_for, threads_waiting, waits FROM off_cpu"
            " ORDER BY ALL"
        ).fetchall()
    assert found == [
        ("a,b", False, "other", 0.5, None),
        ("mysqld", False, "lock", 4.0, None),
        ("mysqld", True, "CPU", 2.5, None),
        ("mysqld", True, "flush", 0.5, None),
        ("mysqld", True, "lock", 1.5, 7.0),
        ("mysqld", True, "read", 1.0, None),
    ]
