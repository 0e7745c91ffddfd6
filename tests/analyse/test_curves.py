"""Crossovers and slopes of curves that were made to have known ones."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.analyse.curves import (
    CROSSES,
    DENOMINATOR_AHEAD,
    NOT_SETTLED,
    NUMERATOR_AHEAD,
    crossover,
    slope,
)
from scripts.analyse.intervals import pooled_spread

MEET_AT = 5 ** (1 / 0.4)  # where 20 * b^0.5 is 4 * b^0.9
BANDWIDTHS = [4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]


def power_law(factor: float, exponent: float, noise: float = 0.0, repeats: int = 1, seed: int = 0):
    """Repeats of factor * bandwidth ** exponent, with log-normal noise."""
    rng = np.random.default_rng(seed)
    return {
        bandwidth: list(factor * bandwidth**exponent * rng.lognormal(0, noise, size=repeats))
        for bandwidth in BANDWIDTHS
    }


def over(above, below):
    """Ratios of two curves, repeat by repeat."""
    return {b: [x / y for x, y in zip(above[b], below[b], strict=True)] for b in above}


def meeting(repeats: int, seed: int):
    """Noisy ratios of two power laws that meet at `MEET_AT`."""
    above = power_law(20, 0.5, noise=0.1, repeats=repeats, seed=seed)
    below = power_law(4, 0.9, noise=0.1, repeats=repeats, seed=1000 + seed)
    return over(above, below)


def test_crossover_of_two_power_laws_is_where_they_meet():
    found = crossover(over(power_law(20, 0.5), power_law(4, 0.9)), None)
    assert found.bandwidth_mib_s == pytest.approx(MEET_AT, rel=1e-9)
    assert (found.outcome, found.trend, found.sign_changes) == (CROSSES, "falling", 1)
    assert found.bandwidths == 7
    # One repeat at each bandwidth: where it crosses is known, how surely isn't.
    assert (found.low_mib_s, found.high_mib_s) == (None, None)


@pytest.mark.parametrize("repeats", [2, 5])
def test_crossover_covers_the_truth_as_often_as_it_claims(repeats):
    hits = 0
    for seed in range(60):
        ratios = meeting(repeats, seed)
        found = crossover(ratios, pooled_spread(ratios.values()), seed)
        assert found.low_mib_s < found.bandwidth_mib_s < found.high_mib_s
        hits += found.low_mib_s <= MEET_AT <= found.high_mib_s
    assert 53 <= hits <= 60


@pytest.mark.parametrize(("factor", "outcome"), [(2.0, NUMERATOR_AHEAD), (0.5, DENOMINATOR_AHEAD)])
def test_curves_that_never_meet_have_no_crossover(factor, outcome):
    found = crossover(over(power_law(factor, 0.6), power_law(1, 0.5)), None)
    assert found.outcome == outcome
    assert found.bandwidth_mib_s is None
    assert found.crossing_share == 0


def test_rising_ratio_crosses_too():
    found = crossover(over(power_law(4, 0.9), power_law(20, 0.5)), None)
    assert found.trend == "rising"
    assert found.bandwidth_mib_s == pytest.approx(MEET_AT, rel=1e-9)


def test_noise_about_the_crossing_gives_one_crossover_and_says_how_noisy_it_is():
    ratios = [2.0, 1.4, 0.95, 1.1, 0.9, 0.7, 0.5]
    above = {bandwidth: [ratio] for bandwidth, ratio in zip(BANDWIDTHS, ratios, strict=True)}
    below = {bandwidth: [1.0] for bandwidth in BANDWIDTHS}
    found = crossover(over(above, below), None)
    assert found.sign_changes == 3
    assert 16 < found.bandwidth_mib_s <= 64


def test_a_crossing_that_the_noise_alone_may_have_made_is_not_settled():
    ratios = {4.0: [0.96, 1.03], 16.0: [0.97, 1.01], 64.0: [1.04, 0.97]}
    found = crossover(ratios, pooled_spread(ratios.values()), "k")
    assert (found.outcome, found.bandwidth_mib_s, found.low_mib_s) == (NOT_SETTLED, None, None)
    assert 0.1 < found.crossing_share < 0.95


def test_one_bandwidth_has_no_crossover():
    assert crossover({4.0: [2.0]}, None) is None
    assert crossover({}, None) is None


def test_same_key_gives_the_same_interval():
    above = power_law(20, 0.5, noise=0.2, repeats=3, seed=1)
    below = power_law(4, 0.9, noise=0.2, repeats=3, seed=2)
    ratios = over(above, below)
    spread = pooled_spread(ratios.values())
    assert crossover(ratios, spread, "k") == crossover(ratios, spread, "k")


@pytest.mark.parametrize("exponent", [0.0, 0.37, 1.0])
def test_slope_of_a_power_law_is_its_exponent(exponent):
    found = slope(power_law(7, exponent))
    assert found.slope == pytest.approx(exponent, abs=1e-12)
    assert (found.low, found.high, found.repeats) == (None, None, 1)


def test_slope_interval_holds_the_exponent():
    found = slope(power_law(7, 0.6, noise=0.05, repeats=6, seed=5))
    assert found.low < 0.6 < found.high
    assert found.high - found.low < 0.1


def test_slope_needs_two_bandwidths():
    assert slope({16.0: [1.0, 2.0]}) is None
