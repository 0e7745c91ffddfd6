"""How many repeats a ratio needs, against intervals of samples that have as many."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.analyse.intervals import pooled_spread, ratio_estimate
from scripts.analyse.repeats import Precision, lines, more_seeds, with_seeds


def test_enough_stays_and_one_repeat_becomes_two() -> None:
    assert Precision("oltp", 3, 0.04).needed(0.05, 10) == 3
    assert Precision("oltp", 1, None).needed(0.05, 10) == 2
    assert Precision("oltp", 4, 0.5).needed(0.05, 10) == 10
    assert Precision("oltp", 4, 0.051).needed(0.05, 10) == 5
    assert Precision("oltp", 12, 0.2).needed(0.05, 10) == 12


def test_as_many_repeats_as_it_says_give_the_interval() -> None:
    rng = np.random.default_rng(4)
    within, halves = 0.05, []
    for _ in range(300):
        groups = [np.exp(rng.normal(0, 0.06, size=3)) for _ in range(6)]
        estimates = [ratio_estimate(list(group), pooled_spread(groups)) for group in groups]
        half = max(each.high / each.value for each in estimates if each.high) - 1
        needed = Precision("oltp", 3, half).needed(within, 100)
        more = [np.exp(rng.normal(0, 0.06, size=needed)) for _ in range(6)]
        spread = pooled_spread(more)
        assert spread is not None
        halves.append(np.expm1(1.96 * spread.sd / np.sqrt(needed)))
    assert np.median(halves) == pytest.approx(within, rel=0.25)


def test_seeds_are_added_where_they_are_needed() -> None:
    known = [Precision("oltp", 2, 0.03), Precision("scan", 2, 0.08), Precision("tpcc", 2, 0.6)]
    seeds = more_seeds(known, 0.05, 8)
    assert {name: len(values) for name, values in seeds.items()} == {
        "oltp": 2,
        "scan": 5,
        "tpcc": 8,
    }
    assert seeds["scan"] == [1, 2, 3, 4, 5]
    # What was measured for an experiment before stays in the study.
    assert more_seeds([Precision("oltp", 7, 0.03)], 0.05, 8) == {}
    assert len(more_seeds([*known, Precision("olap", 7, 0.03)], 0.05, 8)["olap"]) == 7
    overrides = {"scan": {"device.pipes": ["separate"], "seed": [1]}, "other": {"seed": [1]}}
    assert with_seeds(overrides, {"scan": [1, 2]}) == {
        "scan": {"device.pipes": ["separate"], "seed": [1, 2]},
        "other": {"seed": [1]},
    }


def test_what_is_known_is_said() -> None:
    known = [Precision("a", 2, 0.03), Precision("b", 2, 0.08), Precision("c", 8, 0.09)]
    assert lines([*known, Precision("d", 1, None)], 0.05, 8) == [
        "a: after 2 repeats the ratios are known within 3.0%; enough",
        "b: after 2 repeats the ratios are known within 8.0%; 5 are measured",
        "c: after 8 repeats the ratios are known within 9.0%, not 5%; 8 are the most that were "
        "asked for",
        "d: 1 repeat, so its ratios have no interval",
    ]
