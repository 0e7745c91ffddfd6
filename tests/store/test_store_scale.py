"""Experiment `scale`: which ratios have converged, and the claims' verdicts at each size."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from claim_study import database
from study_rows import Study, device_rows, interval_row, phase_row, total_row

# Transactions per second of PostgreSQL without read-ahead and with 128 KiB, of MariaDB's 100.
SPEEDS = {64: (130, 90), 256: (150, 80), 512: (152, 60)}


def sizes(
    folder: Path, speeds: dict[int, tuple[float, float]], bandwidths: tuple[int, ...] = (16, 64)
) -> Path:
    """The database of a study of both engines, two seeds 2 % apart."""
    study = Study(folder)
    for cache, (without, with_read_ahead) in speeds.items():
        for engine, pair in (
            ("postgresql-17", (without, with_read_ahead)),
            ("mariadb-11.8", (100, 100)),
        ):
            for read_ahead, speed in zip((0, 128), pair, strict=True):
                for bandwidth in bandwidths:
                    for seed in (1, 2):
                        factors = {"engine": engine, "size": f"cache-{cache}", "seed": seed}
                        factors |= {"device.bandwidth_mib_s": bandwidth}
                        factors |= {"device.read_ahead_kb": read_ahead}
                        job = study.job("scale", [("run", "sysbench/oltp_read_write")], factors)
                        tps = speed * bandwidth / 16 * (1 + 0.02 * (seed - 1))
                        study.write(
                            job,
                            [
                                phase_row(job, 0, 12),
                                total_row("run", int(tps * 12), 12),
                                *(interval_row("run", second, tps) for second in range(1, 13)),
                                *device_rows("run", read_bytes=int(tps * 12) * 4096 * 50),
                            ],
                        )
    return database(study, name="scale")


def test_ratio_that_still_moves_with_the_size_has_not_converged(tmp_path):
    with duckdb.connect(str(sizes(tmp_path, SPEEDS)), read_only=True) as store:
        found = store.sql(
            "SELECT read_ahead_kb, read_bandwidth_mib_s, smaller_mib, larger_mib, change, "
            "has_converged FROM scale_changes WHERE metric = 'tps' ORDER BY ALL"
        ).fetchall()
        claims = store.sql("SELECT claim, cache_mib, verdict FROM scale_claims").fetchall()
    # MariaDB over PostgreSQL.
    assert [(*row[:4], row[5]) for row in found] == [
        (0, 16, 256, 512, True),
        (0, 64, 256, 512, True),
        (128, 16, 256, 512, False),
        (128, 64, 256, 512, False),
    ]
    assert [row[4] for row in found] == pytest.approx([150 / 152] * 2 + [80 / 60] * 2, rel=1e-3)
    assert claims == [
        *(("S0.1", mib, "depends on settings") for mib in SPEEDS),
        *(("S0.2", mib, "undecided") for mib in SPEEDS),
    ]


def test_claims_have_the_verdict_of_the_leads_at_their_size(tmp_path):
    speeds = {64: (130, 130), 128: (80, 80), 256: (100, 100)}
    with duckdb.connect(str(sizes(tmp_path, speeds, (16,))), read_only=True) as store:
        found = store.sql("SELECT cache_mib, verdict FROM scale_claims WHERE claim = 'S0.1'")
        assert found.fetchall() == [(64, "contradicted"), (128, "reproduced"), (256, "undecided")]
