"""Made-up runs of the experiments that make a table of their own."""

from __future__ import annotations

from typing import Any

from cells_factory import POSTGRESQL, SEEDS, MadeDatabase

from scripts.parse import rows

READ = "pg_statio_user_tables"


def _count(made: MadeDatabase, cell_id: str, phase: str, engine: str, **values: float) -> None:
    """What an engine reports of a phase, in the words of its views."""
    postgresql = engine == POSTGRESQL
    names = {
        "log": ("pg_stat_wal", "", "wal_bytes") if postgresql
        else ("global_status", "", "Innodb_lsn_current"),
        "touched": (READ, "public/made", "heap_blks_hit") if postgresql
        else ("global_status", "", "Innodb_buffer_pool_read_requests"),
        "updated": ("pg_stat_user_tables", "public/made", "n_tup_upd"),
        "hot": ("pg_stat_user_tables", "public/made", "n_tup_hot_upd"),
        "indexes": ("relation_sizes", "made_k1", "bytes"),
        "dead": ("pgstattuple", "made", "dead_tuple_count"),
        "dead_bytes": ("pgstattuple", "made", "dead_tuple_len"),
        "undo": ("innodb_buffer_page", "UNDO_LOG", "pages"),
        "page_bytes": ("global_status", "", "Innodb_page_size"),
        "history": ("innodb_metrics", "", "trx_rseg_history_len"),
    }  # fmt: skip
    if "undo" in values:
        values["page_bytes"] = 16384
    for name, value in values.items():
        made.add(cell_id, rows.EngineCounter(phase, *names[name], 0, value, value))


def _update(
    made: MadeDatabase, cell_id: str, index: int, workload: str, options: dict[str, Any]
) -> None:
    """A thousand statements and the writing back of what they made dirty."""
    phase = workload.split("/")[1].split("_")[0]
    made.phase(cell_id, index, phase, workload, 5, 0, 1000 * 8192, options=options)
    made.sysbench(cell_id, phase, 1000, 200)


def _make(made: MadeDatabase, experiment: str, engine: str, seed: int, **factors: Any) -> str:
    cell_id = made.cell(experiment, engine, "sysbench/make_table", seed, factors=factors)
    made.phase(cell_id, 0, "make", "sysbench/make_table", 1)
    return cell_id


def add_updates(made: MadeDatabase, engine: str) -> None:
    """Version storage and index management."""
    postgresql = engine == POSTGRESQL
    for seed in SEEDS:
        for label, fields, changed in (("1x32", 16, 1), ("16x32", 16, 16)):
            cell_id = _make(made, "version-storage", engine, seed, columns=label)
            options = {"fields": fields, "field_bytes": 32, "update_fields": changed}
            _update(made, cell_id, 4, "sysbench/update_columns", options)
            kept = 570 if postgresql else 60 + 32 * changed
            _count(made, cell_id, "update", engine, log=1000 * (200 + 32 * changed + seed))
            rows_made = {"table-size": 1000}
            made.phase(cell_id, 2, "rewrite", "sysbench/rewrite_columns", 1, options=rows_made)
            for index, name in ((1, "inspect-before"), (3, "inspect-after")):
                count = 1000 if name == "inspect-after" else 0
                made.phase(cell_id, index, name, "engine/inspect", 1)
                counters = (
                    {"dead": count, "dead_bytes": count * kept}
                    if postgresql
                    else {"undo": count * kept / 16384, "history": count}
                )
                _count(made, cell_id, name, engine, **counters)
            made.phase(cell_id, 5, "write-back", "engine/checkpoint", 1, 0, 1000 * 4096)
        for room in ("full-pages", "fill-factor-70") if postgresql else ("full-pages",):
            for kind in ("plain-column", "indexed-column"):
                for indexes in (1, 6):
                    factors = {"room": room, "secondary_indexes": indexes, "column": kind}
                    cell_id = _make(made, "index-management", engine, seed, **factors)
                    options = {
                        "secondary_indexes": indexes,
                        "field_bytes": 30,
                        "update_fields": int(kind == "plain-column"),
                    }
                    _update(made, cell_id, 1, "sysbench/update_columns", options)
                    hot = 900 if room == "fill-factor-70" and kind == "plain-column" else 300
                    counters = {"log": 1000 * (200 + 70 * indexes * (1000 - hot) / 1000)}
                    if postgresql:
                        counters |= {"updated": 1000, "hot": hot, "indexes": 8192.0 * indexes}
                    _count(made, cell_id, "update", engine, **counters)
                    made.phase(cell_id, 2, "write-back", "engine/checkpoint", 1, 0, 1000 * 4096)


def add_held_snapshot(made: MadeDatabase, engine: str) -> None:
    """Reads by an old and a new snapshot between steps of UPDATEs."""
    keys = {"table-size": 10000, "key_stride": 100}
    for seed in SEEDS:
        cell_id = _make(made, "held-snapshot", engine, seed)
        index, updates = 0, 0
        for step, events in enumerate((0, 200, 600)):
            if events:
                index, updates = index + 1, updates + events
                name = f"update-{step}"
                made.phase(cell_id, index, name, "sysbench/update_columns", 1, options=keys)
                made.sysbench(cell_id, name, events, 200)
                _count(made, cell_id, name, engine, log=events * 200)
            for name, pays in (("old", engine != POSTGRESQL), ("new", engine == POSTGRESQL)):
                index += 1
                options = {"snapshot": "held"} if name == "old" else {}
                phase = f"{name}-{step}"
                made.phase(cell_id, index, phase, "sql/read_versions", 1, options=options)
                touched = 300 + updates * (1.0 if pays else 0.1)
                _count(made, cell_id, phase, engine, touched=touched, history=updates)


def add_key_types(made: MadeDatabase, engine: str) -> None:
    """Sizes, INSERTs and reads by the type of the primary key."""
    for key_type, factor in (("sequential", 1.0), ("uuid4", 1.8), ("uuid7", 1.2)):
        for seed in SEEDS:
            factors = {"options.key_type": key_type}
            cell_id = _make(made, "key-types", engine, seed, **factors)
            options = {"key_type": key_type}
            _update(made, cell_id, 1, "sysbench/insert_rows", options)
            _count(made, cell_id, "insert", engine, log=1000 * 300 * factor)
            made.phase(cell_id, 2, "write-back", "engine/checkpoint", 1, 0, 4096 * 500 * factor)
            steps = ("lookup-primary", "lookup-secondary", "range-primary", "range-secondary")
            for index, name in enumerate(steps, 3):
                workload = f"sysbench/read_{name.split('-')[1]}"
                made.phase(cell_id, index, name, workload, 1, 4096 * 900 * factor, options=options)
                made.sysbench(cell_id, name, 100, 200)
                _count(made, cell_id, name, engine, touched=100 * 4 * factor)
            swollen = 1.0 if engine == POSTGRESQL else factor
            made.add(
                cell_id,
                rows.Relation("after", "made", "table", 5 << 20, 20000, 2),
                rows.Relation("after", "made_k1", "secondary", int(swollen * 2**20), None, 2),
            )
