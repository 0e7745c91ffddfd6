"""A results database of rows made up here, in the store's real schema, to draw pages from.

Nothing in it was measured. Throughput follows a formula, so that what the pages must say (who
leads where, which cell failed) is known beforehand.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import duckdb

from scripts.analyse.tables import fill
from scripts.parse import rows
from scripts.parse.job import cell_row
from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.site.build import REPOSITORY
from scripts.store.build import create_schema
from scripts.store.claims import decide, load_claims_tables, load_verdicts

POSTGRESQL, MARIADB = "postgresql-17", "mariadb-11.8"
BANDWIDTHS_MIB_S = (4, 16, 64, 256)
READ_AHEADS_KB = (0, 128, 2048)
SEEDS = (1, 2)
CLAIMS = {
    "oltp": ["S0.1", "S0.2", "S0.3", "S0.4", "S0.5"],
    "version-chains": ["S0.8", "S0.9"],
    "garbage-collection": ["S0.10", "S0.11"],
    "storage-layout": ["S1.7"],
    "readahead": ["S2.1", "S2.2", "S2.3"],
}
FAILED = "oltp-mariadb-11.8-bw256-s2-00000000"
REASON = "made to fail by the test: no answer from the engine"
NS = 1_000_000_000


def made_tps(engine: str, bandwidth_mib_s: float, seed: int) -> float:
    """MariaDB leads up to 16 MiB/s and trails from 64 on: the curves cross in between."""
    best, half = (400.0, 60.0) if engine == POSTGRESQL else (160.0, 10.0)
    return best * bandwidth_mib_s / (bandwidth_mib_s + half) * (1 + 0.02 * seed)


class MadeDatabase:
    """Collects rows cell by cell, then writes the database."""

    def __init__(self) -> None:
        self.tables: dict[str, list[tuple[Any, ...]]] = {name: [] for name in rows.ROW_TYPES}

    def add(self, cell_id: str, *made: Any) -> None:
        """Add rows of one cell."""
        for row in made:
            table = rows.TABLE_NAMES[type(row)]
            self.tables[table].append((cell_id, *dataclasses.astuple(row)))

    def cell(
        self,
        experiment: str,
        engine: str | None,
        workload: str,
        seed: int = 1,
        status: str = "done",
        **settings: Any,
    ) -> str:
        """Add a cell and return its id."""
        bandwidth = settings.get("bandwidth", 64)
        read_ahead = settings.get("read_ahead", 128)
        mark = f"ra{read_ahead}" if experiment == "readahead" else f"bw{bandwidth}"
        extra = f"-{settings['autovacuum']}" if settings.get("autovacuum") else ""
        flush = settings.get("flush", 20)
        if safety := settings.get("safety"):
            mark = f"{safety}-flush{flush}"
        if threads := settings.get("threads"):
            mark = f"t{threads}"
        cell_id = f"{experiment}-{engine or 'none'}-{mark}{extra}-s{seed}-00000000"
        factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed}
        if experiment == "readahead":
            factors["device.read_ahead_kb"] = read_ahead
        if extra:
            factors["tuning.autovacuum"] = settings["autovacuum"]
        if safety:
            factors |= {"safety": safety, "device.flush_latency_us": flush}
        if threads:
            factors["threads"] = threads
        job = {
            "cell_id": cell_id,
            "experiment": experiment,
            "engine": engine,
            "seed": seed,
            "engine_memory_mib": 128,
            "filesystem": "ext4" if engine else "none",
            "device": {
                "read_bandwidth_mib_s": bandwidth,
                "write_bandwidth_mib_s": bandwidth,
                "read_latency_us": 20,
                "write_latency_us": 20,
                "flush_latency_us": flush,
                "read_ahead_kb": read_ahead,
                "device_mib": 1536,
            },
            "phases": [{"workload": workload, "threads": settings.get("threads", 8)}],
            "traces": [],
            "tuning": {"autovacuum": settings["autovacuum"]} if extra else {},
            "factors": factors,
            "snapshot_id": f"{engine}-made-00000000",
            "dataset": {
                "id": "made-00000000",
                "kind": "sysbench",
                "tables": 2,
                "rows_per_table": 1000,
            }
            if engine
            else None,
        }
        reason = REASON if status != "done" else None
        outcome = {"status": status, "reason": reason, "cause": None, "virtual_s": 12.5}
        self.add(cell_id, cell_row(job, outcome), rows.Provenance("version/kernel", "made"))
        return cell_id

    def phase(
        self,
        cell_id: str,
        index: int,
        name: str,
        workload: str,
        seconds: int,
        read_bytes: float = 0,
        write_bytes: float = 0,
        read_size: int = 8192,
    ) -> None:
        """Add a phase with the device's counters around it."""
        begin = (10 + 100 * index) * NS
        self.add(
            cell_id,
            rows.Phase(
                name, index, workload, begin, begin + seconds * NS, 0, f"{workload} --made", "{}"
            ),
        )
        counters = {
            "read_bytes": read_bytes,
            "write_bytes": write_bytes,
            "read_commands": read_bytes // read_size,
            "write_commands": write_bytes // 8192,
            "flush_commands": 5,
            "busy_ns": seconds * NS // 2,
            "read_queue_ns": 1000,
            "write_queue_ns": 1000,
            "read_service_ns": 1000,
            "write_service_ns": 1000,
            "errors": 0,
        }
        for counter, value in counters.items():
            self.add(cell_id, rows.DeviceCounter(name, counter, 0, int(value), int(value)))

    def sysbench(self, cell_id: str, name: str, transactions: int, tps: float) -> None:
        """Add sysbench's summary of a phase."""
        zeros = {field.name: 0 for field in dataclasses.fields(rows.SysbenchTotal)}
        self.add(
            cell_id,
            rows.SysbenchTotal(
                **{
                    **zeros,
                    "phase": name,
                    "version": "1.0.20",
                    "transactions": transactions,
                    "tps": tps,
                    "latency_ms_p95": 8000 / tps,
                    "random_seed": 1,
                    "target_tps": None,
                }
            ),
        )

    def write(self, path: Path) -> None:
        """Create the database at `path`: schema, rows, statistics, verdicts."""
        claims = load_claims(REPOSITORY / CLAIMS_FILE)
        with duckdb.connect(str(path), config={"threads": 1}) as connection:
            create_schema(connection)
            for table, content in self.tables.items():
                if content:
                    marks = ", ".join("?" * len(content[0]))
                    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", content)
            connection.execute("INSERT INTO study VALUES ('config/smoke.yaml', 'results/smoke')")
            connection.execute(
                "INSERT INTO layers VALUES ('base', 'made', 'sysbench', '1.0.20-made')"
            )
            for experiment, named in CLAIMS.items():
                connection.execute(
                    "INSERT INTO experiments VALUES (?, NULL, NULL, NULL, ?, NULL, 0)",
                    [experiment, json.dumps(named)],
                )
            fill(connection)
            load_claims_tables(connection, claims)
        verdicts = decide(path, claims)
        with duckdb.connect(str(path)) as connection:
            load_verdicts(connection, verdicts)


def make_database(path: Path) -> None:
    """Make the whole test database at `path`."""
    made = MadeDatabase()
    for engine in (POSTGRESQL, MARIADB):
        _add_oltp(made, engine)
        _add_versions(made, engine)
        _add_layout(made, engine)
        _add_durability(made, engine)
        _add_concurrency(made, engine)
        _add_readahead(made, engine)
        _add_olap(made, engine)
    _add_calibration(made)
    _add_observers(made)
    _add_staircase(made)
    made.write(path)


def _add_oltp(made: MadeDatabase, engine: str) -> None:
    workload = "sysbench/oltp_read_write"
    for bandwidth in BANDWIDTHS_MIB_S:
        for seed in SEEDS:
            failed = (engine, bandwidth, seed) == (MARIADB, 256, 2)
            cell_id = made.cell(
                "oltp",
                engine,
                workload,
                seed,
                bandwidth=bandwidth,
                status="failed" if failed else "done",
            )
            if failed:
                assert cell_id == FAILED
                continue
            tps = made_tps(engine, bandwidth, seed)
            transactions = round(tps * 12)
            pages = 60 if engine == POSTGRESQL else 45
            made.phase(
                cell_id,
                0,
                "run",
                workload,
                12,
                transactions * pages * 4096 * 0.7,
                transactions * pages * 4096 * 0.3,
            )
            made.sysbench(cell_id, "run", transactions, tps)
            made.add(
                cell_id,
                rows.SystemCounter(
                    "run",
                    "cgroup_engine/cpu.stat",
                    "usage_usec",
                    0,
                    5000 * transactions,
                    5000 * transactions,
                ),
            )
            for second in range(1, 13):
                shape = 0.4 if second <= 2 else 1 + 0.1 * (-1) ** second
                made.add(
                    cell_id,
                    rows.SysbenchInterval(
                        "run", second, 8, tps * shape, 0, 0, 0, 0, 8000 / tps, 0, 0, None, None
                    ),
                )


def _add_versions(made: MadeDatabase, engine: str) -> None:
    steps = {"update": 9, "select-chains": 7, "select-vacuumed": 5}
    if engine == MARIADB:
        steps = {"update": 6, "select-chains": 4}
    for seed in SEEDS:
        cell_id = made.cell("version-chains", engine, "sysbench/update_only", seed)
        for index, (name, pages) in enumerate(steps.items()):
            kind = "update_only" if name == "update" else "select_only"
            made.phase(
                cell_id, index, name, f"sysbench/{kind}", 5, 1000 * (pages + 0.1 * seed) * 4096
            )
            made.sysbench(cell_id, name, 1000, 200)
        for switch in ("on", "off") if engine == POSTGRESQL else (None,):
            cell_id = made.cell(
                "garbage-collection",
                engine,
                "sysbench/update_only",
                seed,
                autovacuum=switch,
                bandwidth=16,
            )
            made.phase(
                cell_id,
                0,
                "update",
                "sysbench/update_only",
                5,
                1000 * (6 if switch == "on" else 4) * 4096,
                1000 * seed * 4096,
            )
            made.sysbench(cell_id, "update", 1000, 200)


def _add_durability(made: MadeDatabase, engine: str) -> None:
    workload = "sysbench/oltp_write_only"
    for safety, tps in {"durable": 100, "asynchronous-commit": 250, "no-page-copies": 120}.items():
        for flush in (20, 2000):
            for seed in SEEDS:
                cell_id = made.cell(
                    "durability", engine, workload, seed, safety=safety, flush=flush
                )
                pages = 4 if safety == "no-page-copies" else 7
                made.phase(cell_id, 0, "write", workload, 4, 0, 400 * pages * 4096)
                made.sysbench(cell_id, "write", 400, tps * (20 / flush) ** 0.1)


def _add_concurrency(made: MadeDatabase, engine: str) -> None:
    steps = {
        "select": ("sysbench/oltp_point_select", 5000),
        "select-unprepared": ("sysbench/oltp_point_select", 3000),
        "read-write": ("sysbench/oltp_read_write", 150),
    }
    for threads in (1, 8, 24):
        for seed in SEEDS:
            cell_id = made.cell(
                "concurrency", engine, "sysbench/oltp_point_select", seed, threads=threads
            )
            for index, (name, (workload, tps)) in enumerate(steps.items()):
                made.phase(cell_id, index, name, workload, 1, 0, 4096)
                made.sysbench(cell_id, name, 1000, tps * (1 + 0.1 / threads))
                made.add(
                    cell_id,
                    rows.SystemCounter(
                        name,
                        "cgroup_engine/cpu.stat",
                        "usage_usec",
                        0,
                        100 * (1000 + threads),
                        100 * (1000 + threads),
                    ),
                )


def _add_layout(made: MadeDatabase, engine: str) -> None:
    for seed in SEEDS:
        cell_id = made.cell("storage-layout", engine, "sysbench/lookup_primary", seed)
        for index, (name, pages) in enumerate({"primary": 4, "secondary": 6}.items()):
            made.phase(
                cell_id,
                index,
                name,
                f"sysbench/lookup_{name}",
                5,
                1000 * (pages + 0.2 * seed) * 4096,
            )
            made.sysbench(cell_id, name, 1000, 200)
        for table in (1, 2):
            made.add(
                cell_id,
                rows.Relation("before", f"sbtest{table}", "table", 105 << 20, 1000, 3),
                rows.Relation("before", f"k_{table}", "secondary", 8 << 20, None, 2),
            )
            if engine == POSTGRESQL:
                made.add(
                    cell_id,
                    rows.Relation("before", f"sbtest{table}_pkey", "primary", 10 << 20, None, 2),
                )


def _add_readahead(made: MadeDatabase, engine: str) -> None:
    for read_ahead in READ_AHEADS_KB:
        cell_id = made.cell("readahead", engine, "sql/scan", bandwidth=128, read_ahead=read_ahead)
        size = max(8192, read_ahead * 1024) if engine == POSTGRESQL else 16384
        for index, name in enumerate(("scan", "scan-again")):
            made.phase(cell_id, index, name, "sql/scan", 4, 100 << 20, read_size=size)
            begin = (10 + 100 * index) * NS
            made.add(
                cell_id,
                rows.Statement(
                    name,
                    0,
                    "SELECT count(*) FROM sbtest1",
                    begin,
                    begin + 2 * NS,
                    1,
                    None,
                    None,
                    None,
                    None,
                ),
            )
        inside = (10 * NS, 11 * NS)
        for trace, name, key, low in (
            ("device_requests", "@size_bytes", "readahead", size),
            ("read_syscalls", "@read_size_bytes", "made", 8192),
        ):
            for step, count in enumerate((30, 90)):
                made.add(
                    cell_id,
                    rows.TraceHistogram(
                        trace, *inside, name, key, low << step, (low << step + 1) - 1, count
                    ),
                )
        for name, value in (("@read_calls", 100.0), ("@read_bytes", 819200.0)):
            made.add(cell_id, rows.TraceValue("read_syscalls", *inside, name, "made", value))


def made_query_s(engine: str, bandwidth_mib_s: float) -> float:
    """MariaDB takes three times as long at the least, and reads twice the pages."""
    return (1 + 16 / bandwidth_mib_s) if engine == POSTGRESQL else (3 + 64 / bandwidth_mib_s)


def _add_olap(made: MadeDatabase, engine: str) -> None:
    pages = 4000 if engine == POSTGRESQL else 8000
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
        slow = engine == MARIADB and number == 9
        seconds = 300.0 if slow else number / 10 * (1 if engine == POSTGRESQL else 2)
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
        ("Hash Join", "hash") if engine == POSTGRESQL else ("eq_ref", "index nested loop")
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


def _add_calibration(made: MadeDatabase) -> None:
    zeros = {field.name: 0 for field in dataclasses.fields(rows.FioJob)}
    for bandwidth in BANDWIDTHS_MIB_S:
        cell_id = made.cell("calibration", None, "fio/randread", bandwidth=bandwidth)
        for index, (name, direction, depth) in enumerate(
            (
                ("randread-4k-d1", "read", 1),
                ("randread-4k-d16", "read", 16),
                ("write-1024k-d4", "write", 4),
            )
        ):
            share = 0.5 if depth == 1 else 0.995
            speed = int(bandwidth * share * 2**20)
            made.phase(cell_id, index, name, f"fio/{name}", 1, speed)
            made.add(
                cell_id,
                rows.FioJob(
                    **{
                        **zeros,
                        "phase": name,
                        "job": name,
                        "direction": direction,
                        "access": "random",
                        "block_size_bytes": 4096,
                        "io_depth": depth,
                        "bandwidth_bytes_s": speed,
                        "ios": speed // 4096,
                        "runtime_ms": 1000,
                        "latency_ns_mean": 50_000,
                        "direct": True,
                        "io_engine": "made",
                        "fsync_every": None,
                    }
                ),
                rows.DeviceHistogram(name, "late", 512, 639, 400 * depth),
                rows.DeviceHistogram(name, "late", 640, 767, 90 * depth),
                rows.DeviceHistogram(name, "late", 3072, 3583, 10 * depth),
            )


def _add_observers(made: MadeDatabase) -> None:
    """A run of reads that the disk statistics tell as the device does; no other tool watched."""
    cell_id = made.cell("observers", None, "fio/randread")
    made.phase(cell_id, 0, "randread-4k-d1", "fio/randread", 1, 4096 * 500, read_size=4096)
    seen = {"reads": 500, "read_sectors": 4000, "read_ms": 50}
    made.add(
        cell_id,
        *(
            rows.SystemCounter("randread-4k-d1", "diskstats", f"nvme0n1_{name}", 0, value, value)
            for name, value in seen.items()
        ),
    )


def _add_staircase(made: MadeDatabase) -> None:
    """Four seconds of reads, at 64 MiB/s and then at 16."""
    cell_id = made.cell("staircase", None, "fio/read")
    made.phase(cell_id, 0, "read-128k-d4", "fio/read", 4, 160 << 20)
    moved_bytes = [0, *(32 << 20 for _ in range(4)), *(8 << 20 for _ in range(4))]
    for index, knob in enumerate(("read_bandwidth_bytes_s", "write_bandwidth_bytes_s")):
        made.add(cell_id, rows.DeviceStep("read-128k-d4", index, 12 * NS, knob, 16 << 20))
    for index in range(9):
        value = sum(moved_bytes[: index + 1])
        time_ns = 10 * NS + index * NS // 2
        made.add(cell_id, rows.DeviceSample("read-128k-d4", time_ns, "read_bytes", value))
        made.add(cell_id, rows.DeviceSample("read-128k-d4", time_ns, "write_bytes", 0))
