"""Medians and ratios against distributions whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.analyse.intervals import (
    POOLED,
    SINGLE,
    Spread,
    median_estimate,
    paired_ratios,
    pooled_spread,
    ratio_estimate,
)


def test_one_repeat_has_no_interval():
    estimate = median_estimate([3.0], None)
    assert (estimate.value, estimate.low, estimate.high) == (3.0, None, None)
    assert (estimate.method, estimate.repeats) == (SINGLE, 1)


def test_few_repeats_share_the_spread_of_others():
    alone = median_estimate([9.0, 11.0], pooled_spread([[9.0, 11.0]]))
    among = median_estimate([9.0, 11.0], pooled_spread([[9.0, 11.0], [90.0, 110.0], [1.8, 2.2]]))
    assert (alone.value, among.value) == (10.0, 10.0)
    assert alone.method == among.method == POOLED
    assert alone.low < among.low < 9.0 < 11.0 < among.high < alone.high


def test_values_that_may_be_nothing_have_a_spread_of_their_own_scale():
    spread = pooled_spread([[0.0, 2.0], [5.0, 7.0]])
    assert (spread.of_logs, spread.degrees_of_freedom) == (False, 2)
    estimate = median_estimate([0.0, 2.0], spread)
    assert estimate.low == pytest.approx(1 - estimate.high + 1)
    assert estimate.low < 0 < 2 < estimate.high


def test_repeats_without_a_spread_are_refused():
    with pytest.raises(ValueError, match="spread"):
        median_estimate([1.0, 2.0], None)


def test_interval_narrows_as_repeats_grow():
    rng = np.random.default_rng(2)
    widths = []
    for size in (10, 100, 1000):
        values = rng.normal(100, 10, size=size)
        estimate = median_estimate(values, pooled_spread([values]))
        widths.append(estimate.high - estimate.low)
    assert widths[0] > widths[1] > widths[2]
    # Ten times the repeats, a third of the width: the square root.
    assert widths[1] / widths[2] == pytest.approx(np.sqrt(10), rel=0.5)


def test_ratios_are_those_of_a_seed_that_both_sides_have():
    assert paired_ratios({1: 10.0, 2: 12.0, 4: 1.0}, {2: 4.0, 1: 5.0, 3: 1.0}) == [2.0, 3.0]
    assert paired_ratios({None: 6.0}, {None: 2.0}) == [3.0]


def test_what_a_seed_does_to_both_sides_does_not_widen_their_ratio():
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(100):
        seeds = rng.lognormal(0, 0.5, size=15)
        above = dict(enumerate(180 * seeds * rng.lognormal(0, 0.05, size=15)))
        below = dict(enumerate(100 * seeds * rng.lognormal(0, 0.05, size=15)))
        ratios = paired_ratios(above, below)
        estimate = ratio_estimate(ratios, pooled_spread([ratios]))
        hits += estimate.low <= 1.8 <= estimate.high
        assert estimate.high / estimate.low < 1.25
    assert 88 <= hits <= 100


def test_spread_is_that_of_all_groups_about_their_own_centres():
    groups = [[1.0, np.e**2], [10.0, 10.0 * np.e**2], [7.0]]
    spread = pooled_spread(groups)
    # Two deviations of 1 in each pair: 4 squares over 2 degrees of freedom.
    assert (spread.sd, spread.degrees_of_freedom) == (pytest.approx(np.sqrt(2)), 2)
    assert pooled_spread([[3.0], [4.0]]) is None


def test_two_seeds_at_six_bandwidths_cover_the_truth_as_often_as_they_claim():
    """Their range would in every second case."""
    rng = np.random.default_rng(5)
    truths = [1.8, 1.5, 1.2, 1.0, 0.9, 0.8]
    hits = of_range = 0
    for _ in range(300):
        ratios = [list(truth * rng.lognormal(0, 0.08, size=2)) for truth in truths]
        spread = pooled_spread(ratios)
        for truth, values in zip(truths, ratios, strict=True):
            estimate = ratio_estimate(values, spread)
            assert estimate.method == POOLED
            hits += estimate.low <= truth <= estimate.high
            of_range += min(values) <= truth <= max(values)
    assert 0.93 <= hits / 1800 <= 0.97
    assert 0.45 <= of_range / 1800 <= 0.55


def test_medians_of_two_seeds_cover_the_truth_as_often_as_they_claim():
    """Of six settings, with the skew that counts of pages have."""
    rng = np.random.default_rng(6)
    truths = [300.0, 120.0, 60.0, 30.0, 12.0, 5.0]
    hits = 0
    for _ in range(300):
        settings = [list(truth * rng.lognormal(0, 0.1, size=2)) for truth in truths]
        spread = pooled_spread(settings)
        for truth, values in zip(truths, settings, strict=True):
            estimate = median_estimate(values, spread)
            hits += estimate.low <= truth <= estimate.high
    assert 0.93 <= hits / 1800 <= 0.97


def test_single_ratio_needs_no_others():
    assert ratio_estimate([2.0], Spread(0.1, 6)).method == SINGLE
    assert ratio_estimate([2.0], None).value == 2.0


@pytest.mark.parametrize("values", [[], [float("nan")], [1.0, float("inf")]])
def test_values_that_are_none_are_refused(values):
    with pytest.raises(ValueError, match="finite"):
        median_estimate(values, None)


def test_ratio_to_nothing_is_refused():
    with pytest.raises(ValueError, match="greater than 0"):
        paired_ratios({1: 1.0, 2: 2.0}, {1: 0.0, 2: 1.0})
