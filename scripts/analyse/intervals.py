"""Medians and ratios of few repeats, with an interval that is honest about how few they are.

One repeat has no interval. With 2 to 4 a bootstrap would only reshuffle the same few values and
claim a precision that it can't have. What they are drawn as is their range, which holds the true
median of two in every second case. What engines are compared by is Student's t: the ratios of one
measure of an experiment, at all settings of its factors, share one variance of their logarithms,
so that two seeds at each of six bandwidths give it with 6 degrees of freedom. (Factorial designs
with replications: Jain, The Art of Computer Systems Performance Analysis, 1991, chapters 18, 22.)

From 5 on both are the 95 % percentile bootstrap of the median. (BCa corrects by a jackknife, which
is inconsistent for the median; Efron & Tibshirani, An Introduction to the Bootstrap, 1993, 11.6.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

LEAST_REPEATS_FOR_BOOTSTRAP = 5
RESAMPLES = 2000
CONFIDENCE = 0.95

SINGLE = "single"
RANGE = "min-max"
POOLED = "pooled-t"
BOOTSTRAP = "bootstrap"


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


def resampled_medians(values: Sequence[float], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the medians of `RESAMPLES` samples drawn from `values` with replacement."""
    array = np.asarray(values, dtype=float)
    picks = rng.integers(0, len(array), size=(RESAMPLES, len(array)))
    return np.median(array[picks], axis=1)


def percentile_interval(samples: NDArray[np.float64]) -> tuple[float, float]:
    """Return the bounds between which the middle `CONFIDENCE` of `samples` lies."""
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(samples, [tail, 1 - tail])
    return float(low), float(high)


def method_for(repeats: int) -> str:
    """Return how the interval of so many repeats is made."""
    if repeats < 2:
        return SINGLE
    return RANGE if repeats < LEAST_REPEATS_FOR_BOOTSTRAP else BOOTSTRAP


def median_estimate(values: Sequence[float], *key: object) -> Estimate:
    """Return the median of one or more finite `values` with its interval.

    Raises ValueError if there are none or one isn't finite. `key` fixes the random seed.
    """
    array = _checked(values)
    method = method_for(len(array))
    median = float(np.median(array))
    if method == SINGLE:
        return Estimate(median, None, None, method, 1)
    if method == RANGE:
        return Estimate(median, float(array.min()), float(array.max()), method, len(array))
    low, high = percentile_interval(resampled_medians(array, generator(*key)))
    return Estimate(median, low, high, method, len(array))


@dataclass(frozen=True, slots=True)
class Spread:
    """The standard deviation of repeats' logarithms, and from how many of them it is known."""

    log_sd: float
    degrees_of_freedom: int


def pooled_spread(groups: Iterable[Sequence[float]]) -> Spread | None:
    """Return the spread that groups of repeats have in common; None if no group has two.

    Values are greater than 0; each group's mean logarithm is its own.
    """
    squares, degrees = 0.0, 0
    for values in groups:
        logs = np.log(values)
        squares += float(((logs - logs.mean()) ** 2).sum())
        degrees += len(values) - 1
    return Spread(float(np.sqrt(squares / degrees)), degrees) if degrees else None


def log_centre(values: Sequence[float]) -> float:
    """Return the logarithm of the median; of the geometric mean where repeats are few."""
    few = len(values) < LEAST_REPEATS_FOR_BOOTSTRAP
    return float(np.log(values).mean() if few else np.log(np.median(values)))


def log_draws(
    values: Sequence[float], spread: Spread | None, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return `RESAMPLES` centres as `log_centre`, as they might have come out, ``(RESAMPLES,)``.

    Few repeats are drawn with the spread that they share with others, one repeat not at all.
    """
    method = method_for(len(values))
    if method == BOOTSTRAP:
        return np.log(resampled_medians(values, rng))
    centre = np.full(RESAMPLES, log_centre(values))
    if method == SINGLE or spread is None:
        return centre
    error = spread.log_sd / np.sqrt(len(values))
    return centre + error * rng.standard_t(spread.degrees_of_freedom, size=RESAMPLES)


def ratio_estimate(values: Sequence[float], spread: Spread | None, *key: object) -> Estimate:
    """Return the centre of one or more ratios greater than 0 with its interval.

    ``spread`` is theirs and of other settings' ratios, and matters to 2 to 4 repeats.
    """
    if method_for(len(values)) != RANGE or spread is None:
        return median_estimate(values, *key)
    centre = log_centre(_checked(values).tolist())
    error = spread.log_sd / np.sqrt(len(values))
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, spread.degrees_of_freedom) * error)
    low, value, high = (float(np.exp(centre + step)) for step in (-half, 0.0, half))
    return Estimate(value, low, high, POOLED, len(values))


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
