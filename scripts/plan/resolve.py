"""One cell's settings, resolved into the jobs that the lab is handed for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from scripts.device.controls import AT_S
from scripts.device.table import BY_NAME, SHORTHANDS
from scripts.engines.families import family, family_of
from scripts.jobs import TURN_INSTRUCTIONS, as_job, as_phase, warm_up_seed
from scripts.jobs import Phase as JobPhase
from scripts.lab.lab import Lab
from scripts.lab.registry import lab_named, loading_lab
from scripts.plan.catalogue import concerns
from scripts.plan.device_model import DeviceStep, settings_of_kind, without_shorthands
from scripts.plan.hammerdb import tools_of
from scripts.plan.jobs import Beginning, Cell, Dataset, Machine, Snapshot, factor_words, identified
from scripts.plan.model import (
    CLIENTS,
    SPARE_CONNECTIONS,
    CellConfig,
    Phase,
    StudyConfig,
)
from scripts.plan.study import ROOT, SYSTEM_MEMORY_MIB
from scripts.values.fields import plain
from scripts.workloads.registry import split

Part = dict[str, Any]
"""Of a job that is being made."""
# Hashes of the layers that a job uses, by name.
Images = dict[str, str]
SHORTEST_S = 0.1
# HammerDB's Tcl, with an interpreter for each virtual user, beside the engine while it loads.
HAMMERDB_MEMORY_MIB = 128


def _merged(engine: str | None, *sources: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """An engine's settings: a later source before an earlier one, its own before its family's."""
    merged: dict[str, Any] = {}
    for source in sources:
        for name in sorted(source, key=len):
            if concerns(name, engine):
                merged.update(source[name])
    return dict(sorted(merged.items()))


def _tuning(config: StudyConfig, cell: CellConfig) -> dict[str, Any]:
    """Settings of the cell's engine: the study's, then the cell's."""
    return _merged(cell.engine, config.tuning, cell.tuning)


def _tuning_of_load(config: StudyConfig, cell: CellConfig) -> dict[str, Any]:
    """What of the cell's tuning is settled when its data are made, and the load's own."""
    names = family(family_of(str(cell.engine))).settings_of_data
    settled = {key: value for key, value in _tuning(config, cell).items() if key in names}
    while_loading = config.datasets[str(cell.dataset)].load_tuning
    return dict(sorted((_merged(cell.engine, while_loading) | settled).items()))


def _least_bandwidth_mib_s(cell: CellConfig) -> float:
    """That of reads or of writes; infinite for a `block` device, whose are its own."""
    settings = without_shorthands(cell.device.model_dump())
    return min(float(settings.get(name, math.inf)) for name in SHORTHANDS["bandwidth_mib_s"])


def duration_at(steps: Mapping[str, float], bandwidth_mib_s: float) -> float:
    """Seconds for a bandwidth: those of the smallest step that is not below it."""
    bounds = sorted((key for key in steps if key != "default"), key=float)
    fitting = (key for key in bounds if bandwidth_mib_s <= float(key))
    return steps[next(fitting, "default")]


def _phase(config: StudyConfig, cell: CellConfig, phase: Phase, bandwidth: float) -> Part:
    kind, name = split(phase.workload)
    seconds = round(duration_at(phase.duration_s, bandwidth) * config.duration_factor, 3)
    if seconds:
        step = kind.whole_s
        seconds = math.ceil(seconds / step) * step if step else max(seconds, SHORTEST_S)
    options = {**(cell.options if kind.takes_cell_options else {}), **phase.options}
    job = {
        "name": phase.name,
        "workload": phase.workload,
        "threads": phase.threads or cell.threads,
        "duration_s": plain(seconds),
        "events": _events(phase.events * config.events_factor * cell.events_factor),
        "options": dict(sorted(options.items())),
        **kind.phase_keys(name, config.datasets.get(cell.dataset or ""), ROOT),
    }
    if phase.device_schedule:
        job["device_schedule"] = [
            _device_step(step, config.duration_factor) for step in phase.device_schedule
        ]
    return job


def _events(count: float) -> int:
    """Whole transactions, at least so many: 100 times 1.1 is 110.00000000000001, and makes 110."""
    return math.ceil(round(count, 6))


def _device_step(step: DeviceStep, duration_factor: float) -> Part:
    """A step with what it changes, in the names of the cell's own settings."""
    changed = without_shorthands(step.model_dump())
    return {AT_S: plain(round(step.at_s * duration_factor, 3)), **changed}


def phases_of(config: StudyConfig, cell: CellConfig) -> list[JobPhase]:
    """The phases that the cell's engine runs, with durations for its bandwidth."""
    bandwidth = _least_bandwidth_mib_s(cell)
    return [
        as_phase(_phase(config, cell, phase, bandwidth))
        for phase in cell.phases
        if runs_for(phase, cell.engine)
    ]


def runs_for(phase: Phase, engine: str | None) -> bool:
    """Whether the phase is for this engine."""
    return phase.engines is None or any(concerns(name, engine) for name in phase.engines)


def _disk(config: StudyConfig, cell: CellConfig) -> Part:
    """What device there is, before anything is set."""
    disk: Part = {"device_mib": config.lab.device_mib}
    if cell.device.kind != "emulator":
        disk["kind"] = cell.device.kind
        if cell.device.path is not None:
            disk["path"] = cell.device.path
    return disk


def _device(config: StudyConfig, cell: CellConfig) -> Part:
    """The device with all that the cell sets of it, but for settings that a job leaves out."""
    known = settings_of_kind(cell.device.kind)
    settings = {
        name: value
        for name, value in without_shorthands(cell.device.model_dump()).items()
        if name in known and not (BY_NAME[name].is_left_out and value == BY_NAME[name].default)
    }
    return settings | _disk(config, cell)


def cpus_of(config: StudyConfig, cell: CellConfig) -> int:
    """CPUs of the machine that measures the cell."""
    return cell.cpus or config.lab.cpus


def turn_of(config: StudyConfig, cell: CellConfig) -> int:
    """For how many instructions it is one CPU's turn."""
    return cell.turn_instructions or config.lab.turn_instructions


def gips_of(config: StudyConfig, cell: CellConfig) -> float:
    """10^9 instructions per second of each CPU of the machine that measures the cell."""
    return cell.cpu_gips or config.lab.cpu_gips


def _speed(lab: Lab, gips: float) -> Part:
    """How fast a CPU is, where that is set."""
    return {"cpu_gips": plain(gips)} if lab.capabilities.clock == "instructions" else {}


def _cpus(config: StudyConfig, cell: CellConfig) -> Part:
    """How fast CPUs are, several of them and their turns.

    A job that names no number has one CPU, and one that names no turns has the usual ones.
    """
    cpus, turn = cpus_of(config, cell), turn_of(config, cell)
    speed = _speed(lab_named(config.lab.kind), gips_of(config, cell))
    several = {"cpus": cpus} if cpus > 1 else {}
    turns = {"turn_instructions": turn} if turn != TURN_INSTRUCTIONS else {}
    return speed | several | turns | _on_host(config)


def _on_host(config: StudyConfig) -> Part:
    """What only a lab on the host's own kernel knows; a job without has all CPUs, and repeats.

    The host's CPUs that an engine and its clients are kept to, and whether disturbed cells are.
    """
    named = {"engine": config.lab.engine_cpus, "client": config.lab.client_cpus}
    kept = {who: cpus for who, cpus in named.items() if cpus is not None}
    disturbed = {"disturbed": "keep"} if config.lab.disturbed == "keep" else {}
    return ({"host_cpus": kept} if kept else {}) | disturbed


@cache
def _block(lab: Lab) -> Part:
    """What jobs carry of their lab: one for all of them."""
    return lab.block()


def _limits(config: StudyConfig) -> Part:
    return {"virtual_s": config.lab.virtual_limit_s, "wall_s": config.lab.wall_limit_s}


def dataset_of(config: StudyConfig, cell: CellConfig, images: Images) -> Dataset | None:
    """The load that the cell's data come from; None without a dataset."""
    if cell.dataset is None:
        return None
    source = config.datasets[cell.dataset]
    machine = config.lab.machine_memory_mib
    tools = tools_of(config, cell)
    lab = loading_lab(lab_named(config.lab.kind))
    job = identified(
        "dataset_id",
        [cell.dataset, str(cell.engine)],
        {
            "lab": _block(lab),
            "engine": cell.engine,
            "images": images,
            "machine_memory_mib": machine,
            # A load is not a measurement: it gets all memory, and one image serves every limit.
            "engine_memory_mib": machine
            - SYSTEM_MEMORY_MIB
            - (HAMMERDB_MEMORY_MIB if tools else 0),
            "clients": CLIENTS,
            "connections": CLIENTS + SPARE_CONNECTIONS,
            "tuning": _tuning_of_load(config, cell),
            "dataset": source.as_job(),
            "filesystem": cell.filesystem,
            "device": {"device_mib": config.lab.device_mib},
            "limits": _limits(config),
            "seed": getattr(source, "seed", 1),  # nothing is random in TPC-H
            **_speed(lab, round(config.lab.cpu_gips + source.load_tenth_gips_more / 10, 1)),
            **tools,
            **_data_keys(config, cell),
        },
    )
    job["dataset"] = {"id": job["dataset_id"], **job["dataset"]}
    return Dataset(job["dataset_id"], as_job(job))


def common_of(
    config: StudyConfig, cell: CellConfig, dataset: Dataset | None, images: Images
) -> Part:
    """What a cell and its snapshot share: all that is settled before the machine is saved."""
    # A warm-up runs without the limit of a bandwidth, so its duration is the one above them all.
    warm_up = _phase(config, cell, cell.warm_up, math.inf) if cell.warm_up else None
    lab = lab_named(config.lab.kind)
    memory_mib = {"machine_memory_mib": config.lab.machine_memory_mib}
    return {
        "lab": _block(lab),
        "engine": cell.engine,
        "images": images,
        **(memory_mib if lab.in_machine else {}),
        "engine_memory_mib": cell.engine_memory_mib or config.engine_memory_mib,
        "clients": cell.clients,
        "connections": cell.connections,
        "tuning": _tuning(config, cell),
        "dataset": dataset.job["dataset"] if dataset else None,
        "filesystem": cell.filesystem,
        "traces": cell.traces,
        "warm_up": warm_up,
        "limits": _limits(config),
        **_cpus(config, cell),
        **tools_of(config, cell),
        **_data_keys(config, cell),
    }


def _data_keys(config: StudyConfig, cell: CellConfig) -> Part:
    """What a job says of its data beside what a guest gives to sysbench."""
    if cell.dataset is None:
        return {}
    return config.datasets[cell.dataset].job_keys(cell.dataset, ROOT)


def warm_up_seed_of(cell: CellConfig) -> int:
    """The seed of a cell's warm-up."""
    return warm_up_seed(cell.seed, cell.warm_up)


def machine_of(config: StudyConfig, cell: CellConfig, images: Images) -> Machine:
    """The booted machine that the cell's snapshot resumes."""
    job = identified(
        "machine_id",
        [cell.engine or "device"],
        {
            "lab": _block(lab_named(config.lab.kind)),
            "engine": cell.engine,
            "images": images,
            "machine_memory_mib": config.lab.machine_memory_mib,
            "device": {"device_mib": config.lab.device_mib},
            "limits": _limits(config),
            **_cpus(config, cell),
            **tools_of(config, cell),
        },
    )
    return Machine(job["machine_id"], as_job(job))


def snapshot_of(
    config: StudyConfig,
    cell: CellConfig,
    machine: Machine,
    dataset: Dataset | None,
    common: Part,
) -> Snapshot:
    """The machine with its engine started that the cell resumes."""
    job = identified(
        "snapshot_id",
        [cell.engine or "device", cell.dataset or cell.filesystem],
        {
            **common,
            "device": _disk(config, cell),
            "machine_id": machine.id,
            "seed": warm_up_seed_of(cell),
        },
    )
    return Snapshot(job["snapshot_id"], as_job(job), machine.id, dataset.id if dataset else None)


def cell_of(
    config: StudyConfig,
    experiment: str,
    cell: CellConfig,
    factors: dict[str, Any],
    begins_with: Beginning,
    phases: list[JobPhase],
) -> Cell:
    """The cell with every setting resolved, under its readable id.

    Without a snapshot it prepares itself, its warm-up with a seed that no cell has.
    """
    dataset, snapshot = begins_with.dataset, begins_with.snapshot
    begins = {"snapshot_id": snapshot.id} if snapshot else {"warm_up_seed": warm_up_seed_of(cell)}
    job = identified(
        "cell_id",
        [experiment, cell.engine or "", *factor_words(factors)],
        {
            "experiment": experiment,
            **begins_with.common,
            "device": _device(config, cell),
            **begins,
            "phases": phases,
            "seed": cell.seed,
            "factors": factors,
        },
    )
    seconds = sum(phase["duration_s"] for phase in phases)
    dataset_id = dataset.id if dataset else None
    snapshot_id = snapshot.id if snapshot else None
    return Cell(job["cell_id"], as_job(job), snapshot_id, dataset_id, experiment, seconds)
