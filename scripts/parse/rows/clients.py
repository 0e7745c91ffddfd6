"""What the clients said: sysbench, fio, and those that ran SQL."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchInterval:
    """sysbench's report of one second (``--report-interval=1``); queue_* only with ``--rate``.

    A percentile is null where it is more than sysbench's histogram holds, 100 s.
    """

    phase: str
    time_s: int
    threads: int
    tps: float
    qps: float
    read_qps: float
    write_qps: float
    other_qps: float
    latency_ms_p95: float | None
    errors_per_s: float
    reconnects_per_s: float
    queue_length: int | None
    queue_concurrency: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchTotal:
    """sysbench's summary of a whole run; a percentile is null where it is more than 100 s."""

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
    latency_ms_p95: float | None
    latency_ms_sum: float
    events_per_thread_avg: float
    events_per_thread_stddev: float
    execution_time_per_thread_s_avg: float
    execution_time_per_thread_s_stddev: float


@dataclasses.dataclass(frozen=True, slots=True)
class SysbenchBucket:
    """A bucket of sysbench's latency histogram; `latency_ms` is the bucket's upper value, null for
    the last, which holds all that took longer.
    """

    phase: str
    bucket_index: int
    latency_ms: float | None
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class ClientTransaction:
    """A transaction of a workload of several kinds (TPC-C), as its client saw it.

    `rolled_back`: as the workload wanted; `retries`: how often the engine made it retry.
    """

    phase: str
    thread: int
    transaction_index: int
    transaction: str
    begin_ns: int
    end_ns: int
    rolled_back: bool
    retries: int


@dataclasses.dataclass(frozen=True, slots=True)
class ToolMessage:
    """A line that a tool logged beside its results: FATAL, ALERT, WARNING, note."""

    phase: str
    line: int
    severity: str
    message: str


@dataclasses.dataclass(frozen=True, slots=True)
class FioJob:
    """What fio measured for one job and one direction (read, write, trim), and what it did there:
    null is a size that was not the same for all requests, a depth that was asked for and not
    reached, a latency that fio was told not to measure, and what is told of one of several jobs
    alone that fio reports as one.
    """

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
    latency_ns_min: int | None
    latency_ns_mean: float | None
    latency_ns_stddev: float | None
    latency_ns_max: int | None
    latency_ns_p50: int | None
    latency_ns_p95: int | None
    latency_ns_p99: int | None
    submission_latency_ns_mean: float | None
    completion_latency_ns_mean: float | None
    user_cpu_percent: float
    system_cpu_percent: float
    context_switches: int


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
    `page_bytes`. Null where the engine doesn't report it.
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
