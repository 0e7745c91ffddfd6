"""What sysbench prints, and what scripts of several kinds of transactions report of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.parse.errors import ParseError
from scripts.parse.output import Output, PhaseFiles
from scripts.parse.sysbench import parse_sysbench
from scripts.parse.transactions import parse_transactions

REPORT = "report.jsonl"
# Scripts that report each of their transactions.
REPORTING = ("tpcc",)


def read(files: PhaseFiles, *, own: bool = False) -> Iterator[Any]:
    """Intervals, histogram, messages and totals; then the transactions that were reported."""
    output = parse_sysbench(
        files.text(), files.phase, files.source(), partial=not files.is_done, own=own
    )
    yield from (*output.intervals, *output.histogram, *output.messages)
    if output.total:
        yield output.total
    if not files.has(REPORT) and files.script not in REPORTING:
        return
    source = files.source(REPORT)
    rows = parse_transactions(files.text(REPORT), files.phase, source, partial=not files.is_done)
    if output.total and files.is_done and len(rows) != output.total.events:
        words = f"has {len(rows)} transactions, sysbench counts {output.total.events}"
        raise ParseError(source, None, words)
    yield from rows


OUTPUT = Output((read,), system=("system", "events"))
