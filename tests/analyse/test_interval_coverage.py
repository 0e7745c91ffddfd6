"""Do intervals hold the true ratio as often as they say? Tried on pieces of long published runs.

The true ratio of two engines is taken to be that of all seconds of their long runs. A repeat is a
run that might have been: blocks of seconds, drawn with replacement, so that what follows within a
block (a checkpoint and what it costs) stays together (Künsch, "The Jackknife and the Bootstrap for
General Stationary Observations", Annals of Statistics 17(3), 1989).
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray

from scripts.analyse.intervals import pooled_spread, ratio_estimate

REFERENCE = Path(__file__).parents[2] / "reference"
BLOCK_S = 20
RUN_BLOCKS = 3
SETTINGS = 6
TRIALS = 400


@pytest.fixture(scope="module")
def seconds() -> dict[str, NDArray[np.float64]]:
    """Transactions in each second of the long runs at 16 MiB/s, by engine, run after run."""
    rows = duckdb.execute(
        """
        SELECT engine, list(tps ORDER BY cell_id, time_s)
        FROM read_parquet($cells) AS c
        JOIN read_parquet($intervals) AS i USING (cell_id)
        WHERE c.experiment = 'steady' AND c.read_bandwidth_mib_s = 16 AND c.read_ahead_kb = 128
            AND i.phase = 'run'
        GROUP BY engine
        """,
        {
            "cells": str(REFERENCE / "cells.parquet"),
            "intervals": str(REFERENCE / "sysbench_intervals.parquet"),
        },
    ).fetchall()
    found = {engine: np.asarray(values) for engine, values in rows}
    assert min(map(len, found.values())) > 200
    assert len(found) == 2
    return found


def a_run(values: NDArray[np.float64], rng: np.random.Generator) -> float:
    """The rate of a run that might have been."""
    starts = rng.integers(0, len(values) - BLOCK_S, size=RUN_BLOCKS)
    return float(np.mean([values[start : start + BLOCK_S].mean() for start in starts]))


@pytest.mark.parametrize(("repeats", "least"), [(2, 0.92), (3, 0.92), (5, 0.92)])
def test_intervals_hold_the_ratio_of_long_runs(
    seconds: dict[str, NDArray[np.float64]], repeats: int, least: float
) -> None:
    above, below = seconds.values()
    true = above.mean() / below.mean()
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(TRIALS):
        settings = [
            [a_run(above, rng) / a_run(below, rng) for _ in range(repeats)] for _ in range(SETTINGS)
        ]
        found = ratio_estimate(settings[0], pooled_spread(settings))
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= true <= found.high
    assert least <= covered / TRIALS <= 0.985
