"""``report.jsonl``: what the clients of a workload of several kinds of transactions did.

When it ends, each thread writes one line per transaction, and one more with their number and that
of the threads (``workloads/sysbench/modules/report.lua``).
"""

from __future__ import annotations

from scripts.parse.errors import ParseError
from scripts.parse.json_text import Record, load_json
from scripts.parse.rows import ClientTransaction


def parse_transactions(
    text: str, phase: str, source: str, *, partial: bool = False
) -> list[ClientTransaction]:
    """Return one row per transaction, in the order of the file: a thread after another.

    A cut is noticed: each thread prints the number of its transactions and of all threads. With
    `partial` (a run that failed), the rows of whole lines are returned.
    """
    rows: list[ClientTransaction] = []
    open_thread: int | None = None
    ended: set[int] = set()
    threads = 0
    whole, _, rest = text.rpartition("\n")
    if (rest or not whole) and not partial:
        raise ParseError(source, text.count("\n") + 1, "is empty or ends inside a line")
    first = 0
    for number, line in enumerate(whole.split("\n") if whole else [], 1):
        value = load_json(line, source, number)
        if not isinstance(value, dict):
            raise ParseError(source, number, "should be a JSON object")
        record = Record(value, source, number, "transaction")
        thread = record.integer("thread")
        if open_thread not in (thread, None):
            raise record.fail(f"thread {thread} begins before thread {open_thread} has ended")
        if "transactions" in value:
            counted = record.integer("transactions")
            if counted != len(rows) - first:
                raise record.fail(f"thread {thread} counts {counted}, has {len(rows) - first}")
            open_thread, first = None, len(rows)
            ended.add(thread)
            threads = record.integer("threads")
        else:
            rows.append(_row(record, phase, thread, len(rows) - first))
            open_thread = thread
        record.finish()
    if (open_thread is not None or ended != set(range(threads))) and not partial:
        raise ParseError(source, None, f"{len(ended)} threads of {threads} wrote all that they did")
    return rows


def _row(record: Record, phase: str, thread: int, expected: int) -> ClientTransaction:
    begin_ns, end_ns = record.span_ns()
    row = ClientTransaction(
        phase=phase,
        thread=thread,
        transaction_index=record.integer("index"),
        transaction=record.text("transaction"),
        begin_ns=begin_ns,
        end_ns=end_ns,
        rolled_back=record.flag("rolled_back"),
        retries=record.integer("retries"),
    )
    if row.transaction_index != expected:
        raise record.fail(f"number {row.transaction_index} stands where {expected} should")
    return row
