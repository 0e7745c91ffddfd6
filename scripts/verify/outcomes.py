"""Outcomes of a study's cells: which failed, and which are missing."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scripts.jobs import Job

PARSE_FAILED = "parse_failed"


@dataclass(frozen=True)
class CellState:
    """One planned cell; ``status`` is None while it has no outcome."""

    cell_id: str
    status: str | None
    reason: str | None
    job: Job = field(default_factory=Job)
    upstream: str | None = None


def read_states(results: Path) -> list[CellState]:
    """All cells of ``results``/plan.json, in its order."""
    planned = json.loads((results / "plan.json").read_text(encoding="utf-8"))["cells"]
    return [_state(results / "cells" / job["cell_id"], job) for job in planned]


def _state(folder: Path, job: Job) -> CellState:
    outcome = _read(folder / "outcome.json")
    status, reason = outcome.get("status"), outcome.get("reason")
    return CellState(job["cell_id"], status, reason, job, outcome.get("upstream"))


def decides(outcome: Path, upstream: str | None, shared: Path) -> Path:
    """The file whose deletion has a failure tried again: if there, that of what failed first."""
    first = shared / upstream if upstream else outcome
    return first if first.is_file() else outcome


def _read(path: Path) -> dict[str, Any]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


def failures(states: list[CellState]) -> list[CellState]:
    """Cells that have an outcome but no result."""
    return [state for state in states if state.status not in ("done", None)]


def as_parsed(states: list[CellState], results: Path) -> list[CellState]:
    """The states with the cells that are done but whose outputs couldn't be read as failed."""
    return [
        replace(state, status=PARSE_FAILED, reason=str(rows.get("reason")))
        if state.status == "done"
        and (rows := _read(results / "rows" / state.cell_id / "rows.json")).get("status")
        == PARSE_FAILED
        else state
        for state in states
    ]
