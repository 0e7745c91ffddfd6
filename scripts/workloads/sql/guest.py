"""Statements of a file, one after the other, each timed."""

from __future__ import annotations

import json
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import limit_s, now_ns
from guest.workloads import file_of, needed


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``sql/<file>`` and leave stdout.txt, a line per statement.

    Option: ``snapshot`` (held: the statements see what the session of hold_snapshot sees).
    """
    engine = needed(engine, phase)
    ask = engine.sql_as_held if phase["options"].get("snapshot") == "held" else engine.sql
    lines = file_of(phase, "sql").read_text().splitlines()
    with (folder / "stdout.txt").open("w") as file:
        for statement in (line for line in lines if line and not line.startswith("--")):
            begin_ns = now_ns()
            rows = ask(statement, timeout_s=limit_s(job))
            record = {
                "statement": statement,
                "begin_ns": begin_ns,
                "end_ns": now_ns(),
                "rows": len(rows),
            }
            file.write(json.dumps(record) + "\n")
