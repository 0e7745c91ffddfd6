"""Writes the rows of a small study whose every summary is known beforehand."""

from __future__ import annotations

import dataclasses
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb

from scripts.ingest.job import cell_row
from scripts.ingest.parquet import write_rows
from scripts.lab.registry import lab_named
from scripts.parse.rows import (
    TABLE_NAMES,
    DeviceCounter,
    DeviceSample,
    EngineCounter,
    FioJob,
    Phase,
    PlanNode,
    Relation,
    Statement,
    SysbenchInterval,
    SysbenchTotal,
    SystemCounter,
    TraceValue,
)
from scripts.store.build import build
from scripts.store.plan_file import load_plan

SECOND_NS = 1_000_000_000
STUDY = {"config_file": "config/config.yaml", "results_dir": "results"}
BEGIN_NS = 40 * SECOND_NS
BANDWIDTHS = (4, 16, 64)
SEEDS = (1, 2)
TPS = {"mariadb-11.8": {4: 20, 16: 30, 64: 40}, "postgresql-17": {4: 10, 16: 30, 64: 90}}
PAGES_READ, PAGES_WRITTEN = 12, 4  # for each transaction


class Study:
    """Cells to be planned, with their rows written under `folder`/rows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jobs: list[dict[str, Any]] = []

    @property
    def rows(self) -> Path:
        return self.folder / "rows"

    def plan(self, **more: Any) -> Path:
        """Write plan.json."""
        path = self.folder / "plan.json"
        experiments = [{"name": "oltp", "title": "OLTP", "question": "How?", "page": "oltp"}]
        path.write_text(
            json.dumps({"study": STUDY, "experiments": experiments, "cells": self.jobs, **more})
        )
        return path

    def job(
        self,
        experiment: str,
        workloads: list[tuple[str, str]],
        factors: dict[str, Any],
        **more: Any,
    ) -> dict[str, Any]:
        """Plan a cell."""
        words = [experiment, *(str(value) for value in factors.values())]
        bandwidth = factors.get("device.bandwidth_mib_s", 16)
        device = {
            "read_bandwidth_mib_s": bandwidth,
            "write_bandwidth_mib_s": bandwidth,
            "read_latency_us": 20,
            "write_latency_us": 20,
            "flush_latency_us": 20,
            "read_ahead_kb": factors.get("device.read_ahead_kb", 128),
            "device_mib": 1536,
        }
        phases = [{"name": name, "workload": load, "threads": 8} for name, load in workloads]
        job = {
            "cell_id": "-".join(words),
            "experiment": experiment,
            "lab": lab_named("virtual").block(),
            "engine": factors.get("engine"),
            "engine_memory_mib": 128,
            "tuning": {},
            "dataset": {"id": "d", "tables": 4, "rows_per_table": 1000},
            "filesystem": "ext4",
            "device": device,
            "phases": phases,
            "seed": factors.get("seed", 1),
            "factors": factors,
            **more,
        }
        self.jobs.append(job)
        return job

    def write(self, job: dict[str, Any], rows: list[Any], **outcome: Any) -> None:
        """Write a planned cell's rows."""
        ended = {"status": "done", "virtual_s": 30.5, **outcome}
        by_table: dict[str, list[Any]] = {"cells": [cell_row(job, ended)]}
        for row in rows:
            by_table.setdefault(TABLE_NAMES[type(row)], []).append(row)
        about = {"status": ended["status"], "reason": ended.get("reason")}
        write_rows(job["cell_id"], by_table, about, self.rows / job["cell_id"])


def phase_row(job: dict[str, Any], index: int, seconds: float) -> Phase:
    """A phase of `seconds`; phases begin 100 s apart."""
    phase = job["phases"][index]
    begin_ns = BEGIN_NS + index * 100 * SECOND_NS
    end_ns = begin_ns + int(seconds * SECOND_NS)
    return Phase(phase["name"], index, phase["workload"], begin_ns, end_ns, 0, "[]", "{}")


def device_rows(phase: str, **deltas: int) -> list[DeviceCounter]:
    """The device's counters, 0 but for `deltas`."""
    names = [
        f"{direction}_{what}"
        for direction in ("read", "write")
        for what in ("commands", "bytes", "service_ns", "queue_ns")
    ]
    names += ["flush_commands", "busy_ns", "errors"]
    return [
        DeviceCounter(phase, name, 7, 7 + deltas.get(name, 0), deltas.get(name, 0))
        for name in names
    ]


def total_row(phase: str, transactions: float, seconds: float, p95: float = 10.0) -> SysbenchTotal:
    """sysbench's totals of a run of `transactions`, of which only the rate may be a fraction."""
    tps, count = transactions / seconds, int(transactions)
    counts = (count, 0, 0, count, tps, count, tps, 0, 0.0, 0, 0.0)
    latencies = (1.0, 5.0, 40.0, p95, 5.0 * count)
    return SysbenchTotal(
        phase, "1.0.20", 1, None, *counts, seconds, count, *latencies, 0.0, 0.0, 0.0, 0.0
    )


def interval_row(phase: str, second: int, tps: float) -> SysbenchInterval:
    """One second of a run."""
    return SysbenchInterval(
        phase, second, 8, tps, tps * 20, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, None, None
    )


def even_run(
    phase: str, engine: str, tps: float, seconds: int = 12, p95: float = 10.0
) -> list[Any]:
    """A run whose rate never changes, which the device limits, and which owes nothing."""
    updated = ("pg_stat_user_tables", "public/sbtest1", "n_tup_upd")
    collected = ("pg_stat_user_tables", "public/sbtest1", "n_dead_tup")
    if not engine.startswith("postgresql"):
        updated, collected = ("global_status", "", "Handler_update"), ("innodb_metrics", "", "x")
    dirty = ("global_status", "", "Innodb_buffer_pool_bytes_dirty")
    return [
        total_row(phase, tps * seconds, seconds, p95),
        *(interval_row(phase, second, tps) for second in range(1, seconds + 1)),
        *device_rows(phase, read_bytes=seconds << 20, busy_ns=seconds * SECOND_NS),
        *(EngineCounter(phase, *name, 0, 0, 0) for name in (updated, collected, dirty)),
        SystemCounter(phase, "cgroup_engine/memory.stat", "file_dirty", 0, 0, 0),
        *(
            SystemCounter(phase, f"events_{who}/cpu.stat", "usage_usec", 0.0, 1.0, 1.0)
            for who in ("engine", "client")
        ),
    ]


def oltp_cell(study: Study, engine: str, bandwidth: int, seed: int) -> None:
    """Twelve seconds at TPS[engine] + seed - 1, of which the first two are slow."""
    factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth, "seed": seed}
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
    tps = TPS[engine][bandwidth] + seed - 1
    transactions = 12 * tps
    speeds = [tps * 3 / 8] * 2 + [tps * 9 / 8] * 10
    read_bytes, write_bytes = (n * 4096 * transactions for n in (PAGES_READ, PAGES_WRITTEN))
    cpu_us = transactions * 4800.0
    samples = [
        DeviceSample("run", BEGIN_NS + t * SECOND_NS // 2, f"{side}_bytes", t * 4096 * pages)
        for t in range(3)
        for side, pages in (("read", 100), ("write", 50))
    ]
    study.write(
        job,
        [
            phase_row(job, 0, 12),
            total_row("run", transactions, 12),
            *(interval_row("run", second, speed) for second, speed in enumerate(speeds, 1)),
            *device_rows(
                "run",
                read_commands=transactions * 6,
                write_commands=transactions * 2,
                flush_commands=transactions,
                read_bytes=read_bytes,
                write_bytes=write_bytes,
                busy_ns=6 * SECOND_NS,
            ),
            SystemCounter("run", "cgroup_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us),
            SystemCounter("run", "events_engine/cpu.stat", "usage_usec", 0.0, cpu_us, cpu_us),
            *samples,
        ],
    )


def oltp_study(folder: Path) -> Study:
    """Both engines at three bandwidths with two seeds; they meet at 16 MiB/s."""
    study = Study(folder)
    for engine in TPS:
        for bandwidth in BANDWIDTHS:
            for seed in SEEDS:
                oltp_cell(study, engine, bandwidth, seed)
    return study


def fio_row(phase: str, job: int, direction: str, block: int, depth: int, mib_s: float) -> FioJob:
    """A second of fio."""
    size = int(mib_s * 1048576)
    latency_ns = block / 1048576 / mib_s * 1e9 * depth
    return FioJob(
        phase, job, "j", direction, f"rand{direction}", "libaio", block, depth, True, None,
        size, size // block, size, size / block, 1000, 0, 0,
        1, latency_ns, 0.0, 9, 5, 6, 7, 0.0, latency_ns, 0.0, 0.0, 0,
    )  # fmt: skip


def strategies_cell(
    study: Study, read_ahead: int, filesystem: str, speeds: dict[str, float], size: int = 8192
) -> None:
    """A second of fio by strategy, in MiB/s; the device sees reads of ``size`` bytes."""
    factors = {"filesystem": filesystem, "device.read_ahead_kb": read_ahead}
    phases = [(name, f"fio/scan_{name.partition('-')[0]}") for name in speeds]
    job = study.job("scan-strategies", phases, factors, filesystem=filesystem)
    rows: list[Any] = []
    for index, (name, speed) in enumerate(speeds.items()):
        read_bytes = int(speed * 1048576)
        counters = device_rows(name, read_bytes=read_bytes, read_commands=read_bytes // size)
        fio = fio_row(name, 0, "read", 8192, 1, speed)
        direct = name.startswith("direct")
        rows += [phase_row(job, index, 1), dataclasses.replace(fio, direct=direct), *counters]
    study.write(job, rows)


def scan_cell(
    study: Study,
    engine: str = "postgresql-17",
    experiment: str = "readahead",
    memory_mib: int = 128,
    settings: str = "default",
    bandwidth: int = 16,
    read_ahead: int = 128,
    commands: int = 512,
) -> None:
    """A scan of 64 MiB in 4 s, cold, by so many commands, then again from memory in 1 s."""
    factors = {"engine": engine, "device.read_ahead_kb": read_ahead}
    if bandwidth != 16:
        factors["device.bandwidth_mib_s"] = bandwidth
    if experiment != "readahead":
        factors |= {"engine_memory_mib": memory_mib, "settings": settings}
    phases = [("scan", "sql/scan"), ("scan-again", "sql/scan")]
    job = study.job(experiment, phases, factors, engine_memory_mib=memory_mib)
    rows: list[Any] = [Relation("after", "sbtest1", "table", 64 << 20, 1000, None)]
    for index, (name, seconds, read) in enumerate([("scan", 4, 64 << 20), ("scan-again", 1, 0)]):
        phase = phase_row(job, index, seconds)
        text = "SELECT count(*) FROM sbtest1"
        begin_ns, end_ns = phase.begin_ns, phase.end_ns
        rows += [
            phase,
            Statement(name, 0, text, begin_ns, end_ns, 1, None, None, None, None),
            *device_rows(name, read_bytes=read, read_commands=commands if read else 0),
        ]
        # A slice before the phase, two in it, the last ended a little later, and one behind it.
        slices = [-SECOND_NS, -5, SECOND_NS // 2, end_ns - begin_ns + 5, end_ns - begin_ns + 10]
        for since, until in pairwise(begin_ns + each for each in slices):
            for map_name, value in (("@read_calls", 64.0), ("@read_bytes", 64 * 8192.0)):
                key = "postgres,pread"
                rows.append(TraceValue("read_syscalls", since, until, map_name, key, value))
    study.write(job, rows)


def olap_cell(study: Study, engine: str, bandwidth: int, seconds: float) -> None:
    """Query 18 in `seconds`, query 9 given up after 300 s, and the plan of query 18."""
    factors = {"engine": engine, "device.bandwidth_mib_s": bandwidth}
    names = ("q18", "q9", "q18-plan")
    phases = [(name, f"tpch/{name.removesuffix('-plan')}") for name in names]
    job = study.job("olap", phases, factors)
    job["dataset"] = {"id": "t", "kind": "tpch", "scale_factor": 0.02}
    rows: list[Any] = []
    for index, (name, wanted) in enumerate(zip(names, (seconds, 300.0, 1.0), strict=True)):
        phase = phase_row(job, index, wanted)
        if name == "q18-plan":
            phase = dataclasses.replace(phase, options_json='{"explain": "on"}')
        gave_up = name == "q9"
        nothing = (None, None, None, None)
        text, answer_rows = "SELECT 1", None if gave_up else 2
        ends = (phase.begin_ns, phase.end_ns)
        rows += [
            phase,
            Statement(name, 0, text, *ends, answer_rows, *nothing, gave_up),
            *device_rows(name, read_bytes=8 << 20, read_commands=64, busy_ns=SECOND_NS),
            SystemCounter(name, "cgroup_engine/cpu.stat", "usage_usec", 0.0, 5e5, 5e5),
        ]
    for index, method in enumerate((None, "hash", "hash", "index nested loop")):
        rows.append(
            PlanNode(
                "q18-plan", "q18", index, 0 if index else None, "made", method, None, None, None,
                2, 10.0, 20.0, 1.5, 8192, 3, 4,
            )
        )  # fmt: skip
    study.write(job, rows)


def database(study: Study) -> duckdb.DuckDBPyConnection:
    """The study's database, built and open."""
    path = study.folder / "results.duckdb"
    build(load_plan(study.plan()), study.rows, path)
    return duckdb.connect(str(path), read_only=True)


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[tuple]:
    """What a query returns."""
    return connection.execute(query).fetchall()
