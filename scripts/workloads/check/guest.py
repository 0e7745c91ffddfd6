"""What must be true of the data whenever nothing is on its way, asked of the engine."""

from __future__ import annotations

import json
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import limit_s, now_ns
from guest.workloads import file_of, needed


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> str | None:
    """Ask every condition of ``check/<kind>``; returns what is wrong, or None.

    A condition is a query for the places where it is violated, after a comment of what is true
    elsewhere. ``folder`` gets stdout.txt, a line per query with its times and number of rows, and
    answer.json, the rows by condition.
    """
    engine = needed(engine, phase)
    answers, records, problems = {}, [], []
    for words, query in conditions(file_of(phase, "sql").read_text()):
        begin_ns = now_ns()
        rows = engine.sql(query, timeout_s=limit_s(job))
        ends = {"begin_ns": begin_ns, "end_ns": now_ns()}
        records.append({"statement": query, **ends, "rows": len(rows)})
        answers[words] = rows
        if rows:
            where = ", ".join(f"{name} {value}" for name, value in rows[0].items())
            problems.append(f"condition violated (rows: {len(rows)}): {words} (the first: {where})")
    (folder / "stdout.txt").write_text("".join(json.dumps(record) + "\n" for record in records))
    (folder / "answer.json").write_text(json.dumps(answers, indent=1))
    return "; ".join(problems) or None


def conditions(text: str) -> list[tuple[str, str]]:
    """The file's conditions: the last comment above a query, and the query on one line."""
    found = []
    for part in text.split(";\n"):
        lines = [line.strip() for line in part.splitlines()]
        query = " ".join(line for line in lines if line and not line.startswith("--"))
        if query:
            comments = [line[2:].strip() for line in lines if line.startswith("--")]
            found.append((comments[-1], query))
    return found
