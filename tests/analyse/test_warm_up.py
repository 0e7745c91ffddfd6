"""MSER-5 on series with a known transient."""

from __future__ import annotations

import numpy as np

from scripts.analyse.warm_up import mser


def test_transient_of_known_length_is_cut():
    rng = np.random.default_rng(1)
    series = np.concatenate([np.linspace(0, 90, 30), rng.normal(100, 2, size=270)])
    cut = mser(series)
    assert cut.is_reliable
    assert cut.batch == 5
    assert 25 <= cut.observations <= 40


def test_steady_series_loses_little():
    rng = np.random.default_rng(2)
    cuts = [mser(rng.normal(100, 5, size=300)).observations for _ in range(20)]
    assert np.median(cuts) <= 60


def test_transient_longer_than_half_the_series_is_called_unreliable():
    series = np.concatenate([np.linspace(0, 90, 70), np.full(30, 100.0)])
    cut = mser(series)
    assert cut.observations == 50
    assert not cut.is_reliable


def test_short_series_uses_single_seconds_and_says_so():
    cut = mser([1.0, 50.0, 100.0, 101.0, 99.0, 100.0, 100.0, 101.0, 99.0, 100.0])
    assert cut.batch == 1
    assert cut.observations == 2
    assert not cut.is_reliable


def test_too_few_observations_have_no_cut():
    assert mser([1.0, 2.0, 3.0]).observations is None
    assert mser([]).observations is None
