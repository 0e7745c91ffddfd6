"""Medians and ratios of few repeats, with an interval that is honest about how few they are.

One method for all. One repeat has no interval. That of several is Student's t: the repeats of one
measure of an experiment and an engine (or of the ratio of two), at all settings of its factors,
share one variance, so that two seeds at each of six bandwidths give it with 6 degrees of freedom.
It is that of their logarithms, or of the values themselves where one of them is not above 0.
(Factorial designs with replications: Jain, The Art of Computer Systems Performance Analysis, 1991,
chapters 18, 22.)

A bootstrap would only reshuffle the same few values and claim a precision that it can't have: the
range of two holds their true median in every second case, and that of five in 94 % of cases.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scripts.analyse.student import student_t

RESAMPLES = 2000
CONFIDENCE = 0.95

SINGLE = "single"
POOLED = "pooled-t"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval; `low` and `high` are None where the method is `SINGLE`."""

    value: float
    low: float | None
    high: float | None
    method: str
    repeats: int


def generator(*key: object) -> np.random.Generator:
    """Return a random generator whose seed is fixed by `key` alone.

    Each estimate has its own, so that one more cell in a study moves no other number.
    """
    digest = hashlib.sha256(repr(key).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def percentile_interval(samples: NDArray[np.float64]) -> tuple[float, float]:
    """Return the bounds between which the middle `CONFIDENCE` of `samples` lies."""
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(samples, [tail, 1 - tail])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Spread:
    """A standard deviation of repeats, and from how many of them it is known.

    Of their logarithms, or of themselves where they are not all greater than 0.
    """

    sd: float
    degrees_of_freedom: int
    of_logs: bool = True


def pooled_spread(groups: Iterable[Sequence[float]]) -> Spread | None:
    """Return the spread that groups of repeats have in common; None if no group has two.

    Each group's centre is its own.
    """
    groups = list(groups)
    of_logs = all(min(values) > 0 for values in groups if len(values))
    squares, degrees = 0.0, 0
    for values in groups:
        scaled = np.log(values) if of_logs else np.asarray(values, dtype=float)
        squares += float(((scaled - scaled.mean()) ** 2).sum())
        degrees += len(values) - 1
    return Spread(float(np.sqrt(squares / degrees)), degrees, of_logs) if degrees else None


def median_estimate(values: Sequence[float], spread: Spread | None) -> Estimate:
    """Return the median of one or more finite `values` with its interval.

    `spread` is theirs and of other settings' repeats. Raises ValueError if there are no values, one
    isn't finite, or several have no spread.
    """
    array = _checked(values)
    median = float(np.median(array))
    if len(array) == 1:
        return Estimate(median, None, None, SINGLE, 1)
    return Estimate(median, *_pooled_interval(array, spread), POOLED, len(array))


def _pooled_interval(values: NDArray[np.float64], spread: Spread | None) -> tuple[float, float]:
    """Student's t about the mean, or about the geometric mean where the spread is of logarithms."""
    if spread is None:
        raise ValueError("repeats need the spread that they share with others")
    error = spread.sd / np.sqrt(len(values))
    half = float(student_t(spread.degrees_of_freedom, (1 + CONFIDENCE) / 2) * error)
    if not spread.of_logs:
        return float(values.mean()) - half, float(values.mean()) + half
    centre = float(np.log(values).mean())
    return float(np.exp(centre - half)), float(np.exp(centre + half))


def log_centre(values: Sequence[float]) -> float:
    """Return the logarithm of the geometric mean."""
    return float(np.log(values).mean())


def log_draws(
    values: Sequence[float], spread: Spread | None, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return `RESAMPLES` centres as `log_centre`, as they might have come out, ``(RESAMPLES,)``.

    Repeats are drawn with the spread that they share with others, one repeat not at all.
    """
    centre = np.full(RESAMPLES, log_centre(values))
    if len(values) == 1 or spread is None:
        return centre
    error = spread.sd / np.sqrt(len(values))
    return centre + error * rng.standard_t(spread.degrees_of_freedom, size=RESAMPLES)


def ratio_estimate(values: Sequence[float], spread: Spread | None) -> Estimate:
    """Return the geometric mean of one or more ratios greater than 0 with its interval.

    So the ratio of two engines and that of the other way round are the same.
    """
    estimate = median_estimate(values, spread)
    if estimate.method == SINGLE:
        return estimate
    return replace(estimate, value=float(np.exp(log_centre(values))))


def paired_ratios(
    numerator: Mapping[int | None, float], denominator: Mapping[int | None, float]
) -> list[float]:
    """Return numerator over denominator of each seed that both have, in the numerator's order.

    A seed gives every engine the same keys in the same order, so that what is hard about them is
    hard for both and leaves the ratio alone (common random numbers; Law, Simulation Modeling and
    Analysis, 2015, section 11.2). Raises ValueError where a value is not greater than 0.
    """
    shared = [seed for seed in numerator if seed in denominator]
    if any(min(numerator[seed], denominator[seed]) <= 0 for seed in shared):
        raise ValueError("a ratio needs values greater than 0")
    return [numerator[seed] / denominator[seed] for seed in shared]


def _checked(values: Sequence[float]) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=float)
    if array.size == 0 or not np.isfinite(array).all():
        raise ValueError("needs one finite value or more")
    return array
