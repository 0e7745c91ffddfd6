"""Why something failed, in one sentence, and the file that says more."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scripts.files import read_file
from scripts.jobs import as_job
from scripts.verify.logs import log_of
from scripts.verify.outcomes import PARSE_FAILED, decides

from .cluster import ended_by_cluster, said_by_node, said_by_scheduler
from .run import Failure, Job

TAIL_BYTES = 16384
# By so much may the clocks of two hosts differ.
VERBS = {"timed_out": "timed out", PARSE_FAILED: "can't be read"}


def outcome_of(path: Path) -> dict[str, Any]:
    """The content of an outcome or manifest; empty when there is none to be read."""
    try:
        content = json.loads(read_file(path))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def failure_in_guest(what: str, path: Path, shared: Path) -> Failure | None:
    """What a finished cell's or data set's outcome says, if it is not that all went well.

    Of a cell's rows only that they can't be read: why the cell failed has been said.
    """
    outcome = outcome_of(path)
    status = outcome.get("status")
    if status in ("done", None) or (path.name == "rows.json" and status != PARSE_FAILED):
        return None
    verb = VERBS.get(status, str(status))
    reason = f"{verb}: {_one_line(outcome.get('reason') or 'no reason given')}"
    deciding = decides(path, outcome.get("upstream"), shared)
    return Failure(what, reason, str(_file_to_see(path, outcome, shared)), outcome=str(deciding))


def _file_to_see(path: Path, outcome: dict[str, Any], shared: Path) -> Path:
    """The console's log; of a cell that lacked its data set, that of the data set."""
    console, job = path.with_name("console.log"), outcome_of(path.with_name("job.json"))
    if path.name == "outcome.json" and "cell_id" in job:
        console = log_of(path.parents[2], shared, as_job(job), outcome.get("reason"))
    return console if console.exists() else path


def failure_of_job(
    job: Job, what: str, at_s: float, message: str = "", more_logs: Iterable[str] = ()
) -> Failure:
    """What the log of a failed job says last, or else what the cluster says of it.

    ``message`` is the executor's, and ``more_logs`` are those of the job's node.
    """
    own = [Path(name) for name in job.log[:1]]
    sources = [(log, _last_line) for log in own if written_at(log) != job.log_before]
    sources += [(Path(name), said_by_node) for name in more_logs]
    said = ended_by_cluster(message)
    file = next((log for log, _ in sources if log.exists()), next(iter(own), None))
    for log, read in sources:
        if not said and (said := read(log)):
            file = log
    said = _one_line(said or said_by_scheduler(message))
    reason = f"failed: {said}" if said else "failed and said nothing in its log"
    return Failure(what, reason, str(file) if file else None, at_s)


def written_at(log: Path) -> int | None:
    """When a log was written last, by whoever's clock; None for one that is not there.

    One that is as it was when a job began is of an earlier job.
    """
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return None


def failed_cells(outcomes: Mapping[str, str], shared: Path) -> Iterable[Failure]:
    """The cells of the study whose outcome is a failure, or whose outputs can't be read."""
    for cell, outcome in outcomes.items():
        rows = Path(outcome).parents[2] / "rows" / cell / "rows.json"
        for what, path in ((f"cell {cell}", Path(outcome)), (f"rows {cell}", rows)):
            if failure := failure_in_guest(what, path, shared):
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
