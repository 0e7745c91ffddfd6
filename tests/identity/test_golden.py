"""What machines are given and started with changes by intention alone."""

from __future__ import annotations

import json

import pytest
from golden_payloads import GOLDEN, given

WRITE = "and write the golden file with `python tests/identity/golden_payloads.py`"
STALE = (
    "the {what} of {name} is not what it was: all measurements of it become stale, for everybody. "
    f"If that is meant, say so in CHANGELOG.md, {WRITE}"
)
UNSEEN = (
    "the payload of {name} is not what it was, and its identity is: raise PROTOCOL in "
    f"scripts/identity/jobs.py, or measurements of before pass for those of now; say so in "
    f"CHANGELOG.md, {WRITE}"
)


def problem(name: str, before: dict[str, str], now: dict[str, str]) -> str | None:
    """What is wrong with a task's machine, in a sentence."""
    if now == before:
        return None
    if now["payload"] != before["payload"] and now["identity"] == before["identity"]:
        return UNSEEN.format(name=name)
    what = "payload" if now["payload"] != before["payload"] else "identity"
    if now["arguments"] != before["arguments"]:
        what = "QEMU's command line"
    return STALE.format(what=what, name=name)


def test_machines_are_given_and_started_with_what_they_were() -> None:
    before, now = json.loads(GOLDEN.read_text()), given()
    assert now.keys() == before.keys(), f"the smoke study has other jobs: look at them, {WRITE}"
    problems = filter(None, (problem(name, before[name], now[name]) for name in now))
    assert (found := next(problems, None)) is None, found


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"payload": "2"}, "raise PROTOCOL"),
        ({"payload": "2", "identity": "2"}, "the payload of cell a is not"),
        ({"arguments": "-m 2"}, "QEMU's command line of cell a"),
        ({"identity": "2"}, "the identity of cell a"),
    ],
)
def test_what_is_to_be_done_is_said(changed: dict[str, str], words: str) -> None:
    before = {"payload": "1", "identity": "1", "arguments": "-m 1"}
    assert words in str(problem("cell a", before, before | changed))
    assert problem("cell a", before, before) is None
