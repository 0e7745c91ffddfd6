"""The envelope of a ratio of two rates: all that may lie between a run and steady state.

A run lasts seconds or minutes, and a claim is about engines that run for hours. The rule, with the
reasons for its parts, is docs/verdicts.md; it was written before it judged a row. The functions
take plain numbers, and work in logarithms throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scripts.analyse.intervals import CONFIDENCE, Spread, pooled_spread, ratio_estimate
from scripts.analyse.student import student_t

WINDOWS = 12
"""A run is divided into so many, and has as many seconds at least."""
ACCIDENTS = Spread(0.028, 4)
"""Of the logarithms of rates with the same keys, of an engine whose own are not known."""

SEEDS, LATE, TREND, ACCOUNTS, ACCIDENT, PROCESSOR = (
    "seeds", "late", "trend", "accounts", "accidents", "processor",
)  # fmt: skip
PARTS = (SEEDS, LATE, TREND, ACCOUNTS, ACCIDENT, PROCESSOR)
"""In the order in which they are shown."""
PART_WORDS = {
    SEEDS: "the spread of seeds",
    LATE: "the late part of the runs",
    TREND: "the trend",
    ACCOUNTS: "what is owed",
    ACCIDENT: "the spread by accidents",
    PROCESSOR: "the processor",
}
"""Subjects of the sentence that says what holds a ratio open."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Run:
    """A run's rate; its rates in windows; and the bytes that it owes over those that it moved.

    ``windows`` is None where the run is too short, ``owed_share`` where the engine doesn't tell.
    """

    rate: float
    windows: NDArray[np.float64] | None = None
    owed_share: float | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One engine's runs by seed; what its rate is multiplied by at each CPU time; its accidents."""

    engine: str
    runs: Mapping[int, Run]
    changes: Sequence[float]
    accidents: Spread = ACCIDENTS


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides that are compared; the interval that is published; what carries over, and is timed.

    ``owes_nothing``: no run leaves anything to a later one, so that late runs are as early ones.
    ``is_count``: they are counts and not rates, and only seeds make another of a count.
    ``accidents_differ`` from seed to seed, so that seeds average them. ``same_cells``: both sides
    are phases of the same cells, which meet the same accidents.
    """

    above: Side
    below: Side
    published: Interval | None = None
    owes_nothing: bool = False
    is_count: bool = False
    accidents_differ: bool = False
    same_cells: bool = False

    @property
    def seeds(self) -> list[int]:
        """Seeds that both sides ran."""
        return sorted(set(self.above.runs) & set(self.below.runs))


@dataclass(frozen=True, slots=True)
class Envelope:
    """A ratio with the intervals of its parts; ``missing`` says why it has no envelope."""

    ratio: float
    parts: Mapping[str, Interval]
    missing: str | None = None

    @property
    def low(self) -> float | None:
        """Its lower end; None where a part can't be told."""
        return None if self.missing else min(low for low, _ in self.parts.values())

    @property
    def high(self) -> float | None:
        """Its upper end; None where a part can't be told."""
        return None if self.missing else max(high for _, high in self.parts.values())


def envelopes(pairs: Sequence[Pair]) -> list[Envelope]:
    """Return the envelope of each pair; each counts with the spread of all, too."""
    missing = [_missing(pair) for pair in pairs]
    whole = [_ratios(pair, _whole) for pair in pairs]
    seeds = _intervals(whole)

    def drift(rate: Rate) -> list[Interval | None]:
        told = [not (pair.owes_nothing or why) for pair, why in zip(pairs, missing, strict=True)]
        return _intervals(
            [
                _ratios(pair, rate) if is_told else []
                for pair, is_told in zip(pairs, told, strict=True)
            ]
        )

    drifts = {LATE: [drift(_half), drift(_third)], TREND: [drift(_next)]}
    found = []
    for index, pair in enumerate(pairs):
        ratio = float(np.exp(np.mean(whole[index])))
        own = seeds[index]
        if missing[index] or own is None:
            found.append(Envelope(ratio, {}, missing[index]))
            continue
        parts = {SEEDS: _hull([own] + ([pair.published] if pair.published else []))}
        if not pair.owes_nothing:
            for name, intervals in drifts.items():
                parts[name] = _hull([each for of in intervals if (each := of[index])])
            parts[ACCOUNTS] = _accounts(pair, own)
        if not pair.is_count:
            parts[ACCIDENT] = _accidents(pair, ratio)
            parts[PROCESSOR] = _processor(pair, own)
        found.append(Envelope(ratio, parts))
    return found


def side_of(envelope: Envelope, least: float, most: float) -> str:
    """Where the whole envelope lies: ``above`` or ``below`` both bounds, ``alike``, or ``open``."""
    low, high = envelope.low, envelope.high
    if low is None or high is None:
        return "open"
    if low > most:
        return "above"
    if high < least:
        return "below"
    return "alike" if least < most and least <= low and high <= most else "open"


def open_words(envelope: Envelope, least: float, most: float) -> str | None:
    """What holds a ratio open: the part that reaches farthest beyond a bound, and how far."""
    if envelope.missing or side_of(envelope, least, most) != "open":
        return envelope.missing
    reach = {
        name: _beyond(envelope.ratio, part, least, most) for name, part in envelope.parts.items()
    }
    worst, *others = sorted(
        (name for name in reach if reach[name] >= 1), key=lambda name: -reach[name]
    )
    bounds = "the bound" if least == most else "the margin"
    words = f"{PART_WORDS[worst]} reaches {100 * (reach[worst] - 1):.1f} % beyond {bounds}"
    return words + "".join(
        f", {PART_WORDS[name]} {100 * (reach[name] - 1):.1f} %" for name in others
    )


def _beyond(ratio: float, part: Interval, least: float, most: float) -> float:
    """How far a part reaches to the other side of a bound than the ratio; below 1: it doesn't."""
    low, high = part
    if ratio > most:
        return most / low
    if ratio < least:
        return high / least
    return max(least / low, high / most)


def windows_of(seconds: Sequence[float]) -> NDArray[np.float64] | None:
    """Return the mean rates of `WINDOWS` equal parts of a run, from its rates in each second.

    None if it has fewer seconds than windows.
    """
    if len(seconds) < WINDOWS:
        return None
    edges = np.linspace(0, len(seconds), WINDOWS + 1)
    counted = np.interp(
        edges, np.arange(len(seconds) + 1), np.concatenate(([0], np.cumsum(seconds)))
    )
    return np.diff(counted) / (len(seconds) / WINDOWS)


def _missing(pair: Pair) -> str | None:
    """Why a pair has no envelope, or None."""
    if len(pair.seeds) < 2:
        return "fewer than two seeds of both were measured"
    if pair.owes_nothing:
        return None
    for side in (pair.above, pair.below):
        runs = [side.runs[seed] for seed in pair.seeds]
        if any(run.windows is None for run in runs):
            return f"a run of {side.engine} is shorter than {WINDOWS} s"
        if any((run.windows <= 0).any() for run in runs if run.windows is not None):
            return f"{side.engine} has a window without a transaction"
        if any(run.owed_share is None for run in runs):
            return f"{side.engine} does not tell what its runs owe"
    return None


Rate = Callable[[Run], float]
_MIDDLES = (np.arange(WINDOWS) + 0.5) / WINDOWS - 0.5
"""Of the windows, from the middle of the run, in times of its length."""


def _whole(run: Run) -> float:
    return float(np.log(run.rate))


def _half(run: Run) -> float:
    return float(np.log(_windows(run)[WINDOWS // 2 :].mean()))


def _third(run: Run) -> float:
    return float(np.log(_windows(run)[-WINDOWS // 3 :].mean()))


def _next(run: Run) -> float:
    """The straight line through a run, whose mean is the run's, in the middle of the next one."""
    return _whole(run) + float(_MIDDLES @ np.log(_windows(run)) / (_MIDDLES @ _MIDDLES))


def _windows(run: Run) -> NDArray[np.float64]:
    assert run.windows is not None, "runs without windows are missing"
    return run.windows


def _ratios(pair: Pair, rate: Rate) -> list[float]:
    """The logarithm of a ratio for each seed."""
    return [rate(pair.above.runs[seed]) - rate(pair.below.runs[seed]) for seed in pair.seeds]


def _intervals(groups: Sequence[Sequence[float]]) -> list[Interval | None]:
    """Student's t about each group's mean, with the spread that they share and with its own.

    A setting that is noisier than the others is too narrow with theirs, so the wider one counts.
    """
    values = [[float(each) for each in np.exp(group)] for group in groups]
    shared = pooled_spread([each for each in values if each])
    found: list[Interval | None] = []
    for each in values:
        if len(each) < 2:
            found.append(None)
            continue
        estimates = [ratio_estimate(each, spread) for spread in (shared, pooled_spread([each]))]
        found.append(_hull([(own.low, own.high) for own in estimates]))  # type: ignore[misc]
    return found


def _accounts(pair: Pair, seeds: Interval) -> Interval:
    """The interval if each engine paid what it owes: rate × moved / (moved + owed)."""
    least, most = 1.0, 1.0
    for side, is_above in ((pair.above, True), (pair.below, False)):
        shares = [run.owed_share or 0.0 for seed, run in side.runs.items() if seed in pair.seeds]
        paid = [1 / (1 + max(share, -0.5)) for share in (min(shares), max(shares))]
        changes = [1.0, *(paid if is_above else (1 / each for each in paid))]
        least, most = least * min(changes), most * max(changes)
    return seeds[0] * least, seeds[1] * most


def _accidents(pair: Pair, ratio: float) -> Interval:
    """The interval by accidents, which more seeds make narrower only if they bring others."""
    above, below = pair.above.accidents, pair.below.accidents
    error = above.sd if pair.same_cells else float(np.hypot(above.sd, below.sd))
    if pair.accidents_differ:
        error /= float(np.sqrt(len(pair.seeds)))
    degrees = min(above.degrees_of_freedom, below.degrees_of_freedom)
    half = float(student_t(degrees, (1 + CONFIDENCE) / 2) * error)
    return ratio * float(np.exp(-half)), ratio * float(np.exp(half))


def _processor(pair: Pair, seeds: Interval) -> Interval:
    """The interval if an instruction of one engine takes more or less time than one of the other.

    Runs of one engine have the same time of an instruction.
    """
    changes = [1.0]
    for above, below in zip(pair.above.changes, pair.below.changes, strict=True):
        if pair.above.engine == pair.below.engine:
            changes.append(above / below)
        else:
            changes += [above, 1 / below]
    return seeds[0] * min(changes), seeds[1] * max(changes)


def _hull(intervals: Sequence[Interval]) -> Interval:
    return min(low for low, _ in intervals), max(high for _, high in intervals)
