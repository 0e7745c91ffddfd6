"""The rule of docs/compare.md: what it calls changed, and how often it does so for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from scripts.analyse.rule import BY_NAME, CHANGED, LEVEL, MEASURES, SAME, judge

ROOT = Path(__file__).parents[2]
FLUSHES, PAGES = BY_NAME["flush_commands"], BY_NAME["page_accesses"]
INSTRUCTIONS, BYTES = BY_NAME["instructions"], BY_NAME["write_bytes"]
COMPARISONS = 4000


@pytest.mark.parametrize(
    ("measure", "first", "other", "state"),
    [
        # What twins agree on to the digit has no band but the floor.
        (FLUSHES, [300.0] * 3, [300.0] * 3, SAME),
        (FLUSHES, [300.0] * 3, [301.0] * 3, CHANGED),
        (FLUSHES, [300.0] * 3, [600.0] * 3, CHANGED),
        (PAGES, [1000.0] * 3, [1001.0] * 3, LEVEL),
        (PAGES, [10_000.0] * 3, [10_010.0] * 3, CHANGED),
        (BYTES, [1e6] * 3, [1e6 + 4096] * 3, LEVEL),
        (BYTES, [1e6] * 3, [1e6 + 8192] * 3, CHANGED),
        (INSTRUCTIONS, [100e6] * 3, [100.1e6] * 3, CHANGED),
        (INSTRUCTIONS, [100e6] * 3, [100.04e6] * 3, LEVEL),
        # Apart, but no further than their twins are from each other.
        (FLUSHES, [300.0, 304.0, 308.0], [310.0, 314.0, 318.0], LEVEL),
        (FLUSHES, [300.0, 301.0, 302.0], [310.0, 311.0, 312.0], CHANGED),
        # One twin of six differs: that is chance.
        (FLUSHES, [300.0, 300.0, 300.0], [300.0, 301.0, 300.0], LEVEL),
        # Something of nothing.
        (FLUSHES, [0.0, 0.0], [1.0, 1.0], CHANGED),
    ],
)
def test_what_counts_as_changed(measure, first, other, state) -> None:
    judged = judge(measure, first, other)
    assert judged.state == state
    assert judge(measure, other, first).state == state, "either side may be the first"
    assert judged.difference == pytest.approx(np.mean(other) - np.mean(first))


def test_a_change_from_nothing_has_no_share() -> None:
    assert judge(FLUSHES, [0.0, 0.0], [1.0, 1.0]).change is None
    assert judge(FLUSHES, [2.0, 2.0], [1.0, 1.0]).change == -0.5


def harmless(kind: str, generator: np.random.Generator, twins: int) -> list[float]:
    """Twins of one side on which no change has an effect."""
    if kind == "normal":
        values = 1e9 * (1 + 0.02 * generator.standard_normal(twins))
    elif kind == "counts":
        values = generator.poisson(300, twins)
    elif kind == "skewed":
        values = 1e6 * generator.lognormal(0, 0.05, twins)
    else:
        # An event that comes in few runs or in most, whichever the row is.
        values = 300 + generator.binomial(1, generator.choice([0.02, 0.1, 0.9, 0.98]), twins)
    return [float(value) for value in values]


@pytest.mark.parametrize("twins", [3, 5])
@pytest.mark.parametrize("kind", ["normal", "counts", "skewed", "event"])
def test_at_most_one_row_in_a_hundred_is_changed_by_nothing(kind: str, twins: int) -> None:
    generator = np.random.default_rng(43)
    alarms = 0
    for _ in range(COMPARISONS):
        both = harmless(kind, generator, 2 * twins)
        alarms += judge(FLUSHES, both[:twins], both[twins:]).state == CHANGED
    assert alarms / COMPARISONS <= 0.01


def test_a_change_of_ten_percent_is_seen_where_twins_are_a_percent_apart() -> None:
    generator = np.random.default_rng(43)
    seen = 0
    for _ in range(1000):
        first = 1e9 * (1 + 0.01 * generator.standard_normal(3))
        other = 1.1e9 * (1 + 0.01 * generator.standard_normal(3))
        seen += judge(INSTRUCTIONS, list(first), list(other)).state == CHANGED
    assert seen / 1000 > 0.95


def test_the_document_has_the_floors() -> None:
    """It was written before any comparison was seen: neither may move without the other."""
    text = (ROOT / "docs/compare.md").read_text()
    named = {}
    for line in text.splitlines():
        if found := re.match(r"\| (.+) \| ([\d.]+) % \| ([\d,]+)( \S+)? \|", line):
            for name in found[1].split(", "):
                named[name] = (float(found[2]) / 100, found[3].replace(",", "") + (found[4] or ""))
    amounts = {"4096": "4 KiB", "128": "128 bytes", "0.0002": "0.2 ms"}
    assert named.keys() >= {m.title for m in MEASURES} - {"virtual time"}
    for measure in MEASURES:
        if measure.title not in named:
            continue
        share, amount = named[measure.title]
        plain = f"{measure.absolute:g}"
        assert share == pytest.approx(measure.relative)
        assert amount in (plain, f"{measure.absolute:.0f}", amounts.get(plain))
    assert "| virtual time | 0.1 % | 0.2 ms |" in text
