"""What a cell was, and how its run went."""

from __future__ import annotations

import dataclasses

from scripts.device.table import SETTINGS


@dataclasses.dataclass(frozen=True, slots=True)
class CellColumns:
    """The columns of a cell but for its device's settings."""

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


Cell = dataclasses.make_dataclass(
    "Cell",
    [(setting.name, setting.type | None) for setting in SETTINGS],
    bases=(CellColumns,),
    frozen=True,
    slots=True,
    namespace={
        "__doc__": "A measurement: what was set, and how it ended. From job.json and outcome.json.",
        "__module__": __name__,
    },
)
"""After its own columns, those of the table of the device's settings."""


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
class AdjustedSetting:
    """A setting that the engine's log says is not as the configuration asked for; `runs_with` is
    null where it was ignored.
    """

    setting: str
    asked: str
    runs_with: str | None
    words: str


@dataclasses.dataclass(frozen=True, slots=True)
class Quietness:
    """A look at a host that measures in real time, before, during or after an attempt at a cell.

    Shares are of all CPUs' time: of whatever ran while nothing of the cell did, of what ran beside
    the cell, of what the host's own host took. A fixed piece of work and random reads and writes of
    the disk, which nothing holds back, calibrate both sides; null where a moment has no such
    figure, or an earlier version took none.
    """

    attempt: int
    moment: str
    load_average: float
    busy_share: float | None
    others_share: float | None
    steal_share: float
    work_ms: float | None
    read_mib_s: float | None
    write_mib_s: float | None
    foreign_mib_s: float | None
    problem: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class ParseNote:
    """What could not be read of a cell: why it is ``parse_failed``, or what a failed one lacks."""

    file: str
    line: int | None
    message: str
