"""What HammerDB said of a run of TPROC-C, and of one of TPROC-H."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbRun:
    """HammerDB's result: new orders and the database's own transactions per minute.

    `failed_procedures` is 0, as a run in which a call ended in an error is not accepted.
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
    """A reading of HammerDB's transaction counter, made into transactions per minute.

    `time_s` counts whole seconds from the first reading, which is always 0 transactions.
    """

    phase: str
    reading_index: int
    time_s: int
    transactions_per_min: int


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbQuerySet:
    """A query set of HammerDB's TPROC-H: 22 queries by one virtual user, one after the other.

    `query_s_geometric_mean` is HammerDB's, of the times of the `queries_with_rows`. `elapsed_s`
    counts whole seconds.
    """

    # Only HammerDB's making of a view and its removal are in `elapsed_s` beside the queries.
    phase: str
    version: str
    job_id: str
    database: str
    database_version: str
    virtual_users: int
    virtual_user: int
    query_set: int
    elapsed_s: int
    queries_with_rows: int
    query_s_geometric_mean: float


@dataclasses.dataclass(frozen=True, slots=True)
class HammerdbQuery:
    """A query of a query set of HammerDB's TPROC-H, by its number in TPC-H; `position` is its turn
    in the set.

    `elapsed_s` is HammerDB's, in whole milliseconds.
    """

    phase: str
    virtual_user: int
    query_set: int
    position: int
    query: int
    elapsed_s: float
