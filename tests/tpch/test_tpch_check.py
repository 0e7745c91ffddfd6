"""What counts as a right answer, and how a wrong one is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.data.tpch.check import wrong_answer
from scripts.lab.answers import check_answers
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places

REFERENCE = {
    "columns": [["name", "text"], ["total", "exact"], ["mean", "approximate"]],
    "ordered_by": [1],
    "rows": [["a", "30.00", "1.5"], ["b", "20.00", "2.0000001"], ["c", "20.00", "0.3333333"]],
}
RIGHT = {
    "the same": [["a", "30.00", "1.5"], ["b", "20.00", "2.0"], ["c", "20.00", "0.33333"]],
    "blanks of CHAR": [["a  ", "30.00", "1.5"], ["b", "20.00", "2.0"], ["c ", "20.00", "0.33333"]],
    "other zeros": [["a", "30", "1.500"], ["b", "20.0000", "2"], ["c", "2e1", "0.33333"]],
    "level rows turned round": [["a", "30", "1.5"], ["c", "20", "0.33333"], ["b", "20", "2.0"]],
}
WRONG = {
    "a row less": (RIGHT["the same"][:2], "2 rows in place of 3"),
    "a column less": (
        [["a", "30"], ["b", "20", "2.0"], ["c", "20", "0.33333"]],
        "row 1 has 2 columns in place of 3",
    ),
    "out of order": (
        [RIGHT["the same"][index] for index in (1, 0, 2)],
        "row 1 is out of order: total is 20.00 in place of 30.00",
    ),
    "a cent": (
        [["a", "30.01", "1.5"], *RIGHT["the same"][1:]],
        "row 1 is out of order: total is 30.01 in place of 30.00",
    ),
    "another text": ([["x", "30", "1.5"], *RIGHT["the same"][1:]], "name is b in place of a"),
    "a mean that is off": (
        [["a", "30", "1.501"], *RIGHT["the same"][1:]],
        "mean is 1.501 in place of 1.5",
    ),
    "null": ([["a", "30", None], *RIGHT["the same"][1:]], "mean is None in place of 1.5"),
    "no number": (
        [["a", "many", "1.5"], *RIGHT["the same"][1:]],
        "row 1 is out of order: total is many in place of 30.00",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_answer_passes(name: str) -> None:
    assert wrong_answer(REFERENCE, RIGHT[name]) is None


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answer_is_reported(name: str) -> None:
    rows, said = WRONG[name]
    assert wrong_answer(REFERENCE, rows) == said


def test_null_is_null() -> None:
    reference = {"columns": [["x", "exact"]], "ordered_by": [], "rows": [[None]]}
    assert wrong_answer(reference, [[None]]) is None
    assert wrong_answer(reference, [["0"]]) == "x is 0 in place of None"


def judged(folder: Path, rows: list[list[Any]] | None) -> Outcome:
    """The outcome of a cell whose phase q18 gave these rows."""
    phase = folder / "outbox/phases/00-q18"
    phase.mkdir(parents=True)
    if rows is not None:
        (phase / "answer.json").write_text(json.dumps(rows))
    reference = folder / "tpch/sf1/reference/q18.json"
    reference.parent.mkdir(parents=True)
    reference.write_text(json.dumps(REFERENCE))
    job = {
        "phases": [{"name": "q18", "workload": "tpch/q18"}],
        "dataset": {"kind": "tpch", "scale_factor": 1},
    }
    return check_answers(Outcome("done", virtual_s=3.0), job, Places(folder), folder / "outbox")


def test_cell_with_a_wrong_answer_has_failed_and_says_why(tmp_path: Path) -> None:
    outcome = judged(tmp_path, [["a", "30", "1.5"]])
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert outcome.reason == (
        "phase q18: the answer is not DuckDB's on the same data: 1 rows in place of 3"
    )


def test_cell_with_a_broken_answer_has_failed_and_says_why(tmp_path: Path) -> None:
    """It was a traceback, and the cell was run for ever."""
    judged(tmp_path, [])
    (tmp_path / "outbox/phases/00-q18/answer.json").write_text('[["a", ')
    job = {
        "phases": [{"name": "q18", "workload": "tpch/q18"}],
        "dataset": {"kind": "tpch", "scale_factor": 1},
    }
    done = Outcome("done", virtual_s=3.0)
    outcome = check_answers(done, job, Places(tmp_path), tmp_path / "outbox")
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert "answer.json is not valid JSON" in (outcome.reason or "")


@pytest.mark.parametrize("rows", [RIGHT["the same"], None], ids=["right", "given up"])
def test_cell_with_right_answers_is_done(tmp_path: Path, rows: list[list[Any]] | None) -> None:
    assert judged(tmp_path, rows).status == "done"
