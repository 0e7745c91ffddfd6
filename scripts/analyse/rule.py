"""When a difference between two sides counts: the rule of docs/compare.md.

Twins of a side do the same work and differ in accidents alone. How far they are apart is what
chance does to a row, and a difference counts where it is larger than chance explains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.analyse.student import student_t

FALSE_ALARMS = 0.005
"""The share of level rows that the band may call changed, where twins show all of chance."""
CHANGED, LEVEL, SAME = "changed", "level", "same"


@dataclass(frozen=True)
class Measure:
    """What of an operation is compared, and below what a difference of it is never counted."""

    name: str
    title: str
    relative: float
    """Of the larger side."""
    absolute: float
    """In the measure's own unit."""
    unit: str = ""

    def floor(self, first: float, other: float) -> float:
        """The larger of the two."""
        return max(self.relative * max(abs(first), abs(other)), self.absolute)


# In the order of the report. The absolute ones are what a reading can be off by: a microsecond of a
# group's CPU time, a block, a bucket of sysbench's histogram; of counts, one that fell into the
# next phase.
MEASURES = (
    Measure("instructions", "instructions", 0.0005, 25_000),
    Measure("read_bytes", "bytes read", 0.0005, 4096, "B"),
    Measure("read_commands", "read commands", 0.0005, 1),
    Measure("write_bytes", "bytes written", 0.0005, 4096, "B"),
    Measure("write_commands", "write commands", 0.0005, 1),
    Measure("flush_commands", "flushes", 0.0005, 0),
    Measure("log_bytes", "log bytes", 0.0005, 128, "B"),
    Measure("page_accesses", "pages touched", 0.0005, 1),
    Measure("duration_s", "virtual time", 0.001, 0.0002, "s"),
    Measure("latency_ms_p95", "p95 latency", 0.02, 0, "ms"),
)
BY_NAME = {measure.name: measure for measure in MEASURES}


@dataclass(frozen=True)
class Judged:
    """Two sides of a row: their means, the band of chance, and what that makes of the row."""

    first: float
    other: float
    band: float
    state: str

    @property
    def difference(self) -> float:
        """The other side less the first."""
        return self.other - self.first

    @property
    def change(self) -> float | None:
        """The difference as a share of the first side; None where that is 0."""
        return self.difference / self.first if self.first else None


def judge(measure: Measure, first: Sequence[float], other: Sequence[float]) -> Judged:
    """Judge a row by the twins of both sides, of which each has two at least.

    The band is Student's t of the two sides' common spread, and not below the measure's floor.
    """
    means = (math.fsum(first) / len(first), math.fsum(other) / len(other))
    squares = math.fsum(
        (value - mean) ** 2
        for values, mean in zip((first, other), means, strict=True)
        for value in values
    )
    degrees = len(first) + len(other) - 2
    error = math.sqrt(squares / degrees * (1 / len(first) + 1 / len(other)))
    by_chance = float(student_t(degrees, 1 - FALSE_ALARMS / 2)) * error
    band = max(by_chance, measure.floor(*means))
    if len({*first, *other}) == 1:
        return Judged(*means, band, SAME)
    return Judged(*means, band, CHANGED if abs(means[1] - means[0]) > band else LEVEL)
