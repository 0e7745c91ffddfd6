"""Collects made-up rows cell by cell, and writes the database that they make."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from scripts.analyse.claim_envelopes import fill_envelopes
from scripts.analyse.tables import computed_once, fill
from scripts.ingest.job import cell_row
from scripts.lab.registry import lab_named
from scripts.parse import rows
from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.site.build import REPOSITORY
from scripts.store.build import create_schema
from scripts.store.claim_pairs import load_pairs
from scripts.store.claims import decide, load_claims_tables, load_verdicts
from scripts.store.labs import add_missing_labs

POSTGRESQL, MARIADB = "postgresql-17", "mariadb-11.8"
ENGINES = (POSTGRESQL, MARIADB)
ALL_ENGINES = (*ENGINES, "postgresql-15", "postgresql-18", "mariadb-10.11", "mysql-9.7")
BANDWIDTHS_MIB_S = (4, 16, 64, 256)
READ_AHEADS_KB = (0, 128, 2048)
SEEDS = (1, 2)
CLAIMS = {
    "oltp": ["S0.1", "S0.2", "S0.3", "S0.4", "S0.5"],
    "version-chains": ["S0.8", "S0.9"],
    "garbage-collection": ["S0.10", "S0.11"],
    "storage-layout": ["S1.7"],
    "readahead": ["S2.1"],
    "scan-strategies": ["S2.2", "S2.4"],
    "cached-scans": ["S2.3", "S2.5"],
}
MEASURED = "oltp-postgresql-17-bw4-s1-00000000"
CHANGED = "oltp-mariadb-11.8-bw16-s1-00000000"
FAILED = "oltp-mariadb-11.8-bw256-s2-00000000"
REASON = "made to fail by the test: no answer from the engine"
NS = 1_000_000_000


def is_postgresql(engine: str) -> bool:
    """Whether an engine is of the family that stores rows in a heap."""
    return engine.startswith("postgresql-")


class MadeDatabase:
    """Collects rows cell by cell, then writes the database."""

    def __init__(self) -> None:
        self.tables: dict[str, list[tuple[Any, ...]]] = {name: [] for name in rows.ROW_TYPES}
        # As planned, of experiments of which that matters.
        self.factors: dict[str, dict[str, list[Any]]] = {}

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
        # Factors of one experiment alone, by their name in the job.
        own = settings.get("factors", {})
        flush = settings.get("flush", 20)
        if safety := settings.get("safety"):
            mark = f"{safety}-flush{flush}"
        if deletes := settings.get("deletes"):
            mark = f"{deletes}-{settings['durability']}"
        if threads := settings.get("threads"):
            mark = f"t{threads}"
        mark += "".join(f"-{value}" for value in own.values())
        cell_id = f"{experiment}-{engine or 'none'}-{mark}{extra}-s{seed}-00000000"
        factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed, **own}
        if experiment == "readahead":
            factors["device.read_ahead_kb"] = read_ahead
        if extra:
            factors["tuning.autovacuum"] = settings["autovacuum"]
        if safety:
            factors |= {"safety": safety, "device.flush_latency_us": flush}
        if deletes:
            factors |= {"deletes": deletes, "durability": settings["durability"]}
        if threads:
            factors["threads"] = threads
        job = {
            "cell_id": cell_id,
            "experiment": experiment,
            "lab": lab_named(settings.get("lab", "virtual")).block(),
            "engine": engine,
            "seed": seed,
            "engine_memory_mib": own.get("engine_memory_mib", 128),
            "filesystem": own.get("filesystem", "ext4" if engine else "none"),
            "device": {
                "read_bandwidth_mib_s": bandwidth,
                "write_bandwidth_mib_s": bandwidth,
                "read_latency_us": 20,
                "write_latency_us": 20,
                "flush_latency_us": flush,
                "read_ahead_kb": read_ahead,
                "pipes": own.get("device.pipes", "shared"),
                "device_mib": 1536,
            },
            "phases": [{"workload": workload, "threads": settings.get("threads", 8)}],
            "traces": [],
            "tuning": {"autovacuum": settings["autovacuum"]} if extra else {},
            "factors": factors,
            "snapshot_id": None if settings.get("lab") else f"{engine}-made-00000000",
            "dataset": {
                "id": "made-00000000",
                "kind": settings.get("data", "sysbench"),
                "tables": 2,
                "rows_per_table": 1000,
            }
            if engine
            else None,
        }
        if cpus := settings.get("cpus", own.get("cpus")):
            job["cpus"] = cpus
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
        options: dict[str, Any] | None = None,
    ) -> None:
        """Add a phase with the device's counters around it."""
        begin = (10 + 100 * index) * NS
        self.add(
            cell_id,
            rows.Phase(
                name,
                index,
                workload,
                begin,
                begin + seconds * NS,
                0,
                f"{workload} --made",
                json.dumps(options or {}),
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

    def engine_cpu(self, cell_id: str, phase: str, cpu_us: float) -> None:
        """Add the engine's CPU time, of the whole phase and of its events."""
        for what in ("cgroup", "events"):
            source = f"{what}_engine/cpu.stat"
            self.add(cell_id, rows.SystemCounter(phase, source, "usage_usec", 0, cpu_us, cpu_us))

    def sysbench(self, cell_id: str, name: str, transactions: int, tps: float) -> None:
        """Add sysbench's summary of a phase that was added, as long as the phase."""
        (phase,) = (row for row in self.tables["phases"] if row[:2] == (cell_id, name))
        zeros = {field.name: 0 for field in dataclasses.fields(rows.SysbenchTotal)}
        self.add(
            cell_id,
            rows.SysbenchTotal(
                **{
                    **zeros,
                    "phase": name,
                    "version": "1.0.20",
                    "transactions": transactions,
                    "total_time_s": (phase[5] - phase[4]) / NS,
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
                    columns = [pa.array(column) for column in zip(*content, strict=True)]
                    names = [f"column_{index}" for index in range(len(columns))]
                    connection.from_arrow(pa.table(columns, names=names)).insert_into(table)
            connection.execute("INSERT INTO study VALUES ('config/smoke.yaml', 'results/smoke')")
            # As of published rows: one of the cells is in no study any more.
            connection.execute(
                "INSERT INTO repeats SELECT cell_id, 'config/smoke.yaml', 'results/smoke' "
                "FROM cells WHERE cell_id <> ?",
                [FAILED],
            )
            connection.execute(
                "INSERT INTO layers VALUES ('base', 'made', 'sysbench', '1.0.20-made')"
            )
            for experiment in [*CLAIMS, *self.factors]:
                connection.execute(
                    "INSERT INTO experiments VALUES (?, NULL, NULL, NULL, ?, ?, 0)",
                    [
                        experiment,
                        json.dumps(CLAIMS.get(experiment, [])),
                        json.dumps(self.factors.get(experiment, {})),
                    ],
                )
            add_missing_labs(connection)
            load_claims_tables(connection, claims)
            with computed_once(connection, "cell_metrics"):
                fill(connection)
                load_pairs(connection, claims)
                fill_envelopes(connection)
        verdicts = decide(path, claims)
        with duckdb.connect(str(path)) as connection:
            load_verdicts(connection, verdicts)
