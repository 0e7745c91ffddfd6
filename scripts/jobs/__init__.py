"""What a job is: the one record that the plan writes, the lab runs and the rows keep.

A job is JSON: its one serialisation is ``scripts.values.canonical``, which ids hash, and the file
``job.json``. These types are for the type checker alone: a key that is misspelled, or set after the
plan has made the job, fails in ``make lint``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict, cast

if TYPE_CHECKING:
    # Labs on a host's own kernel run with Python's own modules alone.
    from typing_extensions import ReadOnly

TURN_INSTRUCTIONS = 1000
"""Of a job that says nothing else."""

# 10^9 instructions per second: of a study that says nothing else, what a core of a server does with
# these engines, by their CPU time per transaction in both kinds of labs. Jobs of virtual time name
# theirs; those of earlier versions have none, and one instruction per nanosecond.
CPU_GIPS = 2.5
MOST_GIPS = 10
UNSAID_GIPS = 1.0

WARM_UP_SEED = 2**31 - 1
"""A seed that no cell has."""


class LabBlock(TypedDict):
    """The lab that runs a job, and what can be relied on there (``scripts/lab/lab.py``)."""

    name: ReadOnly[str]
    deterministic: ReadOnly[bool]
    snapshots: ReadOnly[bool]
    real_time: ReadOnly[bool]
    exclusive: ReadOnly[bool]
    cpus: ReadOnly[int | None]
    clock: ReadOnly[str]


class Limits(TypedDict):
    """When a job is given up, in seconds of the guest and of QEMU's processor time."""

    virtual_s: ReadOnly[float]
    wall_s: ReadOnly[float]


class Own(TypedDict):
    """A user's own tables: the study's name for their folder, and a hash of it."""

    name: ReadOnly[str]
    sha256: ReadOnly[str]


class Phase(TypedDict, total=False):
    """A phase of a cell, or its warm-up."""

    name: ReadOnly[str]
    workload: ReadOnly[str]
    threads: ReadOnly[int]
    duration_s: ReadOnly[float]
    events: ReadOnly[int]
    options: ReadOnly[dict[str, Any]]
    device_schedule: ReadOnly[list[dict[str, Any]]]
    # Of a user's own script.
    sha256: ReadOnly[str]


class Job(TypedDict, total=False):
    """A data set, machine, snapshot or cell to be made; each has its own id, and what it needs."""

    dataset_id: ReadOnly[str]
    machine_id: ReadOnly[str]
    snapshot_id: ReadOnly[str]
    cell_id: ReadOnly[str]
    experiment: ReadOnly[str]
    lab: ReadOnly[LabBlock]
    engine: ReadOnly[str | None]
    images: ReadOnly[dict[str, str]]
    machine_memory_mib: ReadOnly[int]
    engine_memory_mib: ReadOnly[int]
    clients: ReadOnly[int]
    connections: ReadOnly[int]
    tuning: ReadOnly[dict[str, Any]]
    # None without data, else `id`, `kind` and the keys of its kind.
    dataset: ReadOnly[Any]
    own: ReadOnly[Own]
    filesystem: ReadOnly[str]
    traces: ReadOnly[list[str]]
    warm_up: ReadOnly[Phase | None]
    warm_up_seed: ReadOnly[int]
    # Settings of the table (scripts/device/table.py), `device_mib`, and of another kind `kind`.
    device: ReadOnly[dict[str, Any]]
    phases: ReadOnly[list[Phase]]
    seed: ReadOnly[int]
    factors: ReadOnly[dict[str, Any]]
    cpus: ReadOnly[int]
    turn_instructions: ReadOnly[int]
    cpu_gips: ReadOnly[float]
    host_cpus: ReadOnly[dict[str, str]]
    disturbed: ReadOnly[str]
    tools: ReadOnly[dict[str, str]]
    adapter: ReadOnly[str]
    task: ReadOnly[str]
    limits: ReadOnly[Limits]


def as_job(content: Mapping[str, Any]) -> Job:
    """What a job file holds, as a job: its writer has checked it."""
    return cast(Job, content)


def as_phase(content: Mapping[str, Any]) -> Phase:
    """The same of a phase."""
    return cast(Phase, content)


def lab_name(job: Job) -> str:
    """The name of a job's lab; jobs of earlier versions have it without the capabilities."""
    lab: Any = job["lab"]
    return str(lab["name"] if isinstance(lab, Mapping) else lab)


def warm_up_seed(seed: int, warm_up: object) -> int:
    """The seed of what comes before a cell's first phase.

    A repeat begins with a warm-up of its own; without one, all begin with the same machine.
    """
    return WARM_UP_SEED - (seed if warm_up else 0)


def warm_up_of(job: Job) -> list[Phase]:
    """The phase that warms a job's engine up; none without one."""
    warm_up = job.get("warm_up")
    return [warm_up] if warm_up else []


def cpus_of(job: Job) -> int:
    """How many CPUs a job's machine has."""
    return job.get("cpus", 1)


def gips_of(job: Job) -> float:
    """How many instructions per nanosecond a CPU of a job's machine executes."""
    return job.get("cpu_gips", UNSAID_GIPS)


def turn_of(job: Job) -> int:
    """For how many instructions it is one CPU's turn, in a machine whose CPUs take turns."""
    return job.get("turn_instructions", TURN_INSTRUCTIONS)
