"""Made-up runs of TPC-H: the time of a query over bandwidths, and its plan."""

from __future__ import annotations

from cells_factory import BANDWIDTHS_MIB_S, NS, MadeDatabase, is_postgresql
from engines_factory import SPEEDS

from scripts.parse import rows


def made_query_s(engine: str, bandwidth_mib_s: float) -> float:
    """Engines with InnoDB take three times as long at the least, and read twice the pages."""
    seconds = (1 + 16 / bandwidth_mib_s) if is_postgresql(engine) else (3 + 64 / bandwidth_mib_s)
    return seconds / SPEEDS.get(engine, 1.0)


def add_olap(made: MadeDatabase, engine: str) -> None:
    """Query 18 over bandwidths with its plan, and one stream of all 22."""
    pages = 4000 if is_postgresql(engine) else 8000
    for bandwidth in BANDWIDTHS_MIB_S:
        cell_id = made.cell("olap", engine, "tpch/q18", bandwidth=bandwidth)
        _add_query(made, cell_id, 0, "q18", made_query_s(engine, bandwidth), pages)
        _add_plan(made, cell_id, engine)
        made.add(cell_id, rows.Relation("before", "lineitem", "table", 40 << 20, 1000, None))
        for step in range(12):
            time_ns = 10 * NS + step * NS // 10
            for counter in ("read_bytes", "write_bytes"):
                made.add(cell_id, rows.DeviceSample("q18", time_ns, counter, step * 40960))
    cell_id = made.cell("olap-queries", engine, "tpch/q1")
    for number in range(1, 23):
        slow = not is_postgresql(engine) and number == 9
        seconds = 300.0 if slow else number / 10 * (1 if is_postgresql(engine) else 2)
        seconds /= 1.0 if slow else SPEEDS.get(engine, 1.0)
        _add_query(made, cell_id, number - 1, f"q{number}", seconds, pages, timed_out=slow)


def _add_query(
    made: MadeDatabase,
    cell_id: str,
    index: int,
    query: str,
    seconds: float,
    pages: int,
    timed_out: bool = False,
) -> None:
    made.phase(cell_id, index, query, f"tpch/{query}", max(1, round(seconds)), pages * 4096)
    begin = (10 + 100 * index) * NS
    end, answer_rows = begin + round(seconds * NS), None if timed_out else 7
    nothing = (None, None, None, None)
    made.add(
        cell_id,
        rows.Statement(query, 0, "SELECT 1", begin, end, answer_rows, *nothing, timed_out),
        rows.SystemCounter(query, "cgroup_engine/cpu.stat", "usage_usec", 0.0, 8e5, 8e5),
    )


def _add_plan(made: MadeDatabase, cell_id: str, engine: str) -> None:
    join, method = (
        ("Hash Join", "hash") if is_postgresql(engine) else ("eq_ref", "index nested loop")
    )
    for index, (operator, join_method, relation) in enumerate(
        ((join, method, None), ("Seq Scan", None, "lineitem"), ("Seq Scan", None, "orders"))
    ):
        made.add(
            cell_id,
            rows.PlanNode(
                "q18-plan", "q18", index, 0 if index else None, operator, join_method, relation,
                None, None, 1, 100.0, 90.0, 12.5, 8192, 10, 2000,
            ),
        )  # fmt: skip
