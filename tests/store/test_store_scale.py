"""Experiment `scale`: which ratios have converged, and what claims would be at each size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest
from claim_study import database
from study_rows import Study, device_rows, interval_row, phase_row, total_row

# Transactions per second of PostgreSQL without read-ahead and with 128 KiB, of MariaDB's 100.
SPEEDS = {64: (130, 90), 256: (150, 80), 512: (152, 60)}


def add(study: Study, experiment: str, factors: dict[str, Any], speed: float) -> None:
    """Two seeds that are 2 % apart."""
    for seed in (1, 2):
        job = study.job(experiment, [("run", "sysbench/oltp_read_write")], factors | {"seed": seed})
        tps = speed * (1 + 0.02 * (seed - 1))
        rows = [
            phase_row(job, 0, 12),
            total_row("run", tps * 12, 12),
            *(interval_row("run", second, tps) for second in range(1, 13)),
            *device_rows("run", read_bytes=int(tps * 12) * 4096 * 50),
        ]
        study.write(job, rows)


def sizes(folder: Path, speeds: dict[int, tuple[float, float]]) -> Path:
    """The database of a study of both engines, with OLTP over bandwidth beside it."""
    study = Study(folder)
    for engine in ("postgresql-17", "mariadb-11.8"):
        for bandwidth in (4, 16, 64):
            factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth}
            add(study, "oltp", factors, 10 * bandwidth)
    for cache, (without, with_read_ahead) in speeds.items():
        for engine, pair in (
            ("postgresql-17", (without, with_read_ahead)),
            ("mariadb-11.8", (100, 100)),
        ):
            for read_ahead, speed in zip((0, 128), pair, strict=True):
                for bandwidth in (16, 64):
                    factors = {"engine": engine, "size": f"cache-{cache}"}
                    factors |= {"device.bandwidth_mib_s": bandwidth}
                    factors |= {"device.read_ahead_kb": read_ahead}
                    add(study, "scale", factors, speed * bandwidth / 16)
    return database(study, "S0.1", "S0.2")


def test_ratio_that_still_moves_with_the_size_has_not_converged(tmp_path):
    with duckdb.connect(str(sizes(tmp_path, SPEEDS)), read_only=True) as store:
        found = store.sql(
            "SELECT read_ahead_kb, read_bandwidth_mib_s, smaller_mib, larger_mib, change, "
            "has_converged FROM scale_changes WHERE metric = 'tps' ORDER BY ALL"
        ).fetchall()
        leads = store.sql(
            "SELECT cache_mib, settings, ahead, behind FROM scale_leads "
            "WHERE numerator_engine = 'mariadb-11.8'"
        ).fetchall()
    # MariaDB over PostgreSQL.
    assert [(*row[:4], row[5]) for row in found] == [
        (0, 16, 256, 512, True),
        (0, 64, 256, 512, True),
        (128, 16, 256, 512, False),
        (128, 64, 256, 512, False),
    ]
    assert [row[4] for row in found] == pytest.approx([150 / 152] * 2 + [80 / 60] * 2, rel=1e-3)
    assert leads == [(mib, 4, 2, 2) for mib in SPEEDS]
