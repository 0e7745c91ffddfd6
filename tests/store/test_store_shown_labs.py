"""Cells of two labs in one database: figures, pages and claims are of one lab at a time."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from study_rows import (
    BANDWIDTHS,
    SEEDS,
    TPS,
    Study,
    device_rows,
    interval_row,
    oltp_study,
    phase_row,
    rows,
    total_row,
)

from scripts.lab.registry import lab_named
from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.site.export import REPOSITORY, export
from scripts.store.build import build
from scripts.store.plan_file import load_plan

FASTER = 7
KEYS = ("measure", "engine", "read_bandwidth_mib_s", "numerator", "denominator", "seed")
ELSEWHERE = "hammer"  # an experiment that only the lab in real time measured


def real_time_cell(study: Study, experiment: str, engine: str, bandwidth: int, seed: int) -> None:
    """A run of 12 s on host, several times as fast as the one in virtual time."""
    factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed}
    job = study.job(experiment, [("run", "sysbench/oltp_read_write")], factors)
    job |= {"cell_id": f"{job['cell_id']}-host", "lab": lab_named("host").block()}
    tps = TPS[engine][bandwidth] * FASTER
    study.write(
        job,
        [
            phase_row(job, 0, 12),
            total_row("run", tps * 12, 12),
            *(interval_row("run", second, tps) for second in range(1, 13)),
            *device_rows("run", read_bytes=4096 * tps * 12),
        ],
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study of OLTP in both labs, and another experiment in one."""
    study = oltp_study(tmp_path_factory.mktemp("labs"))
    for engine in TPS:
        for bandwidth in BANDWIDTHS:
            for seed in SEEDS:
                real_time_cell(study, "oltp", engine, bandwidth, seed)
                real_time_cell(study, ELSEWHERE, engine, bandwidth, seed)
    experiments = [
        {
            "name": name,
            "title": name,
            "question": "How?",
            "page": "oltp",
            "claims": ["S0.1", "S0.2"],
        }
        for name in ("oltp", ELSEWHERE)
    ]
    path = study.folder / "two.duckdb"
    plan = load_plan(study.plan(experiments=experiments))
    build(plan, study.rows, path, claims=load_claims(REPOSITORY / CLAIMS_FILE))
    return path


def ask(database: Path, query: str) -> list[tuple]:
    with duckdb.connect(str(database), read_only=True) as connection:
        return rows(connection, query)


def test_the_deterministic_lab_is_shown_and_else_the_first(database: Path) -> None:
    found = ask(database, "SELECT experiment, lab, deterministic FROM shown_labs ORDER BY 1")
    assert found == [(ELSEWHERE, "host", False), ("oltp", "virtual", True)]
    assert ask(database, "SELECT DISTINCT experiment, lab FROM first_curves ORDER BY 1") == [
        (ELSEWHERE, "host"),
        ("oltp", "virtual"),
    ]


def test_a_summary_is_of_one_lab(database: Path) -> None:
    found = ask(
        database,
        """
        SELECT lab, count(*), max(repeats), max(median)
        FROM metric_summary
        WHERE experiment = 'oltp' AND metric = 'tps'
        GROUP BY lab ORDER BY lab
        """,
    )
    places = len(TPS) * len(BANDWIDTHS)
    best = max(TPS["postgresql-17"].values())
    assert found == [("host", places, 2, best * FASTER), ("virtual", places, 2, best + 0.5)]
    for view in ("oltp_summary", "oltp_ratio", "engine_ratio"):
        twice = ask(database, f"SELECT count(*), count(DISTINCT to_json(v)) FROM {view} AS v")
        assert twice[0][0] == twice[0][1] > 0, f"{view} has rows twice"
    speeds = ask(database, "SELECT lab, gips FROM lab_speed ORDER BY lab")
    assert speeds == [("host", None), ("virtual", 1.0)]


def test_pages_show_one_lab(database: Path, tmp_path: Path) -> None:
    export(database, tmp_path)
    runs = json.loads((tmp_path / "oltp_runs.json").read_text("utf-8"))
    assert len(runs) == len(TPS) * len(BANDWIDTHS) * len(SEEDS)
    assert not [row for row in runs if row["cell_id"].endswith("host")]
    for name in ("oltp_summary", "oltp_ratio", "oltp_crossover", "oltp_basis"):
        shown = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))
        places = [tuple(row.get(key) for key in KEYS) for row in shown]
        assert len(places) == len(set(places)) > 0, f"{name} has two figures at one place"
    cells = json.loads((tmp_path / "cells.json").read_text("utf-8"))
    labs = {row["cell_id"].endswith("host") for row in cells}
    assert labs == {True, False}, "the list of cells has them all"
    study = json.loads((tmp_path / "study.json").read_text("utf-8"))
    assert [row["lab"] for row in study] == ["virtual", "host"]


def test_claims_are_decided_in_a_deterministic_lab(database: Path) -> None:
    labs = ask(database, "SELECT experiment, lab FROM claim_labs")
    assert labs == [("oltp", "virtual")]
    ratios = ask(
        database,
        "SELECT DISTINCT experiment, lab FROM claim_ratios UNION FROM "
        "(SELECT DISTINCT experiment, lab FROM claim_summary)",
    )
    assert ratios == [("oltp", "virtual")]
    cells = ask(
        database, "SELECT DISTINCT lab FROM cells SEMI JOIN deterministic_cells USING (cell_id)"
    )
    assert cells == [("virtual",)]
