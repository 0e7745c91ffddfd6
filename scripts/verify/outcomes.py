"""Outcomes of a study's cells: how far it is, and which cells failed."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

PARSE_FAILED = "parse_failed"


@dataclass(frozen=True)
class CellState:
    """One planned cell; ``status`` and ``wall_s`` are None while it has no outcome."""

    cell_id: str
    kind: tuple[str, str | None]
    status: str | None
    reason: str | None
    wall_s: float | None
    job: dict[str, Any] = field(default_factory=dict)


def read_states(results: Path) -> list[CellState]:
    """All cells of ``results``/plan.json, in its order."""
    planned = json.loads((results / "plan.json").read_text(encoding="utf-8"))["cells"]
    return [_state(results / "cells" / job["cell_id"], job) for job in planned]


def _state(folder: Path, job: dict[str, Any]) -> CellState:
    outcome, timing = _read(folder / "outcome.json"), _read(folder / "timing.json")
    return CellState(
        job["cell_id"],
        (job["experiment"], job["engine"]),
        outcome.get("status"),
        outcome.get("reason"),
        timing.get("wall_s") if outcome else None,
        job,
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


def seconds_left(states: list[CellState], cores: int) -> float | None:
    """Estimated wall seconds until the last cell ends; None before any cell has ended.

    A cell is expected to take as long as its like (experiment and engine) did on average, or,
    where none has ended, as the average of all.
    """
    known: dict[tuple[str, str | None], list[float]] = defaultdict(list)
    for state in states:
        if state.wall_s is not None:
            known[state.kind].append(state.wall_s)
    if not known:
        return None
    overall = fmean(seconds for group in known.values() for seconds in group)
    waiting = [state for state in states if state.status is None]
    total = sum(fmean(known[state.kind]) if known[state.kind] else overall for state in waiting)
    return total / max(1, min(cores, len(waiting)))


def progress_line(states: list[CellState], cell_id: str, cores: int) -> str:
    """``cell 12 of 60 done in 14 s: oltp-...; about 9 min left``."""
    ended = sum(state.status is not None for state in states)
    state = next(state for state in states if state.cell_id == cell_id)
    took = f" in {state.wall_s:.0f} s" if state.wall_s is not None else ""
    line = f"cell {ended} of {len(states)} {state.status}{took}: {cell_id}"
    if state.status != "done" and state.reason:
        line += f": {state.reason}"
    left = seconds_left(states, cores)
    if left is not None and ended < len(states):
        line += f"; about {left / 60:.0f} min left" if left >= 90 else f"; about {left:.0f} s left"
    return line


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
