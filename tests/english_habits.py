"""Habits that ``report/STYLE.md`` names: a pattern and old sentences for each."""

from __future__ import annotations

import re
from typing import NamedTuple

RATE = (
    "pages?|bytes?|[KMG]iB|flushes|instructions?|transactions|requests|statements|look-ups|payments|"
    "retries|updates|rows?|lines?|marks?|dots?|rules?|charts?|New-Orders|orders|runs?|written|read|"
    "touched|log|device"
)
UNIT = (
    "second|minute|hour|transaction|SELECT|UPDATE|INSERT|look-up|payment|statement|row|request|"
    "system call|changed byte|line|seed|nanosecond|plan|latency"
)


class Habit(NamedTuple):
    """What not to write, what to write in its place, and sentences that had it."""

    pattern: str
    better: str
    old: tuple[str, ...]


HABITS = [
    Habit(
        rf"(?<!to )\b(?i:{RATE}) an? ({UNIT})\b(?! of| by| time)",
        '"per"',
        ("Pages a transaction", "4 KiB pages read a SELECT", "one instruction a nanosecond"),
    ),
    Habit(r"\b(a|an) an? \w+$|\bA second\"", '"per second"', ('label: "A second"',)),
    Habit(
        r"\banew\b",
        '"again" or "retry"',
        ("How often a client had to begin anew", "looked for in ratios drawn anew"),
    ),
    Habit(
        r"\buprights?\b|grey ground",
        '"vertical line", "grey band"',
        ("A dashed upright marks where the ratio passes 1, the grey ground its interval.",),
    ),
    Habit(
        r"\b(nobody|somebody)\b",
        '"nothing", or the name of what acts',
        ("8 KiB direct has nobody who reads ahead.", "there is always somebody to run"),
    ),
    Habit(
        r"\b(engine|kernel|device|setting|tool|session|layer)s? whom?\b|\bwith whom\b|\bat whose\b",
        '"that" or "which"',
        ("there is one client, with whom nobody shares a flush", "and at whose durability?"),
    ),
    Habit(
        r"\bWho (makes|walks|turns|leads|wins|reads|puts)\b",
        "the name of what acts",
        (
            "Who makes the large reads of a scan",
            "Who walks the chain",
            "Who puts the small reads together?",
        ),
    ),
    Habit(
        r"(?<!\w)Of (each|its New|no two|TPROC)\b",
        "the subject first",
        (
            "Of each engine the newest version of this study speaks here",
            "Of its New-Orders 1 % were rolled back",
        ),
    ),
    Habit(
        r"\b(speaks here|no shop|as good as none|as it is told|came of it|comes of it)",
        "the fact itself",
        (
            "it belongs to a core of 1 GIPS that no shop sells.",
            "so that a little too little memory is as good as none",
            "Does the device do as it is told?",
        ),
    ),
    Habit(
        r"\bmak(e|es|ing) (more |the most |how many |many )?(transactions|payments|UPDATEs)\b",
        '"commits", "completes"',
        ("Which engine makes more transactions", "MariaDB makes the most payments"),
    ),
    Habit(
        r"\b(multiply|multiplies) the (payments|throughput|point SELECTs)",
        '"raises ... by" or "completes ... as many"',
        ("deletes multiply the payments of PostgreSQL 17 by 0.98x",),
    ),
    Habit(
        r"\bin the eyes of\b|\bdearer\b|\bfor want of\b|\bnext to nothing\b|\bfar more wanted\b",
        "plain words",
        ("One run in the eyes of four observers", "some rows are far more wanted than others"),
    ),
    Habit(
        r"\b(by|of|with|than) what (is|was|a|the|each) (promised|deleted|set|flush)\b",
        "a noun",
        ("Throughput by what is promised, and by what a flush takes",),
    ),
    Habit(
        r"\bnothing to set side by side\b|\blaid side by side\b|\bset the two beside\b",
        '"compare"',
        ("so there is nothing to set side by side",),
    ),
    Habit(
        r"\bcan't be had\b|\bcan be had\b",
        '"is not available"',
        ("neither can be had from the registries",),
    ),
    Habit(
        r"\bis missing to\b|\basked for by\b",
        "an active verb",
        ("so what the tool spends on a statement is missing to the engine",),
    ),
]


def habits_in(text: str) -> list[tuple[int, str]]:
    """Where a text has a habit, and what to write instead; line breaks divide no phrase."""
    whole = text.replace("\n", " ")
    return [
        (match.start(), f"{match[0]!r}: write {habit.better}")
        for habit in HABITS
        for match in re.finditer(habit.pattern, whole, re.MULTILINE)
    ]
