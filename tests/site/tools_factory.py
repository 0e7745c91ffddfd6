"""Made-up cells of the tools that stand beside sysbench: pgbench and HammerDB."""

from __future__ import annotations

from cells_factory import POSTGRESQL, SEEDS, MadeDatabase

from scripts.parse import rows

TIMES_MS = (0.5, 2.0, 90.0, 4000.0, 9.0, 6.0, 3.0, 2.0, 1.5, 0.8, 40.0)


def add_tools(made: MadeDatabase) -> None:
    """The same SELECT by two tools, of which sysbench takes twice the instructions."""
    for seed in SEEDS:
        cell_id = made.cell("tools", POSTGRESQL, "sysbench/oltp_point_select", seed, threads=8)
        for index, tool in enumerate(("sysbench", "pgbench")):
            name, tps = f"{tool}-prepared", 4000 + 1000 * index
            made.phase(cell_id, index, name, f"{tool}/point_select", 1, 0, 4096)
            if tool == "sysbench":
                made.sysbench(cell_id, name, 1600, tps)
            else:
                run = (name, "17.6", "point_select.sql", "prepared", 8, 1600, 0, tps, 1.6, None, 20)
                made.add(cell_id, rows.PgbenchRun(*run))
            for group, usec in (("engine", 160_000), ("client", 160_000 // (index + 1))):
                source = f"cgroup_{group}/cpu.stat"
                made.add(cell_id, rows.SystemCounter(name, source, "usage_usec", 0, usec, usec))


def add_hammerdb(made: MadeDatabase, engine: str) -> None:
    """One run of TPROC-C with its time profile, and one query set of TPROC-H."""
    cell_id = made.cell("hammerdb", engine, "hammerdb/tprocc", bandwidth=32)
    made.phase(cell_id, 0, "run", "hammerdb/tprocc", 120, 4096 * 9000, 4096 * 3000)
    run = ("run", "6.0", "6B008E623C9E03E213436363", engine, "made", 8, 1, 1, 5984, 14213, 0)
    made.add(cell_id, rows.HammerdbRun(*run))
    for procedure in ("NEWORD", "PAYMENT"):
        timing = rows.HammerdbTiming("run", None, procedure, 120_000.0, 2000, *TIMES_MS)
        made.add(cell_id, timing)
    cell_id = made.cell("hammerdb-tproch", engine, "hammerdb/tproch", bandwidth=128)
    made.phase(cell_id, 0, "queries", "hammerdb/tproch", 280, 4096 * 900_000, 4096 * 3000)
    run = ("queries", "6.0", "6B0090F363C303E273639383", engine, "made", 1, 1, 1, 278, 22, 6.82555)
    made.add(cell_id, rows.HammerdbQuerySet(*run))
    for position, query in enumerate((14, 2, 9), 1):
        made.add(cell_id, rows.HammerdbQuery("queries", 1, 1, position, query, 7.301 * position))
