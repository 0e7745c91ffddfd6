"""Answers of workloads: a cell in which one is wrong has failed, whatever its times."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.outcome import Outcome
from scripts.lab.places import Places
from scripts.workloads.registry import answer_problem


def check_answers(outcome: Outcome, job: Job, places: Places, outbox: Path) -> Outcome:
    """The outcome, which becomes a failure with its reason when an answer is wrong."""
    if outcome.status != "done":
        return outcome
    for index, phase in enumerate(job["phases"]):
        folder = outbox / "phases" / f"{index:02d}-{phase['name']}"
        if problem := answer_problem(phase, job, folder, places.needed):
            reason = f"phase {phase['name']}: {problem}"
            return dataclasses.replace(outcome, status="failed", reason=reason, cause="guest")
    return outcome
