"""Sizes of InnoDB's pages and swings between checkpoints: figures, and the claims on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest
from claim_study import database, shipped
from study_rows import Study, even_run, interval_row, phase_row, total_row

from scripts.parse.rows import EngineCounter


def run(study: Study, name: str, factors: dict[str, Any], speeds: list[float], *more: Any) -> None:
    """One cell of TPC-C, a speed per second."""
    job = study.job(name, [("run", "sysbench/tpcc")], factors)
    seconds = [interval_row("run", second, tps) for second, tps in enumerate(speeds, 1)]
    total = total_row("run", sum(speeds), len(speeds))
    study.write(job, [phase_row(job, 0, len(speeds)), total, *seconds, *more])


def sizes(folder: Path, gains: dict[int, float]) -> Path:
    """TPC-C with small pages `gains` times as fast by bandwidth, two seeds 2 % apart."""
    study = Study(folder)
    for engine in ("mysql-9.7", "mariadb-11.8"):
        for bandwidth, gain in gains.items():
            for page, speed in (("4-kib", 50 * gain), ("16-kib", 50)):
                for seed in (1, 2):
                    factors = {"engine": engine, "page": page, "seed": seed}
                    factors["device.bandwidth_mib_s"] = bandwidth
                    job = study.job("page-size-tpcc", [("run", "sysbench/tpcc")], factors)
                    rows = even_run("run", engine, speed * (1 + 0.02 * (seed - 1)))
                    study.write(job, [phase_row(job, 0, 12), *rows])
    return database(study, "S10.1", name="page-size-tpcc")


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [
        ({16: 1.7, 64: 1.6}, "reproduced"),
        ({16: 1.7, 64: 1.0}, "depends on settings"),
        ({16: 1.1, 64: 1.0}, "contradicted"),
        ({16: 1.3, 64: 1.3}, "open"),
    ],
)
def test_gain_of_small_pages_decides_the_claim(tmp_path, gains, verdict):
    path = sizes(tmp_path, gains)
    found = shipped(path)["S10.1"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(min(gains.values()))
    with duckdb.connect(str(path), read_only=True) as store:
        ratios = store.sql(
            "SELECT page_kib, ratio FROM page_sizes WHERE page_kib = 16 AND metric = 'tps'"
        ).fetchall()
    assert ratios == [(16, 1)] * 4


@pytest.mark.parametrize(
    ("slowest", "verdict"),
    [(19.2, "reproduced"), (25, "another figure"), (49, "contradicted"), (33, "open")],
)
def test_swing_between_checkpoints_decides_the_claim(tmp_path, slowest, verdict):
    study = Study(tmp_path)
    for copies in ("copies-on", "copies-off"):
        for seed in (1, 2):
            slow = slowest if copies == "copies-on" else 50
            speeds = [50.0] * 10 + [slow + 0.1 * seed] * 10 + [50.0] * 10
            factors = {"engine": "postgresql-17", "seed": seed}
            factors["copies"] = copies
            counter = EngineCounter("run", "pg_stat_checkpointer", "", "num_requested", 0, 3, 3)
            run(study, "checkpoints", factors, speeds, counter)
    path = database(study, "S11.1", name="checkpoints")
    found = shipped(path)["S11.1"]
    assert found.verdict == verdict
    assert found.value == pytest.approx(50 / (slowest + 0.15), rel=0.01)
