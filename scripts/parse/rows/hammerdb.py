"""What HammerDB said of a run of TPROC-C."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbRun:
    """HammerDB's result: new orders and the database's own transactions a minute.

    `failed_procedures` counts calls that ended in an error, such as a deadlock's victim.
    """

    phase: str
    version: str
    job_id: str
    database: str
    database_version: str
    virtual_users: int
    rampup_min: int
    duration_min: int
    new_orders_per_min: int
    transactions_per_min: int
    failed_procedures: int


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbTiming:
    """HammerDB's time profile of one kind of transaction: of a virtual user, or of all (null).

    Of the run as a whole, its ramp-up included. `elapsed_percent` is the share of the users' time.
    """

    phase: str
    virtual_user: int | None
    procedure: str
    elapsed_ms: float
    calls: int
    latency_ms_min: float
    latency_ms_avg: float
    latency_ms_max: float
    latency_ms_sum: float
    latency_ms_p99: float
    latency_ms_p95: float
    latency_ms_p75: float
    latency_ms_p50: float
    latency_ms_p25: float
    latency_ms_stddev: float
    elapsed_percent: float


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbCount:
    """A reading of HammerDB's transaction counter, made into transactions a minute.

    `time_s` counts whole seconds from the first reading, which is always 0 transactions.
    """

    phase: str
    reading_index: int
    time_s: int
    transactions_per_min: int
