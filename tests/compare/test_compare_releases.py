"""The study of releases is a comparison, and its rows are judged as those of any other."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from scripts.analyse.comparisons import pairs
from scripts.analyse.tables import fill
from scripts.compare.basket import read_basket
from scripts.compare.rows import rows_of
from scripts.compare.sides import read_sides
from scripts.compare.study import study_of
from scripts.plan import load_study, plan
from scripts.plan.document import load_document
from scripts.store.build import create_schema
from tests.compare.test_compare_texts import insert

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "config/releases.yaml"
RELEASES = ["postgresql-17", "postgresql-18", "mariadb-11.8"]


def test_the_study_is_the_comparison_of_its_engines() -> None:
    """So its cells are those that a comparison of two of them takes, and the other way round."""
    known = load_document(STUDY, "config/releases.yaml").data
    sides = read_sides(known["engines"], ROOT, across_families=True)
    made = study_of(sides, read_basket("quick", ROOT), 3, "results", watched=False)
    assert {**made, "results_dir": "results/releases"} == {"verify_cells": 1, **known}
    assert len(plan(load_study(STUDY)).cells) == 5 * 3 * 3


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        (
            ["postgresql-18", "postgresql-9.6", "postgresql-17", "mariadb-11.8", "mariadb-10.11"],
            [
                ("mariadb-10.11", "mariadb-11.8"),
                ("postgresql-9.6", "postgresql-17"),
                ("postgresql-17", "postgresql-18"),
            ],
        ),
        (
            [
                *("postgresql-17{wal_log_hints=on}", "postgresql-18{io_method=sync}"),
                *("postgresql-18-source", "postgresql-18", "postgresql-17"),
            ],
            [
                ("postgresql-17", "postgresql-18"),
                ("postgresql-17", "postgresql-17{wal_log_hints=on}"),
                ("postgresql-18", "postgresql-18{io_method=sync}"),
            ],
        ),
        (["postgresql-18{io_method=sync}", "postgresql-17"], []),
        (
            ["postgresql-18-source", "postgresql-18", "postgresql-18-no-checksums-1f6b475d1fe0"],
            [("postgresql-18-source", "postgresql-18-no-checksums-1f6b475d1fe0")],
        ),
        (["postgresql-18", "postgresql-18-no-checksums-1f6b475d1fe0"], []),
        (["mariadb-11.8", "postgresql-18"], []),
    ],
)
def test_pairs_are_neighbours_of_one_family_and_settings_of_one_release(
    sides: list[str], expected: list[tuple[str, str]]
) -> None:
    assert pairs(sides) == expected


@pytest.fixture
def database() -> duckdb.DuckDBPyConnection:
    """Three twins of three releases, of two phases, one of which is no operation."""
    connection = duckdb.connect()
    create_schema(connection)
    insert(connection, "labs", lab="virtual", deterministic=True)
    for index, engine in enumerate(RELEASES):
        for twin in range(1, 4):
            name = f"{engine}-{twin}"
            insert(
                connection, "cells", cell_id=name, experiment="compare-commits", engine=engine,
                status="done", lab="virtual", job_json=json.dumps({"cpu_gips": 2.5}),
                factors_json=json.dumps({"side": engine, "twin": str(twin)}),
            )  # fmt: skip
            for number, phase in enumerate(("inserts", "settle")):
                insert(connection, "phases", cell_id=name, phase=phase, phase_index=number)
                for counter, count in {
                    "flush_commands": 300 * (index + 1),
                    "write_commands": 300 + 7 * twin + index,
                    "read_commands": 5,
                }.items():
                    insert(
                        connection, "device_counters", cell_id=name, phase=phase, counter=counter,
                        after=count, delta=count,
                    )  # fmt: skip
    return connection


def test_rows_of_releases_are_judged_as_a_comparison_judges_them(
    database: duckdb.DuckDBPyConnection,
) -> None:
    assert "release_changes" not in fill(database)
    found = database.execute(
        "SELECT phase, measure, earlier_mean, later_mean, band, state, earlier_cell, later_cell "
        "FROM release_changes ORDER BY ALL"
    ).fetchall()
    rows = rows_of(
        database, read_basket("quick", ROOT).operations, "postgresql-17", "postgresql-18"
    )
    assert found == sorted(
        (
            *(row.phase, row.measure.title, row.judged.first, row.judged.other),
            *(row.judged.band, row.judged.state, *row.cells),
        )
        for row in rows
    )
    assert {(row[0], row[1], row[5]) for row in found} == {
        ("inserts", "flushes", "changed"),
        ("inserts", "read commands", "same"),
        ("inserts", "write commands", "level"),
        ("inserts", "virtual time", "same"),
    }


def test_the_page_has_the_largest_changes_first(database: duckdb.DuckDBPyConnection) -> None:
    """What was nothing before comes ahead of all."""
    database.execute(
        "UPDATE device_counters SET delta = if(cell_id LIKE '%-17-_', 0, 3), after = delta "
        "WHERE counter = 'read_commands'"
    )
    fill(database)
    query = (ROOT / "sql/pages/release_changes.sql").read_text(encoding="utf-8")
    rows = database.sql(query).to_arrow_table().to_pylist()
    assert [(row["operation"], row["measure"], row["state"]) for row in rows] == [
        ("Commits of INSERTs", "read commands", "changed"),
        ("Commits of INSERTs", "flushes", "changed"),
        ("Commits of INSERTs", "write commands", "level"),
        ("Commits of INSERTs", "virtual time", "same"),
    ]
    assert [row["change_share"] for row in rows[1:2]] == [1.0]
    assert {(row["earlier"], row["later"]) for row in rows} == {("postgresql-17", "postgresql-18")}
