"""Keeps out the habits that ``report/STYLE.md`` names of all that a reader sees in a file."""

from __future__ import annotations

import re

import pytest
from english_habits import HABITS, Habit, habits_in
from scratch_copy import ROOT

# A guest's code has messages and names that move results with every byte.
GUESTS = re.compile(r"^scripts/(guest/|.*/guest/|.*/guest\.py$)")
NOT_OURS = {"report/STYLE.md"}


def texts() -> list[str]:
    """Every file whose words a reader sees."""
    patterns = [
        "*.md", "docs/*.md", "report/*.md", "report/*.qmd", "report/own/*.qmd", "report/*.yaml",
        "report/experiments/*.yaml", "report/*/*.js", "config/experiments/*.yaml",
        "config/claims.yaml", "sql/columns/*.yaml",
        "sql/claims/*.sql", "examples/**/*.md", "profiles/**/*.yaml", "report/*.html", "Makefile",
        "rules/*.smk", "scripts/**/*.py", "scripts/**/*.js",
    ]  # fmt: skip
    found = {str(path.relative_to(ROOT)) for each in patterns for path in ROOT.glob(each)}
    return sorted(name for name in found - NOT_OURS - {"CHANGELOG.md"} if not GUESTS.match(name))


def words_of(name: str) -> str:
    """The text of a file; the title and the question of an experiment, which readers see."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if not name.startswith("config/experiments/"):
        return text
    return "\n".join(
        line if line.startswith(("title:", "question:")) else "" for line in text.splitlines()
    )


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.better)
def test_each_habit_is_found_in_its_old_sentences(habit: Habit) -> None:
    assert [old for old in habit.old if not re.search(habit.pattern, old)] == []


@pytest.mark.parametrize("name", texts())
def test_texts_are_free_of_the_habits(name: str) -> None:
    text = words_of(name)
    found = [f"{name}:{text.count(chr(10), 0, at) + 1}: {what}" for at, what in habits_in(text)]
    assert found == []


def test_the_texts_are_found() -> None:
    names = texts()
    assert {"README.md", "report/oltp.qmd", "report/findings/oltp.js"} <= set(names)
