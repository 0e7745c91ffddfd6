"""Do envelopes hold the ratio at steady state? Tried on series with the spectrum of real runs.

A real run of minutes is taken apart: its drift is removed, and what is left keeps its amplitudes by
frequency while their phases are drawn anew (Theiler and others, "Testing for nonlinearity in time
series: the method of surrogate data", Physica D 58, 1992). So each series that is made here waits
for checkpoints and swings as the real one does, at times that nobody chose, and its true rate is
known. As in the real experiment two settings share a claim, of which one swings three times as much
as the other. Engines owe nothing here, and processors are exact: these parts only widen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray

from scripts.analyse.envelopes import (
    ACCIDENT,
    ACCIDENTS,
    PARTS,
    Pair,
    Run,
    Side,
    envelopes,
    windows_of,
)
from scripts.analyse.intervals import Spread

REFERENCE = Path(__file__).parents[2] / "reference"
TRIALS = 400
Series = NDArray[np.float64]
Drift = Callable[[Series], Series]
"""Of the logarithm of a rate over the run, from 0 to 1; its mean over the run is about 0."""
Residues = list[list[Series]]
"""What the long runs of a setting have beside their drift, in logarithms, by engine."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What its runs are made of, and the logarithm of their ratio without a drift."""

    residues: Residues
    level: float


@pytest.fixture(scope="module")
def settings() -> list[Setting]:
    """Those at 16 MiB/s, without the kernel's read-ahead and with 128 KiB."""
    rng = np.random.default_rng(2)
    return [_setting(_residues(read_ahead_kb), rng) for read_ahead_kb in (0, 128)]


def _setting(residues: Residues, rng: np.random.Generator) -> Setting:
    # A random phase leaves a frequency's power, so any run has the level of all.
    above, below = (
        np.mean([np.log(a_run(own, np.zeros_like, rng).rate) for _ in range(500)])
        for own in residues
    )
    return Setting(residues, float(above - below))


def _residues(read_ahead_kb: int) -> Residues:
    found = duckdb.execute(
        """
        SELECT engine, list(tps ORDER BY time_s)
        FROM read_parquet($cells) AS c
        JOIN read_parquet($intervals) AS i USING (cell_id)
        WHERE
            c.experiment = 'steady' AND c.read_bandwidth_mib_s = 16 AND c.read_ahead_kb = $kib
            AND i.phase = 'run'
        GROUP BY engine, cell_id
        ORDER BY engine, cell_id
        """,
        {
            "cells": str(REFERENCE / "cells.parquet"),
            "intervals": str(REFERENCE / "sysbench_intervals.parquet"),
            "kib": read_ahead_kb,
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


def a_run(
    residues: list[Series], drift: Drift, rng: np.random.Generator, accident: float = 0.0
) -> Run:
    """A run that might have been: a real one's spectrum, with this drift and this accident."""
    residue = residues[rng.integers(len(residues))]
    spectrum = np.fft.rfft(residue)
    spectrum *= np.exp(2j * np.pi * rng.random(len(spectrum)))
    noise = np.fft.irfft(spectrum, len(residue))
    place = (np.arange(len(residue)) + 0.5) / len(residue)
    seconds = np.exp(noise + drift(place) + accident)
    return Run(float(seconds.mean()), windows_of(seconds), 0.0)


@dataclass(frozen=True, slots=True)
class World:
    """Where the truth is known: how one engine drifts, and what accidents do to either.

    ``true`` is the logarithm of the ratio beside that of runs without a drift. Accidents are drawn
    once for each seed if they ``differ``, and else once for all.
    """

    drift: Drift = np.zeros_like
    true: float = 0.0
    accidents: float = 0.0
    differ: bool = True

    def sides(self, residues: Residues, seeds: int, rng: np.random.Generator) -> list[Side]:
        """Runs of both engines, and the accidents' spread as it would have been estimated."""
        freedom = ACCIDENTS.degrees_of_freedom
        found = []
        for index, (own, by) in enumerate(zip(residues, (self.drift, np.zeros_like), strict=True)):
            drawn = rng.normal(0, self.accidents, seeds if self.differ else 1)
            runs = {s: a_run(own, by, rng, drawn[s % len(drawn)]) for s in range(seeds)}
            spread = Spread(self.accidents * np.sqrt(rng.chisquare(freedom) / freedom), freedom)
            found.append(Side(str(index), runs, (), spread))
        return found


@dataclass(frozen=True, slots=True)
class Held:
    """How often envelopes held the truth: of each setting, and of all settings of a claim."""

    each: list[float]
    all: float


def coverage(
    settings: list[Setting], world: World, seeds: int, *, parts: tuple[str, ...] = PARTS
) -> Held:
    """How often the envelopes of a claim's settings hold the truth, with these parts alone."""
    rng = np.random.default_rng(1)
    held = np.zeros((TRIALS, len(settings)), dtype=bool)
    for trial in range(TRIALS):
        pairs = [
            Pair(*world.sides(setting.residues, seeds, rng), accidents_differ=world.differ)
            for setting in settings
        ]
        for index, (found, setting) in enumerate(zip(envelopes(pairs), settings, strict=True)):
            part = replace(found, parts={n: found.parts[n] for n in parts if n in found.parts})
            assert part.low is not None
            assert part.high is not None
            held[trial, index] = part.low <= np.exp(world.true + setting.level) <= part.high
    return Held([float(share) for share in held.mean(axis=0)], float(held.all(axis=1).mean()))


def straight(by: float) -> Drift:
    """As the long runs do: a straight line, that changes the rate by so much over a run."""
    return lambda place: by * (place - 0.5)


def settling(by: float, within: float) -> Drift:
    """As caches do that fill: what is missing falls to a part in e within so much of a run."""
    return lambda place: -by * np.exp(-place / within)


@pytest.mark.parametrize("seeds", [2, 5])
@pytest.mark.parametrize(
    "world",
    [
        World(),
        # The long runs' ratios drift by -9 to 13 %; the truth is the mean of the next run.
        World(straight(0.13), 0.13),
        World(straight(-0.09), -0.09),
        # The truth is where it ends.
        World(settling(0.2, 1.0)),
        World(settling(0.2, 0.5)),
        World(accidents=ACCIDENTS.sd),
        World(accidents=ACCIDENTS.sd, differ=False),
        # Two causes at once, although the parts are united and not added.
        World(straight(0.13), 0.13, accidents=ACCIDENTS.sd),
    ],
    ids=["stationary", "rises", "falls", "settles late", "settles",
         "accidents", "one accident for all seeds", "rises, with accidents"],
)  # fmt: skip
def test_envelopes_hold_the_ratio_at_steady_state(
    settings: list[Setting], world: World, seeds: int
) -> None:
    assert min(coverage(settings, world, seeds).each) >= 0.95


@pytest.mark.parametrize("seeds", [2, 5])
def test_one_of_many_settings_is_not_decided_by_chance(settings: list[Setting], seeds: int) -> None:
    """A verdict that any of six settings can give is wrong in at most one of 20 claims."""
    assert coverage(3 * settings, World(), seeds).all >= 0.95


def test_interval_of_the_seeds_alone_does_not(settings: list[Setting]) -> None:
    """This was the interval of a verdict, and 16 of 20 runs of this kind passed as steady."""
    world = World(straight(0.13), 0.13)
    assert max(coverage(settings, world, 5, parts=PARTS[:1]).each) < 0.05


def test_seeds_do_not_average_an_accident_that_all_of_them_meet(
    settings: list[Setting],
) -> None:
    """Their interval leaves it out, so accidents are a part of their own."""
    world = World(accidents=ACCIDENTS.sd, differ=False)
    without = tuple(part for part in PARTS if part != ACCIDENT)
    assert min(coverage(settings[:1], world, 5, parts=without).each) < 0.8


def test_phases_of_the_same_cells_meet_one_accident() -> None:
    """Two cells meet one each."""
    runs = {seed: Run(100.0) for seed in (1, 2)}
    side = Side("0", runs, ())
    apart, same = (
        envelopes([Pair(side, side, owes_nothing=True)]),
        envelopes([Pair(side, side, owes_nothing=True, same_cells=True)]),
    )
    wide, narrow = (np.log(found[0].parts[ACCIDENT][1]) for found in (apart, same))
    assert wide == pytest.approx(np.sqrt(2) * narrow)
