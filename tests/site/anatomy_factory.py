"""Made-up requests of single transactions: it is known what was asked for."""

from __future__ import annotations

from cells_factory import READ_AHEADS_KB, MadeDatabase, is_postgresql

from scripts.parse import rows

KIB = 1024
STEPS = ("BEGIN", "10 SELECTs by key", "range of 100", "UPDATE of an indexed column", "COMMIT")
STEP_NS = 1_000_000


def add_anatomy(made: MadeDatabase, engine: str) -> None:
    """Two transactions, an UPDATE with the checkpoint behind it, a look-up and a scan.

    An engine that reads through the page cache asks for 8 KiB each time, and gets its read-ahead
    as well; another reads 16 KiB and asks for them.
    """
    page = (8 if is_postgresql(engine) else 16) * KIB
    for read_ahead in READ_AHEADS_KB:
        cell_id = made.cell(
            "anatomy",
            engine,
            "sysbench/anatomy",
            read_ahead=read_ahead,
            factors={"device.read_ahead_kb": read_ahead},
        )
        read = max(page, read_ahead * KIB) if is_postgresql(engine) else page
        work = {"update": ("UPDATE",), "transaction": STEPS * 2, "lookup": ("look-up",)}
        work["scan"] = ("scan",)
        for index, (phase, steps) in enumerate(work.items()):
            place = 2 * index
            made.phase(cell_id, place, phase, "sysbench/anatomy", 1, read)
            begin_ns = (10 + 100 * place) * 1_000_000_000
            for step_index, step in enumerate(steps):
                at_ns = begin_ns + step_index * STEP_NS
                made.add(
                    cell_id,
                    rows.ClientTransaction(
                        phase, 0, step_index, step, at_ns, at_ns + STEP_NS // 2, False, 0
                    ),
                )
                if step in ("BEGIN", "COMMIT"):
                    continue
                offset = 1024 * KIB * (1 + step_index)
                for asked, size in (("file", page), ("device", read)):
                    made.add(cell_id, _request(at_ns + 1000, asked, "read", size, offset))
        made.phase(cell_id, 1, "written", "engine/checkpoint", 1, 0, page)
        made.add(cell_id, _request(110 * 1_000_000_000 + 5, "device", "write", page, 1024 * KIB))


def _request(
    time_ns: int, asked: str, operation: str, size: int, offset: int
) -> rows.TracedRequest:
    return rows.TracedRequest(
        "anatomy", time_ns, asked, operation, size, offset, "sbtest1.ibd", "made"
    )
