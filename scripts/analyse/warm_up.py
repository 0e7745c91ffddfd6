"""Where a run's warm-up ends, by MSER-5.

The marginal standard error rule cuts where the standard error of what remains is least: cutting
more loses data, cutting less keeps the transient. MSER-5 applies it to means of 5 observations.
K. P. White, "An effective truncation heuristic for bias reduction in simulation output",
Simulation 69(6), 1997; K. P. White, M. J. Cobb, S. C. Spratt, "A comparison of five steady-state
truncation heuristics for simulation", Winter Simulation Conference 2000. As usual the cut is
looked for in the first half alone: a minimum that lies at the half's end says that the run is too
short to say.

Runs of few seconds have too few batches of 5; then single seconds are the batches, and the result
says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

BATCH = 5
LEAST_BATCHES = 10
LEAST_OBSERVATIONS = 4


@dataclass(frozen=True, slots=True)
class Cut:
    """How many observations to discard; None if there are too few to say.

    `is_reliable` is False where the least standard error lies at the search's last cut, where
    there were too few observations, or too few for batches of 5.
    """

    observations: int | None
    batch: int
    is_reliable: bool


def mser(values: Sequence[float]) -> Cut:
    """Return the MSER-5 cut of a series of observations in order of time."""
    batch = BATCH if len(values) >= BATCH * LEAST_BATCHES else 1
    if len(values) < LEAST_OBSERVATIONS:
        return Cut(None, batch, False)
    batches = len(values) // batch
    means = np.asarray(values[: batches * batch], dtype=float).reshape(batches, batch).mean(axis=1)
    last_cut = batches // 2
    errors = []
    for cut in range(last_cut + 1):
        kept = means[cut:]
        errors.append(((kept - kept.mean()) ** 2).sum() / len(kept) ** 2)
    best = int(np.argmin(errors))
    return Cut(best * batch, batch, batch == BATCH and best < last_cut)
