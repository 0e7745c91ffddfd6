"""How many repeats real time needs until the ratio of two engines is known well enough.

Half an interval falls with the square root of the number of repeats, so n of them with half
interval h become n (h / w)² for the half interval w (Jain, The Art of Computer Systems Performance
Analysis, 1991, section 13.9). Ratios are compared by their logarithms, as their intervals are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import duckdb

from scripts.analyse.tables import CURVE_METRICS


@dataclass(frozen=True, slots=True)
class Precision:
    """How well the least known ratio of an experiment is known.

    `half_interval` is a share of the ratio: 0.05 if the bounds are a twentieth away. None if there
    is one repeat.
    """

    experiment: str
    repeats: int
    half_interval: float | None

    def needed(self, within: float, at_most: int) -> int:
        """Return how many repeats a half interval of `within` takes, `at_most` if more."""
        if self.half_interval is None:
            return min(max(2, self.repeats), at_most)
        if self.half_interval <= within:
            return self.repeats
        growth = (math.log1p(self.half_interval) / math.log1p(within)) ** 2
        return max(
            self.repeats, min(max(self.repeats + 1, math.ceil(self.repeats * growth)), at_most)
        )


def precisions(connection: duckdb.DuckDBPyConnection) -> list[Precision]:
    """Return what is known of each experiment that was measured in real time, by its name."""
    rows = connection.execute(
        """
        SELECT experiment, min(repeats), max(greatest(high / ratio, ratio / low)) - 1
        FROM engine_ratios
        JOIN labs USING (lab)
        WHERE real_time AND list_contains($metrics, metric)
        GROUP BY experiment
        ORDER BY experiment
        """,
        {"metrics": list(CURVE_METRICS)},
    ).fetchall()
    return [Precision(*row) for row in rows]


def more_seeds(known: Iterable[Precision], within: float, at_most: int) -> dict[str, list[int]]:
    """Return the seeds 1, 2, 3, ... of every experiment, if one needs more than it has; else none.

    Those that are known well enough keep what they have, which may be more than the study asks for.
    """
    needed = {each: each.needed(within, at_most) for each in known}
    if all(n <= each.repeats for each, n in needed.items()):
        return {}
    return {each.experiment: list(range(1, n + 1)) for each, n in needed.items()}


def lines(known: Iterable[Precision], within: float, at_most: int) -> list[str]:
    """Return a sentence for each experiment: how well it is known, and what it takes."""
    said = []
    for each in known:
        count = f"{each.repeats} repeat{'s' if each.repeats > 1 else ''}"
        if each.half_interval is None:
            said.append(f"{each.experiment}: {count}, so its ratios have no interval")
            continue
        how = (
            f"{each.experiment}: after {count} the ratios are known within {each.half_interval:.1%}"
        )
        needed = each.needed(within, at_most)
        if each.half_interval <= within:
            said.append(f"{how}; enough")
        elif needed > each.repeats:
            said.append(f"{how}; {needed} are measured")
        else:
            said.append(f"{how}, not {within:.0%}; {at_most} are the most that were asked for")
    return said


def with_seeds(
    overrides: Mapping[str, Mapping[str, list[object]]], seeds: Mapping[str, list[int]]
) -> dict[str, dict[str, list[object]]]:
    """Return the study's ``experiment_overrides`` with these seeds."""
    merged = {name: dict(factors) for name, factors in overrides.items()}
    for name, values in seeds.items():
        merged.setdefault(name, {})["seed"] = list(values)
    return merged
