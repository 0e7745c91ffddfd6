"""Do envelopes hold the ratio at steady state? Tried on series with the spectrum of real runs.

A real run of minutes is taken apart: its drift is removed, and what is left keeps its amplitudes by
frequency while their phases are drawn anew (Theiler and others, "Testing for nonlinearity in time
series: the method of surrogate data", Physica D 58, 1992). So each series that is made here waits
for checkpoints and swings as the real one does, at times that nobody chose, and its true rate is
known. Engines owe nothing here, and accidents and processors are exact: these parts only widen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray

from scripts.analyse.envelopes import Pair, Run, Side, envelopes, windows_of
from scripts.analyse.intervals import Spread

REFERENCE = Path(__file__).parents[2] / "reference"
TRIALS = 400
SETTINGS = 2
Series = NDArray[np.float64]
Drift = Callable[[Series], Series]
"""Of the logarithm of a rate over the run, from 0 to 1; its mean over the run is about 0."""


@pytest.fixture(scope="module", params=[0, 128], ids=["no read-ahead", "128 KiB"])
def residues(request: pytest.FixtureRequest) -> list[list[Series]]:
    """What each long run at 16 MiB/s has beside its drift, in logarithms, by engine."""
    found = duckdb.execute(
        """
        SELECT engine, list(tps ORDER BY time_s)
        FROM read_parquet($cells) AS c
        JOIN read_parquet($intervals) AS i USING (cell_id)
        WHERE c.experiment = 'steady' AND c.read_ahead_kb = $kib AND i.phase = 'run'
        GROUP BY engine, cell_id
        ORDER BY engine, cell_id
        """,
        {
            "cells": str(REFERENCE / "cells.parquet"),
            "intervals": str(REFERENCE / "sysbench_intervals.parquet"),
            "kib": request.param,
        },
    ).fetchall()
    engines = sorted({engine for engine, _ in found})
    assert len(engines) == 2
    return [
        [_residue(np.asarray(tps)) for own, tps in found if own == engine] for engine in engines
    ]


def _residue(tps: Series) -> Series:
    assert len(tps) > 100
    logs = np.log(np.maximum(tps, tps.mean() / 10))
    place = np.arange(len(logs))
    return logs - np.polyval(np.polyfit(place, logs, 1), place)


def a_run(residues: list[Series], drift: Drift, rng: np.random.Generator) -> Run:
    """A run that might have been: a real one's spectrum, with this drift."""
    residue = residues[rng.integers(len(residues))]
    spectrum = np.fft.rfft(residue)
    spectrum *= np.exp(2j * np.pi * rng.random(len(spectrum)))
    noise = np.fft.irfft(spectrum, len(residue))
    place = (np.arange(len(residue)) + 0.5) / len(residue)
    seconds = np.exp(noise + drift(place))
    return Run(float(seconds.mean()), windows_of(seconds), 0.0)


def coverage(
    residues: list[list[Series]], drift: Drift, true: float, seeds: int, *, parts: int = 6
) -> float:
    """How often the envelope of the first of several settings holds the logarithm ``true``.

    ``true`` is beside the ratio that runs without a drift have.
    """
    rng = np.random.default_rng(1)
    flat: Drift = np.zeros_like
    # A random phase leaves a frequency's power, so any run has the level of all.
    level = [np.mean([np.log(a_run(own, flat, rng).rate) for _ in range(500)]) for own in residues]
    exact = Spread(0.0, 4)
    held = 0
    for _ in range(TRIALS):
        pairs = []
        for _ in range(SETTINGS):
            sides = [
                Side(
                    str(index), {s: a_run(own, by, rng) for s in range(seeds)}, lambda _: 1.0, exact
                )
                for index, (own, by) in enumerate(zip(residues, (drift, flat), strict=True))
            ]
            pairs.append(Pair(*sides))
        found = envelopes(pairs)[0]
        found = replace(found, parts=dict(list(found.parts.items())[:parts]))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= np.exp(true + level[0] - level[1]) <= found.high
    return held / TRIALS


def straight(by: float) -> Drift:
    """As the long runs do: a straight line, that changes the rate by so much over a run."""
    return lambda place: by * (place - 0.5)


def settling(by: float, within: float) -> Drift:
    """As caches do that fill: what is missing falls to a part in e within so much of a run."""
    return lambda place: -by * np.exp(-place / within)


@pytest.mark.parametrize("seeds", [2, 5])
@pytest.mark.parametrize(
    ("drift", "true"),
    [
        (np.zeros_like, 0.0),
        # The long runs' ratios drift by -9 to 13 %; the truth is the mean of the next run.
        (straight(0.13), 0.13),
        (straight(-0.09), -0.09),
        # The truth is where it ends.
        (settling(0.2, 1.0), 0.0),
        (settling(0.2, 0.5), 0.0),
    ],
    ids=["stationary", "rises", "falls", "settles late", "settles"],
)
def test_envelope_holds_the_ratio_at_steady_state(
    residues: list[list[Series]], drift: Drift, true: float, seeds: int
) -> None:
    assert coverage(residues, drift, true, seeds) >= 0.95


def test_interval_of_the_seeds_alone_does_not(residues: list[list[Series]]) -> None:
    """This was the interval of a verdict, and 16 of 20 runs of this kind passed as steady."""
    assert coverage(residues, straight(0.13), 0.13, 5, parts=1) < 0.05
