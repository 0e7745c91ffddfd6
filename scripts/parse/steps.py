"""``steps.json`` and ``phase.json``: when the runner did what, in ns of the guest's clock."""

from __future__ import annotations

import json

from scripts.parse.json_text import Record, load_object, load_records
from scripts.parse.rows import Phase, Step


def parse_steps(text: str, source: str) -> list[Step]:
    """Return a row a step, in the order of the file."""
    rows = []
    for index, value in enumerate(load_records(text, source)):
        record = Record(value, source, None, f"step {index}")
        begin_ns, end_ns = record.span_ns()
        rows.append(Step(index, record.text("step"), begin_ns, end_ns))
        record.finish()
    return rows


def parse_phase(text: str, phase_index: int, options: dict[str, object], source: str) -> Phase:
    """Return the row of one phase; `options` are those that its job asked for."""
    record = Record(load_object(text, source), source, None, "phase")
    begin_ns, end_ns = record.span_ns()
    row = Phase(
        phase=record.text("name"),
        phase_index=phase_index,
        workload=record.text("workload"),
        begin_ns=begin_ns,
        end_ns=end_ns,
        exit_code=record.integer("exit_code"),
        command=json.dumps(record.texts("command"), ensure_ascii=False),
        options_json=json.dumps(options, sort_keys=True),
    )
    record.finish()
    return row
