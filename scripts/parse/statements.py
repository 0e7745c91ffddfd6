"""Standard output of ``sql/...`` and ``tpch/...`` phases: a JSON line for each timed statement."""

from __future__ import annotations

from scripts.parse.errors import ParseError
from scripts.parse.json_text import Record, load_json
from scripts.parse.rows import Statement


def parse_statements(text: str, phase: str, source: str) -> list[Statement]:
    """Return one row per statement.

    A cut inside a line is noticed, one between lines is not: the number of statements is known
    to the workload alone.
    """
    if not text.endswith("\n"):
        raise ParseError(source, text.count("\n") + 1, "the file is empty or ends inside a line")
    rows: list[Statement] = []
    for number, line in enumerate(text[:-1].split("\n"), 1):
        value = load_json(line, source, number)
        if not isinstance(value, dict):
            raise ParseError(source, number, "should be a JSON object")
        record = Record(value, source, number, "statement")
        begin_ns, end_ns = record.span_ns()
        row = Statement(
            phase=phase,
            statement_index=number - 1,
            statement=record.text("statement"),
            begin_ns=begin_ns,
            end_ns=end_ns,
            rows=record.optional_integer("rows"),
            device_read_commands=record.optional_integer("device_read_commands"),
            device_write_commands=record.optional_integer("device_write_commands"),
            device_read_bytes=record.optional_integer("device_read_bytes"),
            device_write_bytes=record.optional_integer("device_write_bytes"),
            timed_out=record.flag("timed_out"),
        )
        record.finish()
        if rows and row.begin_ns < rows[-1].end_ns:
            raise record.fail("begins before the one ahead of it ends")
        rows.append(row)
    return rows
