"""Effects of factors of two values, from a fraction of their combinations without repeats.

Of n combinations n - 1 contrasts can be told apart: the effect of each factor, and groups of pairs
of factors, each pair's effect being how much one of them changes what the other does. Where nothing
is repeated, the spread is known from the contrasts themselves, of which most are of things that do
nothing (R. V. Lenth, Quick and Easy Analysis of Unreplicated Factorials, Technometrics 31, 1989).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

import numpy as np
from numpy.typing import NDArray

from scripts.analyse.intervals import CONFIDENCE
from scripts.analyse.student import student_t

Signs = NDArray[np.int64]
"""Combinations by factors, ``(n, k)``: -1 where a factor is at its first value, 1 at its second."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change from first to second values multiplies a measure by.

    ``factors`` has the one factor, by its place, or all pairs whose effects are not told apart.
    From ``low`` to ``high`` is its own 95 % interval; ``stands_out`` where it is still not 1 in an
    interval that holds for all effects at once.
    """

    factors: tuple[tuple[int, ...], ...]
    ratio: float
    low: float
    high: float
    stands_out: bool


def is_design(signs: Signs) -> bool:
    """Whether each factor's effect can be told from every other's and from that of each pair.

    So the values of each factor are equally frequent, and the fraction has a resolution of IV or
    more (Box, Hunter and Hunter, Statistics for Experimenters, 2005, section 6.7).
    """
    n, k = signs.shape
    if n < 8 or n & (n - 1) or k < 3:
        return False
    pairs = np.array([signs[:, a] * signs[:, b] for a, b in combinations(range(k), 2)])
    unbalanced = signs.sum(axis=0).any() or pairs.sum(axis=1).any()
    return not unbalanced and not (pairs @ signs).any()


def effects(signs: Signs, values: Sequence[float]) -> list[Effect]:
    """Return the effects on the logarithm of ``values``, one greater than 0 per combination.

    Those of factors come first, in their order, then groups of pairs. Raises ValueError where
    ``signs`` is no such design.
    """
    if not is_design(signs) or len(values) != len(signs):
        raise ValueError("needs one value of each combination of a design of resolution IV")
    contrasts = _contrasts(signs)
    logs = np.log(np.asarray(values, dtype=float))
    # Summed exactly, so that no order of additions of some processor matters.
    steps = np.array([fsum(column * logs) for _, column in contrasts]) * 2 / len(logs)
    own, of_all = _margins(steps)
    return [
        Effect(
            factors,
            float(np.exp(step)),
            float(np.exp(step - own)),
            float(np.exp(step + own)),
            bool(abs(step) > of_all),
        )
        for (factors, _), step in zip(contrasts, steps, strict=True)
        if factors
    ]


def _contrasts(signs: Signs) -> list[tuple[tuple[tuple[int, ...], ...], Signs]]:
    """All n - 1 columns that can be told apart, each with the factors or pairs that it is of.

    Columns of three factors and more come last, without any.
    """
    n, k = signs.shape
    words = [(factor,) for factor in range(k)] + list(combinations(range(k), 2))
    named: dict[bytes, list[tuple[int, ...]]] = {}
    columns: dict[bytes, Signs] = {}
    for word in words:
        column = signs[:, list(word)].prod(axis=1)
        columns.setdefault(_key(column), column)
        named.setdefault(_key(column), []).append(word)
    unexplored = list(columns.values())
    while unexplored:
        column = unexplored.pop()
        for factor in range(k):
            product = column * signs[:, factor]
            if _key(product) not in columns and abs(product.sum()) < n:
                columns[_key(product)] = product
                unexplored.append(product)
    if len(columns) != n - 1:
        raise ValueError("the combinations are not all products of their factors")
    return [(tuple(named.get(key, ())), column) for key, column in columns.items()]


def _key(column: Signs) -> bytes:
    """The same for a column and its opposite, which tell the same effect."""
    return (column * column[0]).tobytes()


def _margins(steps: NDArray[np.float64]) -> tuple[float, float]:
    """Half the width of the 95 % interval of one step, and of one that holds for all at once.

    Lenth's margin of error and his simultaneous one, from his pseudo standard error.
    """
    sizes = np.abs(steps)
    first = 1.5 * np.median(sizes)
    error = 1.5 * float(np.median(sizes[sizes < 2.5 * first])) if first else 0.0
    degrees = len(steps) / 3
    at_once = (1 + CONFIDENCE ** (1 / len(steps))) / 2
    one, of_all = student_t(degrees, [(1 + CONFIDENCE) / 2, at_once])
    return float(one * error), float(of_all * error)
