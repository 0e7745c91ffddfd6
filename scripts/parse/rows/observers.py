"""What stood beside a run and counted: the device, the engine, the kernel, the traces."""

from __future__ import annotations

import dataclasses


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
    """A change of a setting while a phase ran, as the device had it; a choice by its number."""

    phase: str
    step_index: int
    time_ns: int
    setting: str
    value: float


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
    """What the engine's views hold that is not a number (status texts, time stamps, plans)."""

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
class TracedRequest:
    """A request as it was traced: of a file by a process, or of the device (`asked`)."""

    trace: str
    time_ns: int
    asked: str
    operation: str
    bytes: int
    offset_bytes: int | None
    file: str | None
    process: str
