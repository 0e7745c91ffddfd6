"""One dataclass a table: what a parser yields, and the schema that Parquet and DuckDB get.

The column ``cell_id`` is no part of the classes: a parser sees one tool's text and knows nothing
of cells. `schema_of` puts it first. Units are the last part of a column's name; a rate says per
what (``bandwidth_bytes_s`` is bytes a second). Times called ``*_ns`` are the guest's monotonic
clock.
"""

from __future__ import annotations

import dataclasses
import types
import typing

import pyarrow as pa


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """A measurement: what was set, and how it ended. From job.json and outcome.json."""

    experiment: str
    lab: str
    engine: str | None
    workload: str | None
    dataset: str | None
    dataset_kind: str | None
    dataset_tables: int | None
    dataset_rows_per_table: int | None
    dataset_scale_factor: float | None
    filesystem: str
    engine_memory_mib: int
    read_bandwidth_mib_s: float | None
    write_bandwidth_mib_s: float | None
    read_latency_us: float | None
    write_latency_us: float | None
    flush_latency_us: float | None
    read_ahead_kb: int | None
    device_mib: int | None
    threads: int | None
    traces: str
    seed: int
    tuning_json: str
    factors_json: str
    repeat_group: str
    curve_group: str
    status: str
    reason: str | None
    cause: str | None
    virtual_s: float | None
    snapshot_id: str | None
    job_json: str


@dataclasses.dataclass(frozen=True, slots=True)
class Phase:
    """One run of a workload inside a cell, with the command that ran it."""

    phase: str
    phase_index: int
    workload: str
    begin_ns: int
    end_ns: int
    exit_code: int
    command: str
    options_json: str


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchInterval:
    """sysbench's report of one second (``--report-interval=1``); queue_* only with ``--rate``."""

    phase: str
    time_s: int
    threads: int
    tps: float
    qps: float
    read_qps: float
    write_qps: float
    other_qps: float
    latency_ms_p95: float
    errors_per_s: float
    reconnects_per_s: float
    queue_length: int | None
    queue_concurrency: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchTotal:
    """sysbench's summary of a whole run."""

    phase: str
    version: str
    random_seed: int | None
    target_tps: int | None
    read_queries: int
    write_queries: int
    other_queries: int
    queries: int
    qps: float
    transactions: int
    tps: float
    ignored_errors: int
    ignored_errors_per_s: float
    reconnects: int
    reconnects_per_s: float
    total_time_s: float
    events: int
    latency_ms_min: float
    latency_ms_avg: float
    latency_ms_max: float
    latency_ms_p95: float
    latency_ms_sum: float
    events_per_thread_avg: float
    events_per_thread_stddev: float
    execution_time_per_thread_s_avg: float
    execution_time_per_thread_s_stddev: float


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchBucket:
    """A bucket of sysbench's latency histogram; `latency_ms` is the bucket's upper value."""

    phase: str
    bucket_index: int
    latency_ms: float
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class ToolMessage:
    """A line that a tool logged beside its results: FATAL, ALERT, WARNING, note."""

    phase: str
    line: int
    severity: str
    message: str


@dataclasses.dataclass(frozen=True, slots=True)
class FioJob:
    """What fio measured for one job and one direction (read, write, trim)."""

    phase: str
    job_index: int
    job: str
    direction: str
    access: str | None
    io_engine: str | None
    block_size_bytes: int | None
    io_depth: int | None
    direct: bool
    fsync_every: int | None
    io_bytes: int
    ios: int
    bandwidth_bytes_s: int
    iops: float
    runtime_ms: int
    short_ios: int
    drop_ios: int
    latency_ns_min: int
    latency_ns_mean: float
    latency_ns_stddev: float
    latency_ns_max: int
    latency_ns_p50: int | None
    latency_ns_p95: int | None
    latency_ns_p99: int | None
    submission_latency_ns_mean: float
    completion_latency_ns_mean: float
    user_cpu_percent: float
    system_cpu_percent: float
    context_switches: int


@dataclasses.dataclass(frozen=True, slots=True)
class DeviceCounter:
    """The emulated device's own counter around a phase: the ground truth."""

    phase: str
    counter: str
    before: int
    after: int
    delta: int


@dataclasses.dataclass(frozen=True, slots=True)
class DeviceHistogram:
    """A bucket of the emulated device's own histograms in a phase; both bounds included."""

    phase: str
    histogram: str
    bucket_min_ns: int
    bucket_max_ns: int | None
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class DeviceStep:
    """A change of the emulated device's dial while a phase ran, as the device had it."""

    phase: str
    step_index: int
    time_ns: int
    knob: str
    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class DeviceSample:
    """A device counter sampled during a phase; `value` is since the device was loaded."""

    phase: str
    time_ns: int
    counter: str
    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class EngineCounter:
    """A number of an engine's own views around a phase; null where a side has no such row."""

    phase: str
    source: str
    object: str
    counter: str
    before: float | None
    after: float | None
    delta: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class EngineText:
    """What the engine's views hold that is no number (status texts, time stamps, plans)."""

    phase: str
    source: str
    object: str
    field: str
    before: str | None
    after: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class SystemCounter:
    """A number of the guest's kernel around a phase: cgroups, /proc/stat, vmstat, diskstats."""

    phase: str
    source: str
    counter: str
    before: float | None
    after: float | None
    delta: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class Relation:
    """The size of a table or index as its engine sees it; `phase` is before or after."""

    phase: str
    relation: str
    kind: str
    bytes: int
    rows: int | None
    depth: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement that the guest's runner timed; device_* are deltas around it.

    One that had `timed_out` was given up by the server and has no rows.
    """

    phase: str
    statement_index: int
    statement: str
    begin_ns: int
    end_ns: int
    rows: int | None
    device_read_commands: int | None
    device_write_commands: int | None
    device_read_bytes: int | None
    device_write_bytes: int | None
    timed_out: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class PlanNode:
    """A node of a plan that an engine ran and measured; all figures of the node alone.

    `rows` and `rows_estimated` are those of all `loops`; pages are the engine's own, of
    `page_bytes`. Null where the engine doesn't tell.
    """

    phase: str
    query: str
    node_index: int
    parent_index: int | None
    operator: str
    join_method: str | None
    relation: str | None
    index_name: str | None
    condition: str | None
    loops: int | None
    rows: float | None
    rows_estimated: float | None
    time_ms: float | None
    page_bytes: int | None
    hit_pages: int | None
    read_pages: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class TraceValue:
    """A value of a bpftrace map, gathered between `begin_ns` and `end_ns` (null: not said)."""

    trace: str
    begin_ns: int | None
    end_ns: int | None
    map: str
    key: str
    value: float


@dataclasses.dataclass(frozen=True, slots=True)
class TraceHistogram:
    """A bucket of a bpftrace histogram; both bounds included, null where open."""

    trace: str
    begin_ns: int | None
    end_ns: int | None
    map: str
    key: str
    bucket_min: int | None
    bucket_max: int | None
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class TraceMessage:
    """What a traced script said beside its maps: texts, attached probes, lost events."""

    trace: str
    line: int
    kind: str
    message: str


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """A step of the guest's runner, timed."""

    step_index: int
    step: str
    begin_ns: int
    end_ns: int


@dataclasses.dataclass(frozen=True, slots=True)
class Provenance:
    """Versions and configuration files of a cell, as text."""

    key: str
    value: str


@dataclasses.dataclass(frozen=True, slots=True)
class ParseNote:
    """What could not be read of a cell that failed or ran out of time."""

    file: str
    line: int | None
    message: str


ROW_TYPES: dict[str, type] = {
    "cells": Cell,
    "phases": Phase,
    "sysbench_intervals": SysbenchInterval,
    "sysbench_totals": SysbenchTotal,
    "sysbench_histogram": SysbenchBucket,
    "fio_jobs": FioJob,
    "tool_messages": ToolMessage,
    "device_counters": DeviceCounter,
    "device_histograms": DeviceHistogram,
    "device_steps": DeviceStep,
    "device_samples": DeviceSample,
    "engine_counters": EngineCounter,
    "engine_texts": EngineText,
    "system_counters": SystemCounter,
    "relations": Relation,
    "statements": Statement,
    "plan_nodes": PlanNode,
    "trace_values": TraceValue,
    "trace_histograms": TraceHistogram,
    "trace_messages": TraceMessage,
    "steps": Step,
    "provenance": Provenance,
    "parse_notes": ParseNote,
}
"""Table name to row class, in the order of loading."""

TABLE_NAMES = {row_type: name for name, row_type in ROW_TYPES.items()}

_ARROW_TYPES = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}


def schema_of(row_type: type) -> pa.Schema:
    """Return the Arrow schema of a row class, with ``cell_id`` first."""
    hints = typing.get_type_hints(row_type)
    fields = [pa.field("cell_id", pa.string(), nullable=False)]
    for field in dataclasses.fields(row_type):
        hint = hints[field.name]
        members = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
        (plain,) = (member for member in members if member is not type(None))
        fields.append(pa.field(field.name, _ARROW_TYPES[plain], nullable=type(None) in members))
    return pa.schema(fields)
