"""What a search for a commit ends with: the commit, and the table of steps, as Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from scripts.compare.bisect import CLONE, Search, Step, subject_of, table
from scripts.compare.markdown import table_of
from scripts.compare.numbers import percent

HEAD = ("commit", "subject", "verdict", "value", "of the difference", "to the good one", "took")


def write_steps(search: Search, folder: Path) -> Path:
    """Write ``bisect.md`` and return its path; ``search`` is at its end."""
    clone = folder / CLONE
    steps, parent = table(search, clone)
    text = "\n".join(
        [
            f"# {search.wanted.row}\n",
            *_answer(search, clone, parent),
            table_of(HEAD, [_cells(search, step) for step in steps]),
        ]
    )
    path = folder / "bisect.md"
    path.write_text(text, encoding="utf-8")
    return path


def _answer(search: Search, clone: Path, parent: str | None) -> list[str]:
    assert search.ends is not None
    good, bad = search.ends
    shown = search.wanted.shown
    between = f"From {shown(good)} at {search.good[:12]} to {shown(bad)} at {search.bad[:12]}.\n"
    if search.found is None:
        commits = "\n".join(f"- {each[:12]} {subject_of(clone, each)}" for each in search.possible)
        return [
            "One of these commits changes it; those between which it lies were skipped:\n",
            f"{commits}\n",
            between,
        ]
    lines = [f"**{search.found[:12]} {subject_of(clone, search.found)}** changes it.", between]
    before, after = _value(search, parent), _value(search, search.found)
    if before is not None and after is not None:
        share = percent((after - before) / (bad - good)).removeprefix("+")
        lines.insert(1, f"{shown(before)} before it, {shown(after)} with it: {share} of all.")
        lines.append(f"Compare it: `{_compare(search, str(parent), search.found)}`\n")
    return lines


def _compare(search: Search, before: str, after: str) -> str:
    """The comparison of two commits as the steps were measured, and with where the change is."""
    words = list(search.compare)
    words = words[words.index("run") :] if "run" in words else ["run"]
    kept = [word for word in words if word not in ("--no-site", "--no-where")]
    sides = [search.side(before), search.side(after)]
    return f"python -m scripts.compare {shlex.join([kept[0], *sides, *kept[1:]])}"


def _value(search: Search, commit: str | None) -> float | None:
    assert search.ends is not None
    if commit in (search.good, search.bad):
        return search.ends[commit == search.bad]
    step = search.steps.get(commit or "")
    return step.value if step else None


def _cells(search: Search, step: Step) -> Sequence[str]:
    assert search.ends is not None
    good, bad = search.ends
    share = "" if step.value is None else f"{(step.value - good) / (bad - good):.0%}"
    value = "" if step.value is None else search.wanted.shown(step.value)
    return (
        step.commit[:12], step.subject, step.verdict, value, share, step.reason, f"{step.took_s} s",
    )  # fmt: skip
