"""Which failures are made again: those whose cause has gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.plan.again import to_try_again
from scripts.plan.jobs import Cell, Dataset, Machine, Plan, Snapshot

LIMITS = {"virtual_s": 300, "wall_s": 900}
RAISED = {"virtual_s": 600, "wall_s": 900}
DATASET, SNAPSHOT = "datasets/d/dataset.json", "snapshots/s/snapshot.json"
CELL = "cells/c/outcome.json"


def plan(limits: dict[str, int]) -> Plan:
    job = {"limits": limits}
    return Plan(
        config_file="study.yaml",
        results_dir="results",
        cells=(Cell("c", job, "s", "d", "oltp", 1.0),),
        snapshots=(Snapshot("s", job, "m", "d"),),
        machines=(Machine("m", job),),
        datasets=(Dataset("d", job),),
        layers=(),
        experiments=(),
    )


class Results:
    """A study of one cell with its snapshot, its machine and its data set."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (DATASET, "machines/m/machine.json", SNAPSHOT, CELL):
            self.write(name, status="done")

    def write(self, name: str, **content: Any) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))

    def fail(self, name: str, **more: Any) -> None:
        self.write(name, status="failed", reason="no", **more)

    def again(self, limits: dict[str, int] = LIMITS, passing: tuple[str, ...] = ()) -> list[str]:
        found = to_try_again(plan(limits), self.root, self.root, passing)
        return [str(path.relative_to(self.root)) for path in found]


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path)


def test_nothing_is_made_again_when_all_is_done(results: Results) -> None:
    assert results.again(RAISED) == []


def test_a_failure_stays_while_nothing_changes(results: Results) -> None:
    """Whatever it was: with the same guest it would fail in the same way."""
    results.fail(DATASET)
    results.fail(SNAPSHOT, upstream=DATASET)
    results.fail(CELL, upstream=DATASET)
    assert results.again() == results.again(RAISED) == []


@pytest.mark.parametrize("name", [DATASET, SNAPSHOT, CELL])
def test_a_new_limit_is_for_what_ran_into_the_old_one(results: Results, name: str) -> None:
    results.write(name, status="timed_out", limits=LIMITS)
    assert results.again() == []
    assert results.again(RAISED) == [name]


def test_all_that_waited_for_what_is_made_again_is_too(results: Results) -> None:
    results.write(DATASET, status="timed_out", limits=LIMITS)
    results.fail(SNAPSHOT, upstream=DATASET, limits=LIMITS)
    results.fail(CELL, upstream=DATASET, limits=LIMITS)
    assert results.again(RAISED) == [DATASET, SNAPSHOT, CELL]


def test_a_deleted_failure_takes_those_with_it_that_waited_for_it(results: Results) -> None:
    """Snakemake misses no deleted file as long as what was made of it is there."""
    results.fail(SNAPSHOT, upstream=DATASET)
    results.fail(CELL, upstream=DATASET)
    (results.root / DATASET).unlink()
    assert results.again() == [SNAPSHOT, CELL]


def test_what_was_made_meanwhile_is_used(results: Results) -> None:
    """By another study that shares it."""
    results.fail(SNAPSHOT, upstream=DATASET)
    results.fail(CELL, upstream=DATASET)
    assert results.again() == [SNAPSHOT, CELL]


def test_a_snapshot_that_does_not_stay_is_not_one_that_was_deleted(results: Results) -> None:
    results.fail(CELL, upstream=SNAPSHOT, limits=LIMITS)
    (results.root / SNAPSHOT).unlink()
    assert results.again(passing=("s",)) == []
    assert results.again(RAISED, passing=("s",)) == [CELL]
    assert results.again() == [CELL]


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"status": "failed", "limits": []}'])
def test_a_spoilt_manifest_stops_no_plan(results: Results, text: str) -> None:
    (results.root / CELL).write_text(text)
    assert results.again() in ([], [CELL])
