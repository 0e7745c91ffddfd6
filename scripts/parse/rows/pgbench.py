"""What pgbench said of a run."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class PgbenchRun:
    """pgbench's summary of a whole run; connecting is in no other figure."""

    phase: str
    version: str
    script: str
    protocol: str
    clients: int
    transactions: int
    failed_transactions: int
    tps: float
    latency_ms_avg: float
    latency_ms_stddev: float | None
    connecting_ms: float


@dataclasses.dataclass(frozen=True, slots=True)
class PgbenchCommand:
    """The mean time of one command of pgbench's script; those with a backslash are its own."""

    phase: str
    command_index: int
    command: str
    latency_ms_avg: float
    failures: int
