"""What a cell was, and how its run went."""

from __future__ import annotations

import dataclasses


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
    """What could not be read of a cell: why it is ``parse_failed``, or what a failed one lacks."""

    file: str
    line: int | None
    message: str
