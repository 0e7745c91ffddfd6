"""How many times as long as was expected jobs take in this run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

# What runs in a machine needs processors, and the rest a network and disks: one says little of the
# other's pace.
MACHINES = frozenset({"dataset", "machine", "snapshot", "cell", "verify_cell"})
# So many expected seconds of jobs that are alike weigh as much as what is known of all others.
EVEN_S = 45.0

# Of a job's groups, those that are wider than its rule, and those wider than its kind.
WIDER, OF_ALL_KINDS = 2, 3
# A job that takes so many times as long as others of its rule is of another kind.
OTHER_KIND = 4

# What jobs have in common, from the widest group to the narrowest.
Group = tuple[str, ...]
Sums = Mapping[Group, list[float]]


class Pace:
    """The pace of jobs by what they have in common, from those that ended and those that are late.

    A job is in the group of all, in that of what needs the same, in that of its rule, and in one
    for each of the words that its name begins with. Each group's pace is its own as far as it has
    much to say, and else that of the wider group. A job of a kind that was not known, and that
    takes much longer than the others of its rule, says nothing of other kinds: where an experiment
    of minutes was taken for the 14 s of any cell, it was not the host that was slow.
    """

    def __init__(self) -> None:
        self.ended: dict[Group, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._late: dict[Group, list[float]] = {}

    def add(self, words: Sequence[str], took_s: float, expected_s: float) -> None:
        """Take note of a job that has ended: its rule and the words of its name."""
        _add(self.ended, _groups(words), took_s, expected_s)

    def see(self, running: Iterable[tuple[Sequence[str], float, float, bool]]) -> None:
        """Take note of what runs now: (words, seconds so far, expected seconds, ``is_known``).

        ``is_known``: whether what was expected is what jobs of its kind take.
        """
        self._late = defaultdict(lambda: [0.0, 0.0])
        for words, took_s, expected_s, is_known in running:
            if took_s > expected_s:
                is_other = not is_known and self.is_other_kind(words, took_s, expected_s)
                groups = _groups(words)[OF_ALL_KINDS if is_other else 0 :]
                _add(self._late, groups, took_s, expected_s)

    def is_other_kind(self, words: Sequence[str], took_s: float, expected_s: float) -> bool:
        """Whether a job takes too long for this host to be the reason."""
        return took_s > OTHER_KIND * expected_s * self.of_all(words)

    def of_all(self, words: Sequence[str]) -> float:
        """How many times as long as expected jobs take that need what this one needs."""
        return self._of(_groups(words)[:WIDER])

    def of(self, words: Sequence[str]) -> float:
        """How many times as long as expected a job takes.

        What is late has no end yet, so it can only say that the pace is no better.
        """
        return self._of(_groups(words))

    def _of(self, groups: Sequence[Group]) -> float:
        ended = late = 1.0
        for group in groups:
            took_s, expected_s = self.ended.get(group, (0.0, 0.0))
            ended = (took_s + EVEN_S * ended) / (expected_s + EVEN_S)
            more_s, more_expected_s = self._late.get(group, (0.0, 0.0))
            late = (took_s + more_s + EVEN_S * late) / (expected_s + more_expected_s + EVEN_S)
        return max(ended, late)


def _groups(words: Sequence[str]) -> list[Group]:
    """The groups that a job is in, the widest first."""
    kind = "machines" if words[0] in MACHINES else "others"
    return [(), (kind, ""), *(tuple(words[:count]) for count in range(1, len(words) + 1))]


def _add(
    sums: dict[Group, list[float]], groups: Iterable[Group], took_s: float, expected_s: float
) -> None:
    for group in groups:
        sums[group][0] += took_s
        sums[group][1] += expected_s
