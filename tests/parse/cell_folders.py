"""Makes a cell's folder as the lab leaves it, out of the transcripts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from parse_goldens import STAIRCASE, TRANSCRIPTS

from scripts.lab.registry import lab_named

CELL_ID = "oltp-postgresql-17-bw16-s1-0123abcd"
JOB = {
    "cell_id": CELL_ID,
    "experiment": "oltp",
    "lab": lab_named("virtual").block(),
    "engine": "postgresql-17",
    "engine_memory_mib": 128,
    "tuning": {"autovacuum": "off"},
    "dataset": {"id": "d-1", "kind": "sysbench", "tables": 2, "rows_per_table": 20000, "seed": 1},
    "filesystem": "ext4",
    "device": {
        "read_bandwidth_mib_s": 16,
        "write_bandwidth_mib_s": 16,
        "read_latency_us": 20,
        "write_latency_us": 20,
        "flush_latency_us": 20,
        "read_ahead_kb": 128,
        "device_mib": 1536,
    },
    "traces": ["device_requests"],
    "warm_up": None,
    "snapshot_id": "s-1",
    "phases": [
        {
            "name": "run",
            "workload": "sysbench/oltp_read_write",
            "threads": 8,
            "duration_s": 6,
            "events": 0,
            "options": {"rand-type": "uniform"},
        },
        {
            "name": "fio",
            "workload": "fio/randread",
            "threads": 1,
            "duration_s": 2,
            "events": 0,
            "options": {},
            "device_schedule": STAIRCASE,
        },
        {
            "name": "vacuum",
            "workload": "engine/vacuum",
            "threads": 1,
            "duration_s": 0,
            "events": 0,
            "options": {},
        },
        {
            "name": "scan",
            "workload": "sql/scan",
            "threads": 1,
            "duration_s": 0,
            "events": 0,
            "options": {},
        },
        {
            "name": "q18-plan",
            "workload": "tpch/q18",
            "threads": 1,
            "duration_s": 0,
            "events": 0,
            "options": {"explain": "on"},
        },
        {
            "name": "orders",
            "workload": "sysbench/tpcc",
            "threads": 4,
            "duration_s": 0,
            "events": 130,
            "options": {},
        },
    ],
    "seed": 1,
    "limits": {"virtual_s": 600, "wall_s": 900},
    "factors": {"engine": "postgresql-17", "device.bandwidth_mib_s": 16, "seed": 1},
}
OUTPUTS = {
    "run": "sysbench/read-write-postgresql.txt",
    "fio": "fio/random-read.json",
    "orders": "sysbench/tpcc-postgresql.txt",
}
STATEMENT = {"statement": "SELECT count(*) FROM sbtest1", "begin_ns": 71, "end_ns": 79, "rows": 1}


def make_cell(root: Path, status: str = "done", reason: str | None = None) -> Path:
    """Return the folder of a whole cell; a test then spoils what it wants."""
    cell = root / CELL_ID
    outbox = cell / "outbox"
    (outbox / "config").mkdir(parents=True)
    outcome = {"cell_id": CELL_ID, "status": status, "reason": reason, "virtual_s": 31.25}
    _write(cell / "job.json", JOB)
    _write(cell / "outcome.json", outcome)
    _write(outbox / "steps.json", [{"step": "resume", "begin_ns": 5, "end_ns": 7}])
    shutil.copy(TRANSCRIPTS / "layout" / "postgresql.json", outbox / "layout.json")
    _write(outbox / "versions.json", {"engine": "17.12", "kernel": "6.12.1"})
    (outbox / "config" / "postgresql-17.conf").write_text("shared_buffers = 32MB\n")
    (outbox / "traces").mkdir()
    trace = outbox / "traces" / "device_requests.jsonl"
    shutil.copy(TRANSCRIPTS / "bpftrace" / "device_requests.jsonl", trace)
    for index, phase in enumerate(JOB["phases"]):
        _make_phase(outbox / "phases" / f"{index:02d}-{phase['name']}", index, phase)
    return cell


def _make_phase(folder: Path, index: int, phase: dict) -> None:
    folder.mkdir(parents=True)
    record = {
        "name": phase["name"],
        "workload": phase["workload"],
        "begin_ns": index * 20,
        "end_ns": index * 20 + 10,
        "exit_code": 0,
        "command": [] if phase["name"] == "vacuum" else ["tool", "run"],
    }
    _write(folder / "phase.json", record)
    if "device_schedule" in phase:
        shutil.copy(TRANSCRIPTS / "schedule/staircase.txt", folder / "schedule.txt")
    if phase["name"] in OUTPUTS:
        shutil.copy(TRANSCRIPTS / OUTPUTS[phase["name"]], folder / "stdout.txt")
        (folder / "stderr.txt").write_text("")
        samples = "time_ns,counter,value\n10,read_bytes,4096\n15,read_bytes,8192\n"
        (folder / "sampled.csv").write_text(samples)
    if phase["workload"].startswith("sysbench/"):
        for moment in ("before", "after"):
            events = TRANSCRIPTS / f"system/events-{moment}.json"
            shutil.copy(events, folder / f"events_{moment}.json")
    elif phase["name"] in ("scan", "q18-plan"):
        (folder / "stdout.txt").write_text(json.dumps(STATEMENT) + "\n")
    if phase["name"] == "orders":
        report = TRANSCRIPTS / "transactions" / "tpcc-postgresql.jsonl"
        shutil.copy(report, folder / "report.jsonl")
    if phase["name"] == "q18-plan":
        shutil.copy(TRANSCRIPTS / "plans" / "postgresql-q18.json", folder / "plan.json")
    for moment in ("before", "after"):
        shutil.copy(TRANSCRIPTS / f"device/{moment}.txt", folder / f"device_{moment}.txt")
        shutil.copy(TRANSCRIPTS / f"histograms/{moment}.txt", folder / f"histograms_{moment}.txt")
        engine = TRANSCRIPTS / f"engine/postgresql-{moment}.json"
        shutil.copy(engine, folder / f"engine_{moment}.json")
        shutil.copy(TRANSCRIPTS / f"system/{moment}.json", folder / f"system_{moment}.json")


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value))
