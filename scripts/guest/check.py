"""What must be true of the data whenever nothing is on its way, asked of the engine."""

from __future__ import annotations

import json
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import now_ns


def run(path: Path, engine: Adapter, folder: Path, limit_s: float) -> str | None:
    """Ask every condition of ``path``; returns what is wrong, or None.

    A condition is a query for the places where it is violated, after a comment of what is true
    elsewhere. ``folder`` gets stdout.txt, a line a query with its times and number of rows, and
    answer.json, the rows by condition.
    """
    answers, records, problems = {}, [], []
    for words, query in conditions(path.read_text()):
        begin_ns = now_ns()
        rows = engine.sql(query, timeout_s=limit_s)
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
