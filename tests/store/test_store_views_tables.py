"""What scans, UPDATEs and old versions cost, of cells whose answers are known."""

from __future__ import annotations

import dataclasses
import json

from study_rows import (
    Study,
    database,
    device_rows,
    phase_row,
    rows,
    scan_cell,
    strategies_cell,
    total_row,
)

from scripts.parse.rows import (
    EngineCounter,
)


def test_scans_are_held_against_device_and_relation(tmp_path):
    study = Study(tmp_path)
    scan_cell(study)
    connection = database(study)
    query = """
        SELECT scan_index, duration_s, read_mib_s, bandwidth_share, scanned_mib_s, relation
        FROM scan_bandwidth
    """
    assert rows(connection, query) == [
        (1, 4.0, 16.0, 1.0, 16.0, "sbtest1"),
        (2, 1.0, 0.0, 0.0, 64.0, "sbtest1"),
    ]
    query = """
        SELECT phase, device_read_bytes_mean, syscall_reads, syscall_read_bytes_mean
        FROM readahead_sizes
    """
    assert rows(connection, query) == [
        ("scan", (64 << 20) / 512, 128, 8192),
        ("scan-again", None, 128, 8192),
    ]


def test_strategies_are_held_against_the_device(tmp_path):
    study = Study(tmp_path)
    speeds = {"buffered-8k": 12.0, "direct-1024k-d4": 16.0}
    strategies_cell(study, 128, "xfs", speeds, 131072)
    connection = database(study)
    query = """
        SELECT strategy, filesystem, direct, bandwidth_share, device_read_bytes_mean
        FROM scan_strategies
    """
    assert rows(connection, query) == [
        ("buffered-8k", "xfs", False, 0.75, 131072),
        ("direct-1024k-d4", "xfs", True, 1.0, 131072),
    ]
    assert rows(connection, "SELECT DISTINCT phase FROM calibration") == [("direct-1024k-d4",)]
    query = "SELECT engine, filesystem, device_read_bytes_mean FROM filesystem_reads"
    assert rows(connection, query) == [("fio", "xfs", 131072)]


def test_scans_carry_the_label_of_their_settings(tmp_path):
    study = Study(tmp_path)
    scan_cell(study)
    scan_cell(study, experiment="async-reads", settings="io_method-sync")
    query = """
        SELECT experiment, settings, device_read_bytes_mean FROM scan_reads WHERE scan_index = 1
        ORDER BY experiment
    """
    assert rows(database(study), query) == [
        ("async-reads", "io_method-sync", 131072),
        ("readahead", None, 131072),
    ]


def test_what_updates_leave_to_be_written_is_part_of_their_price(tmp_path):
    study = Study(tmp_path)
    loads = [("update", "sysbench/update_only"), ("write-back", "engine/checkpoint")]
    for engine, vacuums in (("postgresql-17", 2), ("mariadb-11.8", None)):
        job = study.job("garbage-collection", loads, {"engine": engine, "seed": 1})
        counters = [] if vacuums is None else [("pg_stat_user_tables", "public/sbtest1", vacuums)]
        study.write(
            job,
            [
                *(phase_row(job, index, 5) for index in range(2)),
                total_row("update", 500, 5),
                *device_rows("update", read_bytes=1000 * 4096, write_bytes=500 * 4096),
                *device_rows("write-back", write_bytes=2000 * 4096),
                *(
                    EngineCounter("update", *of, "autovacuum_count", 1, 1 + n, n)
                    for *of, n in counters
                ),
            ],
        )
    connection = database(study)
    query = """
        SELECT engine, write_back_pages_per_statement, pages_per_statement, vacuums_finished
        FROM garbage_collection_pages ORDER BY engine
    """
    assert rows(connection, query) == [("mariadb-11.8", 4, 7, None), ("postgresql-17", 4, 7, 2)]
    query = """
        SELECT DISTINCT phase, value FROM cell_metrics
        WHERE metric = 'pages_per_statement_with_write_back'
    """
    assert rows(connection, query) == [("update", 7)]


def made_cell(study: Study, experiment: str, engine: str, phases: list[tuple]) -> None:
    """A cell with its own table; phases are (name, workload, options, statements, counters)."""
    loads = [("make", "sysbench/make_table"), *((name, load) for name, load, *_ in phases)]
    job = study.job(experiment, loads, {"engine": engine, "seed": 1})
    rows: list = [phase_row(job, 0, 1), *device_rows("make")]
    for index, (name, _, options, statements, counters) in enumerate(phases, 1):
        row = dataclasses.replace(phase_row(job, index, 1), options_json=json.dumps(options))
        rows += [row, *device_rows(name, write_bytes=counters.pop("device", 0))]
        rows += [total_row(name, statements, 1)] if statements else []
        for key, value in counters.items():
            source, kind, counter = key.split(":")
            rows.append(EngineCounter(name, source, kind, counter, 0, value, value))
    study.write(job, rows)


def test_bytes_of_an_update_are_the_log_s_and_those_written_back(tmp_path):
    study = Study(tmp_path)
    options = {"update_fields": 4, "field_bytes": 32}
    counters = {
        "pg_stat_wal::wal_bytes": 64000,
        "pg_stat_user_tables:public/made:n_tup_upd": 100,
        "pg_stat_user_tables:public/made:n_tup_hot_upd": 25,
        "relation_sizes:made_pkey:bytes": 8192,
        "relation_sizes:made_k1:bytes": 8192,
        "relation_sizes:made:bytes": 100 * 560,
        "device": 100 * 8192,
    }
    phases = [
        ("inspect-before", "engine/inspect", {}, 0, {"pgstattuple:made:dead_tuple_count": 10}),
        ("rewrite", "sysbench/rewrite_columns", {"table-size": 100}, 1, {}),
        ("inspect-after", "engine/inspect", {}, 0, {"pgstattuple:made:dead_tuple_count": 110}),
        ("update", "sysbench/update_columns", options, 100, counters),
        ("write-back", "engine/checkpoint", {}, 0, {"device": 100 * 4096}),
    ]
    for name, dead_bytes in (("inspect-before", 5600), ("inspect-after", 61600)):
        phase = next(phase for phase in phases if phase[0] == name)
        phase[4]["pgstattuple:made:dead_tuple_len"] = dead_bytes
    made_cell(study, "version-storage", "postgresql-17", phases)
    query = """
        SELECT statements, changed_bytes, log_bytes_per_statement, log_bytes_per_changed_byte,
            device_bytes_per_statement, device_bytes_per_statement_with_write_back, hot_share,
            table_growth_bytes_per_statement, index_growth_bytes_per_statement,
            old_tuples, old_tuple_bytes_mean, kept_bytes_per_update
        FROM version_room
    """
    assert rows(database(study), query) == [
        (100, 128, 640, 5, 8192, 12288, 0.25, 560, 163.84, 100, 560, 560)
    ]


def test_undo_log_is_what_innodb_keeps(tmp_path):
    study = Study(tmp_path)
    options = {"update_fields": 1, "field_bytes": 32}
    undo, index = (f"innodb_buffer_page:{kind}:pages" for kind in ("UNDO_LOG", "INDEX"))
    page = {"global_status::Innodb_page_size": 16384}
    phases = [
        ("inspect-before", "engine/inspect", {}, 0, {index: 10, **page}),
        ("rewrite", "sysbench/rewrite_columns", {"table-size": 1024}, 1, {}),
        ("inspect-after", "engine/inspect", {}, 0, {undo: 5, **page}),
        (
            "update",
            "sysbench/update_columns",
            options,
            1024,
            {"global_status::Innodb_lsn_current": 2048},
        ),
        ("write-back", "engine/checkpoint", {}, 0, {"undo::undo_bytes": 1 << 20}),
    ]
    made_cell(study, "version-storage", "mariadb-11.8", phases)
    query = "SELECT kept_bytes_per_update, log_bytes_per_statement, hot_share FROM version_room"
    assert rows(database(study), query) == [(80, 2, None)]


def test_readers_of_old_and_new_snapshots_are_reported_apart(tmp_path):
    study = Study(tmp_path)
    keys = {"table-size": 1000, "key_stride": 100}
    touched = "pg_statio_user_tables:public/made:"
    phases = [
        (
            "old-0",
            "sql/read_versions",
            {"snapshot": "held"},
            0,
            {f"{touched}heap_blks_hit": 10, f"{touched}idx_blks_read": 20},
        ),
        ("update-1", "sysbench/update_columns", keys, 40, {"pg_stat_wal::wal_bytes": 1}),
        ("new-1", "sql/read_versions", {}, 0, {f"{touched}heap_blks_read": 70}),
        ("new-released", "sql/read_versions", {}, 0, {f"{touched}heap_blks_read": 30}),
    ]
    made_cell(study, "held-snapshot", "postgresql-17", phases)
    query = "SELECT snapshot, updates_per_row, page_accesses_per_row FROM snapshot_reads"
    assert rows(database(study), query) == [("held", 0, 3), ("new", 4, 7), ("released", 4, 3)]
