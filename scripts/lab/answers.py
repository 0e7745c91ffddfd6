"""The answers of TPC-H queries: a cell in which one is wrong has failed, whatever its times."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from scripts.data.tpch.check import read_reference, wrong_answer
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places


def check_answers(outcome: Outcome, job: dict[str, Any], places: Places, outbox: Path) -> Outcome:
    """The outcome, which becomes a failure with its reason when an answer is not DuckDB's.

    A query that was given up has no answer, and neither has one that was asked for its plan.
    """
    if outcome.status != "done":
        return outcome
    for index, phase in enumerate(job["phases"]):
        kind, _, query = phase["workload"].partition("/")
        path = outbox / "phases" / f"{index:02d}-{phase['name']}" / "answer.json"
        if kind != "tpch" or not path.exists():
            continue
        reference = read_reference(places.tpch(job["dataset"]["scale_factor"]), query)
        try:
            problem = wrong_answer(reference, json.loads(path.read_text()))
        except ValueError as error:
            problem = f"{path.name} is not valid JSON: {error}"
        if problem:
            reason = (
                f"phase {phase['name']}: the answer is not DuckDB's on the same data: {problem}"
            )
            return dataclasses.replace(outcome, status="failed", reason=reason, cause="guest")
    return outcome
