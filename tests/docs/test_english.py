"""Keeps out the habits that ``report/STYLE.md`` names: a pattern and old sentences for each."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from scratch_copy import ROOT

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
# Stages whose messages and docstrings are checked. What guests are sent, and what says how layers
# and data are made, changes only with a change to them.
STAGES = ("analyse", "parse", "plugins", "site", "store", "verify")
NOT_OURS = {"report/STYLE.md"}


def texts() -> list[str]:
    """Every file whose words a reader sees."""
    patterns = [
        "*.md", "docs/*.md", "report/*.md", "report/*.qmd", "report/own/*.qmd", "report/*.yaml",
        "report/experiments/*.yaml", "report/*/*.js", "config/experiments/*.yaml",
        "config/claims.yaml", "sql/columns/*.yaml",
        "sql/claims/*.sql", "examples/**/*.md", "profiles/**/*.yaml", "report/*.html", "Makefile",
        *(f"scripts/{stage}/**/*.{kind}" for stage in STAGES for kind in ("py", "js")),
    ]  # fmt: skip
    found = {str(path.relative_to(ROOT)) for each in patterns for path in ROOT.glob(each)}
    return sorted(found - NOT_OURS - {"CHANGELOG.md"})


def words_of(name: str) -> str:
    """The text of a file; the title and the question of an experiment, which readers see."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if not name.startswith("config/experiments/"):
        return text
    return "\n".join(
        line if line.startswith(("title:", "question:")) else "" for line in text.splitlines()
    )


def joined(text: str) -> str:
    """A text in which a phrase that a line break divides is whole; line numbers stay."""
    return text.replace("\n", " ")


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.better)
def test_each_habit_is_found_in_its_old_sentences(habit: Habit) -> None:
    assert [old for old in habit.old if not re.search(habit.pattern, old)] == []


@pytest.mark.parametrize("name", texts())
def test_texts_are_free_of_the_habits(name: str) -> None:
    text = words_of(name)
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r}: write {habit.better}"
        for habit in HABITS
        for match in re.finditer(habit.pattern, joined(text), re.MULTILINE)
    ]
    assert found == []


def test_the_texts_are_found() -> None:
    names = texts()
    assert {"README.md", "report/oltp.qmd", "report/findings/oltp.js"} <= set(names)
