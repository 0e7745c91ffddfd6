"""Rows of clients and CPUs: what an engine makes grows with CPUs up to its number of clients."""

from __future__ import annotations

from cells_factory import NS, SEEDS, MadeDatabase
from engines_factory import SPEEDS

from scripts.parse import rows

STEPS = {
    "select": ("sysbench/oltp_point_select", 15000),
    "read-write": ("sysbench/oltp_read_write", 600),
}


def add_scaling(made: MadeDatabase, engine: str) -> None:
    """Each number of CPUs with each number of clients."""
    for cpus in (1, 4, 8):
        for threads in (1, 16):
            for seed in SEEDS:
                own = {"cpus": cpus}
                cell_id = made.cell(
                    "scaling", engine, STEPS["select"][0], seed, factors=own, threads=threads
                )
                for index, (name, (workload, tps)) in enumerate(STEPS.items()):
                    made.phase(cell_id, index, name, workload, 1, 0, 4096)
                    speed = tps * SPEEDS.get(engine, 1.0) * min(cpus, threads) ** 0.9
                    made.sysbench(cell_id, name, 1000, speed)
                    made.engine_cpu(cell_id, name, 100 * (1000 + threads))
    _add_waits(made, engine)


def _add_waits(made: MadeDatabase, engine: str) -> None:
    """Of 64 clients 40 have no CPU, and a quarter wait for a lock."""
    cell_id = made.cell("waits", engine, STEPS["read-write"][0], factors={"cpus": 8}, threads=64)
    made.phase(cell_id, 0, "read-write", STEPS["read-write"][0], 1)
    begin_ns, end_ns = 10 * NS, 11 * NS
    for name, key, threads in (
        ("@without_cpu_ns", "server,1", 40),
        ("@asleep_in_ns", "server,1,202", 16),
        ("@asleep_in_ns", "server,0,202", 9),
        ("@asleep_in_ns", "sysbench,1,7", 60),
    ):
        value = rows.TraceValue("off_cpu", begin_ns, end_ns, name, key, threads * NS)
        made.add(cell_id, value)
