"""A query of TPC-H: timed and its answer kept, or asked for its plan with what really happened.

To measure every step of a plan costs time itself, so the two are never the same run.
"""

from __future__ import annotations

import json
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.observe import sampled
from guest.system import GuestError, limit_s, now_ns
from guest.workloads import file_of, needed

SAMPLE_S = 0.1
# How long after its limit a query may take to notice that it is to end.
GRACE_S = 60.0


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run the query and leave stdout.txt, sampled.csv, and answer.json or plan.json.

    Options: ``explain`` (on: its plan in place of its answer) and ``timeout_s``, virtual seconds
    after which the server gives it up and the phase says so. Without one, a query that outlives the
    cell's limit fails the cell.
    """
    engine = needed(engine, phase)
    statement = file_of(phase, "sql").read_text()
    explained = phase["options"].get("explain") == "on"
    if explained:
        statement = engine.explain_with + statement
    given_up_s = phase["options"].get("timeout_s")
    asked, wait_s = statement, limit_s(job)
    if given_up_s is not None:
        asked = engine.limited(statement, float(given_up_s))
        wait_s = float(given_up_s) + GRACE_S
    rows: list[dict[str, str | None]] | None = None
    begin_ns = now_ns()
    with sampled(folder / "sampled.csv", SAMPLE_S):
        try:
            rows = engine.sql(asked, timeout_s=wait_s)
        except GuestError:
            if given_up_s is None or not given_up_s <= (now_ns() - begin_ns) / 1e9 < wait_s:
                raise
    record = {
        "statement": statement,
        "begin_ns": begin_ns,
        "end_ns": now_ns(),
        "rows": None if rows is None else len(rows),
        "timed_out": rows is None,
    }
    (folder / "stdout.txt").write_text(json.dumps(record) + "\n")
    if rows is None:
        return
    if explained:
        (folder / "plan.json").write_text("\n".join(str(*row.values()) for row in rows) + "\n")
    else:
        answer = [list(row.values()) for row in rows]
        (folder / "answer.json").write_text(json.dumps(answer))
