"""In which order cells are measured where each has the host for itself: engines take turns.

A host that slows down over hours then slows all engines alike. Within an experiment all settings
are measured with one seed before the next seed's turn comes, so that repeats lie far apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scripts.plan.jobs import Cell


def in_turns(cells: Iterable[Cell]) -> list[str]:
    """Ids of the cells in the order of their turns: by experiment, seed, setting, and engine."""
    experiments: dict[str, int] = {}
    seen: Counter[tuple[str, str | None, int]] = Counter()
    turns: list[tuple[int, int, int, str]] = []
    for cell in cells:
        experiment, engine, seed = cell.job["experiment"], cell.job["engine"], cell.job["seed"]
        place = experiments.setdefault(experiment, len(experiments))
        # An experiment's engines have the same settings in the same order.
        setting = seen[experiment, engine, seed]
        seen[experiment, engine, seed] += 1
        turns.append((place, seed, setting, cell.id))
    return [cell_id for *_, cell_id in sorted(turns, key=lambda turn: turn[:-1])]
