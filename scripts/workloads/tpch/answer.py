"""Whether a query's answer is DuckDB's: a cell in which one is wrong has failed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from scripts.data.tpch.check import read_reference, wrong_answer
from scripts.jobs import Job, Phase
from scripts.workloads.tpch.generated import inputs

ANSWER = "answer.json"


def problem(
    phase: Phase,
    job: Job,
    folder: Path,
    needed: Callable[[str], Path],
) -> str | None:
    """What is wrong with the answer.

    A query that was given up has no answer, and neither has one that was asked for its plan.
    """
    path = folder / ANSWER
    if not path.exists():
        return None
    query = phase["workload"].partition("/")[2]
    (reference,) = map(needed, inputs(phase, job))
    try:
        found = wrong_answer(
            read_reference(reference.parents[1], query), json.loads(path.read_text())
        )
    except ValueError as error:
        found = f"{path.name} is not valid JSON: {error}"
    return f"the answer is not DuckDB's on the same data: {found}" if found else None
