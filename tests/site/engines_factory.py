"""Made-up runs of sysbench and of scans, one function an experiment."""

from __future__ import annotations

from cells_factory import (
    BANDWIDTHS_MIB_S,
    FAILED,
    MARIADB,
    NS,
    POSTGRESQL,
    READ_AHEADS_KB,
    SEEDS,
    MadeDatabase,
    is_postgresql,
)

from scripts.parse import rows

# Transactions per second on an endless device, and MiB/s that give half of them. MariaDB 11.8 leads
# PostgreSQL 17 up to 16 MiB/s and trails from 64 on: the curves cross in between.
CURVES = {
    POSTGRESQL: (400.0, 60.0),
    "postgresql-15": (360.0, 64.0),
    "postgresql-18": (440.0, 58.0),
    MARIADB: (160.0, 10.0),
    "mariadb-10.11": (170.0, 12.0),
    "mysql-9.7": (150.0, 18.0),
}

# How fast an engine is beside those that the tests reckon with.
SPEEDS = {"postgresql-15": 0.8, "postgresql-18": 1.15, "mariadb-10.11": 0.9, "mysql-9.7": 0.7}


def made_tps(engine: str, bandwidth_mib_s: float, seed: int) -> float:
    """Throughput by the curve of the engine, a little more with each seed."""
    best, half = CURVES[engine]
    return best * bandwidth_mib_s / (bandwidth_mib_s + half) * (1 + 0.02 * seed)


def add_memory(made: MadeDatabase, cell_id: str, engine: str) -> None:
    """What the engine used of its memory, what fell into the run, and why InnoDB wrote pages."""
    shares = {"anon": 8, "file": 100, "kernel": 4} if is_postgresql(engine) else {"anon": 100}
    for counter, mib in shares.items():
        source = "cgroup_engine/memory.stat"
        made.add(cell_id, rows.SystemCounter("run", source, counter, 0, mib << 20, mib << 20))
    if is_postgresql(engine):
        counters = {"num_timed": (0, 0), "num_requested": (0, 0)}
    else:
        counters = {
            "Innodb_buffer_pool_pages_total": (3200, 3200),
            "Innodb_page_size": (16384, 16384),
            "Innodb_buffer_pool_pages_flushed": (0, 100),
            "Innodb_buffer_pool_pages_lru_flushed": (0, 90),
            "Innodb_checkpoint_age": (0, 500),
            "Innodb_checkpoint_max_age": (1000, 1000),
        }
    source = "pg_stat_checkpointer" if is_postgresql(engine) else "global_status"
    for counter, (before, after) in counters.items():
        made.add(
            cell_id, rows.EngineCounter("run", source, "", counter, before, after, after - before)
        )


def add_oltp(made: MadeDatabase, engine: str) -> None:
    """A run for each bandwidth and seed, one of which failed."""
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
            pages = 60 if is_postgresql(engine) else 45
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
            made.engine_cpu(cell_id, "run", 5000 * transactions)
            add_memory(made, cell_id, engine)
            for second in range(1, 13):
                shape = 0.4 if second <= 2 else 1 + 0.1 * (-1) ** second
                made.add(
                    cell_id,
                    rows.SysbenchInterval(
                        "run", second, 8, tps * shape, 0, 0, 0, 0, 8000 / tps, 0, 0, None, None
                    ),
                )


def add_oltp_read_ahead(made: MadeDatabase, engine: str) -> None:
    """Runs by bandwidth and read-ahead, which makes PostgreSQL read more."""
    workload = "sysbench/oltp_read_write"
    for bandwidth in (16, 64):
        for read_ahead in READ_AHEADS_KB:
            for seed in SEEDS:
                own = {"device.read_ahead_kb": read_ahead}
                about = {"bandwidth": bandwidth, "read_ahead": read_ahead, "factors": own}
                cell_id = made.cell("oltp-read-ahead", engine, workload, seed, **about)
                pages = 100 + read_ahead / 20 if is_postgresql(engine) else 150
                transactions = round(bandwidth * 256 * 10 / pages) + seed
                made.phase(cell_id, 0, "run", workload, 10, transactions * pages * 4096, 0)
                made.sysbench(cell_id, "run", transactions, transactions / 10)


def add_versions(made: MadeDatabase, engine: str) -> None:
    """The steps of version chains, and UPDATEs with collection on and off."""
    steps = {"update": 9, "select-chains": 7, "select-vacuumed": 5}
    if not is_postgresql(engine):
        steps = {"update": 6, "select-chains": 4}
    for seed in SEEDS:
        cell_id = made.cell("version-chains", engine, "sysbench/update_only", seed)
        for index, (name, pages) in enumerate(steps.items()):
            kind = "update_only" if name == "update" else "select_only"
            made.phase(
                cell_id, index, name, f"sysbench/{kind}", 5, 1000 * (pages + 0.1 * seed) * 4096
            )
            made.sysbench(cell_id, name, 1000, 200)
        for switch in ("on", "off") if is_postgresql(engine) else (None,):
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


def add_durability(made: MadeDatabase, engine: str) -> None:
    """What is promised, by what a flush takes."""
    workload = "sysbench/oltp_write_only"
    for safety, tps in {"durable": 100, "asynchronous-commit": 250, "no-page-copies": 120}.items():
        for flush in (20, 2000):
            for seed in SEEDS:
                cell_id = made.cell(
                    "durability", engine, workload, seed, safety=safety, flush=flush
                )
                pages = 4 if safety == "no-page-copies" else 7
                source, counter = (
                    ("pg_stat_wal", "wal_fpi")
                    if is_postgresql(engine)
                    else ("global_status", "Innodb_dblwr_pages_written")
                )
                # MariaDB's runs are so short that it writes no page, and so no copy of one.
                copies = 300 if is_postgresql(engine) and pages == 7 else 0
                made.add(
                    cell_id, rows.EngineCounter("write", source, "", counter, 0, copies, copies)
                )
                made.phase(cell_id, 0, "write", workload, 4, 0, 400 * pages * 4096)
                speed = tps * SPEEDS.get(engine, 1.0)
                made.sysbench(cell_id, "write", 400, speed * (20 / flush) ** 0.1)


def add_tpcc(made: MadeDatabase, engine: str) -> None:
    """New-Orders and Payments, half a second each, ten of a kind a second; MariaDB retries some."""
    workload = "sysbench/tpcc"
    for bandwidth in BANDWIDTHS_MIB_S:
        for seed in SEEDS:
            cell_id = made.cell("tpcc", engine, workload, seed, bandwidth=bandwidth)
            made.phase(cell_id, 0, "run", workload, 6, 60 * 9 * 4096, 60 * 3 * 4096)
            made.sysbench(cell_id, "run", 120, made_tps(engine, bandwidth, seed))
            made.engine_cpu(cell_id, "run", 120 * 5000)
            for index in range(120):
                begin = 10 * NS + index * NS // 20
                made.add(
                    cell_id,
                    rows.ClientTransaction(
                        "run",
                        0,
                        index,
                        "payment" if index % 2 else "new_order",
                        begin,
                        begin + NS // 20,
                        index % 40 == 38,
                        int(engine == MARIADB and index % 10 == 0),
                    ),
                )


def add_payments(made: MadeDatabase, engine: str) -> None:
    """Payments with deletes and without, alike for both promises."""
    workload = "sysbench/payments"
    for deletes, tps in {"with-deletes": 300, "without-deletes": 400}.items():
        for durability in ("equal", "own-default"):
            for seed in SEEDS:
                cell_id = made.cell(
                    "payments", engine, workload, seed, deletes=deletes, durability=durability
                )
                made.phase(cell_id, 0, "pay", workload, 4, 0, 400 * 4 * 4096)
                made.sysbench(cell_id, "pay", 400, tps * (2 if engine == MARIADB else 1))
                made.engine_cpu(cell_id, "pay", 400 * 1500)


def add_concurrency(made: MadeDatabase, engine: str) -> None:
    """SELECTs, prepared and not, and transactions by number of clients."""
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
                speed = tps * SPEEDS.get(engine, 1.0)
                made.sysbench(cell_id, name, 1000, speed * (1 + 0.1 / threads))
                made.engine_cpu(cell_id, name, 100 * (1000 + threads))


def add_layout(made: MadeDatabase, engine: str) -> None:
    """Look-ups by both kinds of key, and sizes."""
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
            if is_postgresql(engine):
                made.add(
                    cell_id,
                    rows.Relation("before", f"sbtest{table}_pkey", "primary", 10 << 20, None, 2),
                )


def add_writes(made: MadeDatabase, engine: str) -> None:
    """UPDATEs of eight clients, and what is written after them."""
    counters = [("pg_stat_wal", "wal_bytes")]
    if not is_postgresql(engine):
        names = ("Innodb_os_log_written", "Innodb_buffer_pool_pages_flushed")
        counters = [("global_status", name) for name in names]
    for seed in SEEDS:
        workload = "sysbench/update_only"
        cell_id = made.cell("write-amplification", engine, workload, seed, threads=8)
        made.phase(cell_id, 0, "update", workload, 5, 1000 * 16384, 1000 * 12288)
        made.sysbench(cell_id, "update", 1000, 200)
        written = 1000 * (900 + seed)
        for source, name in counters:
            made.add(cell_id, rows.EngineCounter("update", source, "", name, 0, written, written))
        if not is_postgresql(engine):
            size = ("global_status", "", "Innodb_page_size", 16384, 16384, 0)
            made.add(cell_id, rows.EngineCounter("update", *size))
        made.phase(cell_id, 1, "write-back", "engine/checkpoint", 2, 0, 1000 * 8192)


def add_readahead(made: MadeDatabase, engine: str) -> None:
    """Two scans for each readahead."""
    for read_ahead in READ_AHEADS_KB:
        cell_id = made.cell("readahead", engine, "sql/scan", bandwidth=128, read_ahead=read_ahead)
        size = max(8192, read_ahead * 1024) if is_postgresql(engine) else 16384
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
