"""Why something failed, in one sentence, and the file that says more."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .run import Failure, Job

TAIL_BYTES = 16384


def outcome_of(path: Path) -> dict[str, Any]:
    """The content of an outcome or manifest; empty when there is none to be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def failure_in_guest(what: str, path: Path) -> Failure | None:
    """What a finished cell's or data set's outcome says, if it is not that all went well."""
    outcome = outcome_of(path)
    if outcome.get("status") in ("done", None):
        return None
    verb = "timed out" if outcome["status"] == "timed_out" else str(outcome["status"])
    console = path.with_name("console.log")
    file = console if console.exists() else path
    reason = f"{verb}: {_one_line(outcome.get('reason') or 'no reason given')}"
    return Failure(what, reason, str(file), in_guest=True)


def failure_of_job(job: Job, what: str, at_s: float) -> Failure:
    """What the log of a failed job says last."""
    log = next((Path(name) for name in job.log), None)
    said = _last_line(log) if log else ""
    reason = f"failed: {said}" if said else "failed and said nothing in its log"
    return Failure(what, reason, str(log) if log else None, at_s)


def failed_cells(outcomes: Mapping[str, str]) -> Iterable[Failure]:
    """The cells of the study whose outcome is a failure."""
    for cell, outcome in outcomes.items():
        if failure := failure_in_guest(f"cell {cell}", Path(outcome)):
            yield failure


def _last_line(log: Path) -> str:
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - TAIL_BYTES))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    # Behind a bar is what a machine's console said.
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("  | ")]
    return _one_line(lines[-1]) if lines else ""


def _one_line(text: str, most: int = 300) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
