"""Curves over bandwidth: where two engines cross, and how steep one is.

Both work in logarithms: bandwidth doubles from point to point, and a ratio of 2 is as far from 1
as a ratio of 1/2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scripts.analyse.intervals import (
    CONFIDENCE,
    RESAMPLES,
    Spread,
    generator,
    log_centre,
    log_draws,
    percentile_interval,
    pooled_spread,
)

Curve = Mapping[float, Sequence[float]]
"""Bandwidth in MiB/s to the repeats' values, all greater than 0."""

CROSSES = "crosses"
NUMERATOR_AHEAD = "numerator ahead"
DENOMINATOR_AHEAD = "denominator ahead"
NOT_SETTLED = "not settled"


@dataclass(frozen=True, slots=True)
class Crossover:
    """Where the ratio of two curves passes 1.

    `trend` is ``falling`` or ``rising``: how the ratio goes with bandwidth. `sign_changes` counts
    how often the ratio passes 1 from one bandwidth to the next, before any fit: more than one says
    that the crossover is not sharp. Where fewer than 95 % of the draws cross, whether the curves
    do is not settled, and there is neither a bandwidth nor bounds.
    """

    bandwidths: int
    sign_changes: int
    trend: str
    outcome: str
    bandwidth_mib_s: float | None
    low_mib_s: float | None
    high_mib_s: float | None
    crossing_share: float


@dataclass(frozen=True, slots=True)
class Slope:
    """Slope of log value on log bandwidth; bounds are None with one repeat a bandwidth."""

    slope: float
    low: float | None
    high: float | None
    bandwidths: int
    repeats: int


def crossover(ratios: Curve, spread: Spread | None, *key: object) -> Crossover | None:
    """Return where the ratios of two engines pass 1; None with fewer than 2 bandwidths.

    The ratio's logarithm is fitted by the monotone function of log2 bandwidth that is nearest to
    it (isotonic regression, in the direction of its least-squares trend), and the crossover is
    where the fit, linear between bandwidths, is 0. So noise near the crossing can't make several
    of it. The interval comes from resampling the repeats of each bandwidth (`log_draws`); the
    direction stays that of the whole data.
    """
    shared = sorted(ratios)
    if len(shared) < 2:
        return None
    axis = np.log2(shared)
    heights = np.array([log_centre(ratios[b]) for b in shared])
    rising = bool(np.polyfit(axis, heights, 1)[0] > 0)
    signs = np.sign(heights[heights != 0])
    sign_changes = int((signs[1:] != signs[:-1]).sum())
    point = _zero_of_fit(axis, heights, rising)
    outcome = CROSSES
    if point is None:
        outcome = NUMERATOR_AHEAD if heights.mean() > 0 else DENOMINATOR_AHEAD
    rng = generator(*key)
    draws = np.array([log_draws(ratios[b], spread, rng) for b in shared]).T
    zeros = [_zero_of_fit(axis, draw, rising) for draw in draws]
    found = np.array([zero for zero in zeros if zero is not None])
    share = len(found) / RESAMPLES
    has_repeats = all(len(ratios[b]) > 1 for b in shared)
    low = high = None
    if point is not None and has_repeats:
        if share >= CONFIDENCE:
            low, high = (2**bound for bound in percentile_interval(found))
        else:
            point, outcome = None, NOT_SETTLED
    return Crossover(
        bandwidths=len(shared),
        sign_changes=sign_changes,
        trend="rising" if rising else "falling",
        outcome=outcome,
        bandwidth_mib_s=None if point is None else float(2**point),
        low_mib_s=low,
        high_mib_s=high,
        crossing_share=share,
    )


def _zero_of_fit(
    axis: NDArray[np.float64], heights: NDArray[np.float64], rising: bool
) -> float | None:
    """Return where the monotone fit through `heights` is 0, or None if it never is."""
    from scipy.optimize import isotonic_regression  # slow to import

    fit = isotonic_regression(heights, increasing=rising).x
    below, above = fit[:-1], fit[1:]
    for index in np.flatnonzero((below * above < 0) | (below == 0) | (above == 0)):
        step = above[index] - below[index]
        if step != 0:
            return float(axis[index] - below[index] / step * (axis[index + 1] - axis[index]))
    return None


def slope(curve: Curve, *key: object) -> Slope | None:
    """Return the least-squares slope of log value on log bandwidth; None below 2 bandwidths."""
    bandwidths = sorted(curve)
    if len(bandwidths) < 2:
        return None
    axis = np.log(bandwidths)
    heights = np.array([log_centre(curve[b]) for b in bandwidths])
    repeats = min(len(curve[b]) for b in bandwidths)
    low = high = None
    if repeats > 1:
        rng = generator(*key)
        spread = pooled_spread(curve.values())
        draws = np.array([log_draws(curve[b], spread, rng) for b in bandwidths])
        low, high = percentile_interval(_least_squares(axis, draws))
    value = float(_least_squares(axis, heights[:, None])[0])
    return Slope(value, low, high, len(bandwidths), repeats)


def _least_squares(axis: NDArray[np.float64], heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the slope of each column of `heights` on `axis`."""
    centred = axis - axis.mean()
    return centred @ (heights - heights.mean(axis=0)) / (centred @ centred)
