"""Cells whose bandwidths of reads and of writes differ: each stays, from YAML to chart data."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from study_rows import Study, database, phase_row, rows, total_row

from scripts.plan import load_study, plan
from scripts.site.export import export
from scripts.store.__main__ import main

STUDY = """\
engines: [mariadb-11.8, postgresql-17]
datasets: {sysbench: {kind: sysbench, tables: 4, rows_per_table: 1000}}
experiments: [oltp]
"""
EXPERIMENT = """\
title: OLTP
question: How fast?
page: oltp
factors:
  engine: [all]
  device.read_bandwidth_mib_s: [16, 64]
  device.write_bandwidth_mib_s: [16, 64]
  seed: [1, 2]
cell:
  dataset: sysbench
  phases: [{name: run, workload: sysbench/oltp_read_write, duration_s: 8}]
"""


def planned(root: Path) -> list[dict]:
    """The jobs of the study above."""
    files = {"config/config.yaml": STUDY, "config/experiments/oltp.yaml": EXPERIMENT}
    for engine in ("mariadb-11.8", "postgresql-17"):
        files[f"envs/{engine}.yaml"] = "role: engine\n"
    for layer in ("base", "toolchain", "qemu", "mariadb-11.8", "postgresql-17"):
        files[f"envs/{layer}.lock.yaml"] = "packages: {}\n"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return [cell.job for cell in plan(load_study(root / "config/config.yaml", root)).cells]


def speed(job: dict) -> int:
    """Transactions of a cell, of which no two settings have the same."""
    device = job["device"]
    base = device["read_bandwidth_mib_s"] * 10 + device["write_bandwidth_mib_s"]
    return base * (2 if job["engine"] == "mariadb-11.8" else 1) + job["seed"]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A study of eight settings with two seeds, planned from YAML."""
    folder = tmp_path_factory.mktemp("bandwidths")
    study = Study(folder)
    for job in planned(folder / "repository"):
        study.jobs.append(job)
        study.write(job, [phase_row(job, 0, 8), total_row("run", speed(job), 8)])
    return study


def test_two_cells_that_differ_only_in_write_bandwidth_both_stay(study: Study) -> None:
    connection = database(study)
    found = rows(
        connection,
        """
        SELECT engine, read_bandwidth_mib_s, write_bandwidth_mib_s, repeats, median
        FROM metric_summary
        WHERE metric = 'tps'
        ORDER BY ALL
        """,
    )
    engines = ("mariadb-11.8", "postgresql-17")
    assert found == [
        (engine, read, write, 2, pytest.approx(((read * 10 + write) * factor + 1.5) / 8))
        for engine, factor in zip(engines, (2, 1), strict=True)
        for read in (16, 64)
        for write in (16, 64)
    ]
    ratios = rows(
        connection,
        """
        SELECT curve_group, read_bandwidth_mib_s, write_bandwidth_mib_s, repeats
        FROM engine_ratio WHERE metric = 'tps' ORDER BY ALL
        """,
    )
    curve = 'oltp {{"device.write_bandwidth_mib_s":{}}}'
    assert ratios == [
        (curve.format(write), read, write, 2) for write in (16, 64) for read in (16, 64)
    ]
    both = rows(
        connection,
        """
        SELECT DISTINCT read_bandwidth_mib_s, write_bandwidth_mib_s, bandwidth_mib_s
        FROM metric_summary ORDER BY ALL
        """,
    )
    assert both == [(16, 16, 16), (16, 64, None), (64, 16, None), (64, 64, 64)]
    slopes = rows(connection, "SELECT curve_group, bandwidths FROM oltp_slope ORDER BY ALL")
    assert slopes == [(curve.format(write), 2) for write in (16, 64) for _ in engines]


def test_chart_data_is_of_one_curve_the_first_by_number(study: Study, tmp_path: Path) -> None:
    database(study).close()
    export(study.folder / "results.duckdb", tmp_path)
    summary = json.loads((tmp_path / "oltp_summary.json").read_text())
    names = ("engine", "read_bandwidth_mib_s", "write_bandwidth_mib_s")
    tps = {tuple(map(row.get, names)): row["median"] for row in summary if row["measure"] == "tps"}
    assert len(tps) == 4
    assert tps["postgresql-17", 64, 16] == pytest.approx((64 * 10 + 16 + 1.5) / 8)
    for name in ("oltp_ratio", "oltp_runs"):
        drawn = json.loads((tmp_path / f"{name}.json").read_text())
        assert {tuple(map(row.get, names[1:])) for row in drawn} == {(16, 16), (64, 16)}
    cells = json.loads((tmp_path / "cells.json").read_text())
    assert sorted(cell["read_bandwidth_mib_s"] for cell in cells) == [16] * 8 + [64] * 8


def test_curve_of_eight_threads_comes_before_that_of_sixteen(tmp_path: Path) -> None:
    study = Study(tmp_path)
    for threads in (16, 8, 128):
        factors = {"engine": "postgresql-17", "threads": threads, "options.share": 0.5}
        job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
        study.write(job, [phase_row(job, 0, 8), total_row("run", 80, 8)])
    found = rows(database(study), "SELECT curve_group FROM first_curves")
    assert found == [('oltp {"options.share":0.5,"threads":8}',)]


def test_two_cells_with_one_place_on_a_curve_leave_its_statistics_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = Study(tmp_path)
    for write in (16, 64):
        factors = {"engine": "postgresql-17", "device.bandwidth_mib_s": 16, "seed": 1}
        job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
        job["cell_id"] += f"-w{write}"
        job["device"]["write_bandwidth_mib_s"] = write
        study.write(job, [phase_row(job, 0, 8), total_row("run", write, 8)])
    arguments = ["build", "--rows", str(study.rows), "--plan", str(study.plan())]
    assert main([*arguments, "--out", str(tmp_path / "db")]) == 0
    said = capsys.readouterr().err.splitlines()
    tables = [line.removeprefix("warning: ").partition(" ")[0] for line in said]
    assert tables == ["engine_ratios", "crossovers", "slopes"]
    for line in said:
        assert "-w16 and oltp-postgresql-17-16-1-w64 have one place on the curve 'oltp {}'" in line
    with duckdb.connect(str(tmp_path / "db"), read_only=True) as connection:
        assert [connection.table(name).count("*").fetchall() for name in tables] == [[(0,)]] * 3
