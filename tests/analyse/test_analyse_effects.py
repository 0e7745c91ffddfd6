"""Effects of factors in a fraction of their combinations."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scripts.analyse.effects import Signs, effects, is_design


def half(k: int) -> Signs:
    """2^(k-1): the last factor is the product of all others."""
    crossed = np.array(list(product((-1, 1), repeat=k - 1)))
    return np.column_stack([crossed, crossed.prod(axis=1)])


def values(signs: Signs, noise: float, **steps: float) -> list[float]:
    """1 times e to the steps of factors such as a=0.4 and pairs such as ab=0.2, and to noise."""
    rng = np.random.default_rng(1)
    logs = rng.normal(0, noise, len(signs))
    for word, step in steps.items():
        logs += step / 2 * signs[:, ["abcdef".index(letter) for letter in word]].prod(axis=1)
    return list(np.exp(logs))


def test_effects_are_what_was_put_in_and_others_are_not_seen() -> None:
    signs = half(5)
    found = {
        effect.factors: effect for effect in effects(signs, values(signs, 0.01, a=0.4, bc=-0.2))
    }
    assert found[((0,),)].ratio == pytest.approx(np.exp(0.4), rel=0.02)
    assert found[((0,),)].stands_out
    assert found[((1, 2),)].ratio == pytest.approx(np.exp(-0.2), rel=0.02)
    assert found[((1, 2),)].stands_out
    others = [effect for factors, effect in found.items() if factors not in (((0,),), ((1, 2),))]
    assert not [effect for effect in others if effect.stands_out]
    assert all(effect.low < effect.ratio < effect.high for effect in found.values())


def test_pairs_that_are_not_told_apart_are_named_together() -> None:
    signs = half(4)
    found = [effect.factors for effect in effects(signs, values(signs, 0.01, ab=0.5))]
    assert found == [((0,),), ((1,),), ((2,),), ((3,),),
                     ((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]  # fmt: skip


def test_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Coverage by simulation: factor a has an effect, and 2 of 15 others do."""
    signs = half(5)
    rng = np.random.default_rng(2)
    truth = 0.1 * (signs[:, 0] + 0.5 * signs[:, 1] + 0.5 * signs[:, 2])
    covered = 0
    for _ in range(1000):
        found = effects(signs, list(np.exp(truth + rng.normal(0, 0.05, len(signs)))))[0]
        covered += found.low < np.exp(0.2) < found.high
    assert 0.93 < covered / 1000 < 0.985


def test_what_is_no_design_is_refused() -> None:
    three = np.array(list(product((-1, 1), repeat=2)))
    resolution_iii = np.column_stack([three, three.prod(axis=1)])
    signs = half(5)
    assert not is_design(np.vstack([resolution_iii, resolution_iii]))
    assert not is_design(signs[:-1])
    with pytest.raises(ValueError, match="resolution IV"):
        effects(signs[:-1], [1.0] * 15)
