"""How many times as long as was expected jobs take in this run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

# What runs in a machine needs processors, and the rest a network and disks: one says little of the
# other's pace.
MACHINES = frozenset({"dataset", "machine", "snapshot", "cell", "verify_cell"})
# So many expected seconds of a rule's own jobs weigh as much as all jobs of its kind.
OWN_S = 60.0


class Pace:
    """The pace by rule, from jobs that have ended and from those that are late."""

    def __init__(self) -> None:
        self._ended: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._late: dict[str, list[float]] = {}

    def add(self, rule: str, took_s: float, expected_s: float) -> None:
        """Take note of a job that has ended."""
        self._ended[rule][0] += took_s
        self._ended[rule][1] += expected_s

    def see(self, running: Iterable[tuple[str, float, float]]) -> None:
        """Take note of the jobs that run now, as (rule, seconds so far, expected seconds)."""
        self._late = defaultdict(lambda: [0.0, 0.0])
        for rule, took_s, expected_s in running:
            if took_s > expected_s:
                self._late[rule][0] += took_s
                self._late[rule][1] += expected_s

    def of(self, rule: str) -> float:
        """How many times as long as expected jobs of a rule take.

        What is late has no end yet, so it can only say that the pace is no better; of another kind,
        it says so as long as none of the rule's kind has ended.
        """
        alike = MACHINES if rule in MACHINES else {*self._ended, *self._late} - MACHINES
        of_all = _ratio(*_sum(self._ended, self._ended), 1.0)
        of_kind = _ratio(*_sum(self._ended, alike), of_all)
        took_s, expected_s = _sum(self._ended, {rule})
        told_by = alike if alike & self._ended.keys() else self._late.keys()
        late_took_s, late_expected_s = _sum(self._late, told_by)
        return max(
            (took_s + OWN_S * of_kind) / (expected_s + OWN_S),
            _ratio(took_s + late_took_s, expected_s + late_expected_s, 0.0),
        )


def _sum(sums: Mapping[str, list[float]], rules: Iterable[str]) -> tuple[float, float]:
    """Seconds that jobs of these rules took, and those that were expected."""
    found = [sums[rule] for rule in rules if rule in sums]
    return sum(took_s for took_s, _ in found), sum(expected_s for _, expected_s in found)


def _ratio(took_s: float, expected_s: float, otherwise: float) -> float:
    return took_s / expected_s if expected_s else otherwise
