"""What is said when a run has ended: where the site is, or what failed and how to go on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from .reasons import failed_cells
from .run import Failure, Run
from .words import duration, failure_lines, kept_lines, number

# Jobs that end so shortly before a run is known to be stopped were stopped as well.
STOPPING_S = 2.0
# A longer command, such as one that names hundreds of cells, is cut where it is repeated.
COMMAND_CHARACTERS = 400


def lines_at_the_end(
    run: Run, study: dict[str, Any], took_s: float, stopped_s: float | None, command: str
) -> list[str]:
    """One line of a good run, an account of another."""
    took = duration(took_s)
    failures = _failures(run, study, stopped_s)
    if stopped_s is None and not failures and not any(run.failed.values()):
        return [_good_end(run, study, took)]
    lines = [f"Stopped after {took}."] if stopped_s is not None else []
    if failures:
        lines.append(f"Failed ({len(failures)}):")
        lines += [f"  {line}" for line in failure_lines(failures)]
    lines += kept_lines(run)
    if len(command) > COMMAND_CHARACTERS:
        command = f"{command[:COMMAND_CHARACTERS].rpartition(' ')[0]} ..."
    outcomes = dict.fromkeys(failure.outcome for failure in failures if failure.outcome)
    if outcomes:
        lines.append(
            "What failed in its guest would fail there again. It is made again when you change "
            "what it failed of. To try it as it is, delete the outcome:"
        )
        lines.append(f"  rm {shlex.join(outcomes)}")
    return [*lines, f"To go on, run the same command again: {command}"]


def _good_end(run: Run, study: dict[str, Any], took: str) -> str:
    cells = run.finished["cell"]
    work = f"{number(cells, 'cell')} in {took}" if cells else f"done in {took}"
    made = run.finished["all"] or run.finished["render"]
    return f"{work}; the site is {study['site']}" if made and "site" in study else work


def _failures(run: Run, study: dict[str, Any], stopped_s: float | None) -> list[Failure]:
    """What failed, without what was stopped, and with cells that failed in earlier runs."""
    failures = list(run.failures)
    if stopped_s is not None:
        failures = [f for f in failures if f.outcome or f.at_s < stopped_s - STOPPING_S]
    if run.incomplete:
        known = {failure.what for failure in failures}
        outcomes = study.get("outputs", {}).get("cell", {})
        shared = Path(study.get("shared", "results"))
        failures += [
            failure for failure in failed_cells(outcomes, shared) if failure.what not in known
        ]
        failures = failures or [run.incomplete]
    return failures
