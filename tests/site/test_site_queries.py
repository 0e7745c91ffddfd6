"""Rows that queries of the pages compute, of a few made-up ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

REPOSITORY = Path(__file__).parents[2]
PG = "postgresql-17"


def rows_of(name: str, **tables: str) -> list[dict[str, Any]]:
    """What a page's query gives of tables, each as the SQL that makes it."""
    with duckdb.connect() as connection:
        for table, sql in tables.items():
            connection.execute(f"CREATE VIEW {table} AS {sql}")
        cursor = connection.execute((REPOSITORY / f"sql/pages/{name}.sql").read_text("utf-8"))
        columns = [column[0] for column in cursor.description or []]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def values(rows: list[tuple], columns: str) -> str:
    made = ", ".join(f"({', '.join(map(repr, row))})" for row in rows)
    return f"FROM (VALUES {made}) AS made ({columns})"


def test_a_peak_is_the_best_median_over_seeds_and_its_speed_up_is_over_one_cpus_peak() -> None:
    runs = [(1, 1, 1, 90), (1, 4, 1, 100), (8, 4, 1, 390), (8, 16, 2, 740), (8, 16, 1, 700)]
    runs.append((8, 64, 1, 600))
    ids = [f"cpus{cpus}-t{threads}-s{seed}" for cpus, threads, seed, _ in runs]
    cells = [
        (name, PG, "scaling", cpus, seed, f'{{"threads": {threads}}}')
        for name, (cpus, threads, seed, _) in zip(ids, runs, strict=True)
    ]
    measured = [(name, "read-write", "tps", tps) for name, (*_, tps) in zip(ids, runs, strict=True)]
    settings = values(cells, "cell_id, engine, experiment, cpus, seed, factors_json")
    one, peak = rows_of(
        "scaling_peaks",
        run_measures=values(measured, "cell_id, phase, metric, value"),
        cell_settings=f"SELECT * EXCLUDE (factors_json) {settings}",
        cells=f"SELECT cell_id, factors_json {settings}",
        shown_cells=f"SELECT cell_id {settings}",
    )
    assert (one["threads"], one["speedup"]) == (4, 1)
    assert (peak["cpus"], peak["threads"], peak["tps"], peak["speedup"]) == (8, 16, 720, 7.2)
    assert peak["cell_id"] == "cpus8-t16-s1"


def test_a_phase_whose_waits_do_not_add_up_is_known() -> None:
    """Of 32 clients no 50 can wait; where 30 of 64 do, the others would not fit on 8 CPUs."""
    waits = [("a", 64, "lock", 40), ("a", 64, "CPU", 12), ("b", 32, "lock", 50)]
    waits.append(("c", 64, "CPU", 30))
    off_cpu = [
        (name, "waits", PG, 8, threads, "read-write", True, "server", *what)
        for name, threads, *what in waits
    ]
    columns = (
        "cell_id, experiment, engine, cpus, threads, phase, serves_client, process, waits_for, "
        "threads_waiting"
    )
    found = rows_of(
        "waits",
        off_cpu=values(off_cpu, columns),
        shown_cells=values([(name,) for name in "abc"], "cell_id"),
        phases=values([("a", "read-write", 0, 2_000_000_000)], "cell_id, phase, begin_ns, end_ns"),
        engine_measures=values(
            [("a", "read-write", "row_lock_wait_ms", 8000)], "cell_id, phase, measure, value"
        ),
    )
    known = {row["cell_id"]: row for row in found}
    assert {name: row["adds_up"] for name, row in known.items()} == {
        "a": True,
        "b": False,
        "c": False,
    }
    whole = known["a"]
    assert (whole["locked"], whole["cpu"], whole["flush"], whole["locked_rows"]) == (40, 12, 0, 4)
