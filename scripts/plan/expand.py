"""From a checked study to its plan: factors crossed, cells checked, shared work found once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from scripts.device.controls import SCHEDULE_BYTES_MAX, schedule
from scripts.device.table import SETTINGS, SHORTHANDS
from scripts.jobs import CPU_GIPS, TURN_INSTRUCTIONS, Phase
from scripts.lab.lab import Lab
from scripts.plan import factors as factor_rules
from scripts.plan.beginnings import Beginnings
from scripts.plan.catalogue import HOST_LAYERS
from scripts.plan.device_model import settings_of_kind, without_shorthands
from scripts.plan.duplicates import Alike
from scripts.plan.errors import ConfigError, Problem, listed
from scripts.plan.hammerdb import needs_hammerdb
from scripts.plan.identities import Identities
from scripts.plan.jobs import Cell, Dataset, Layer, Machine, Plan, Snapshot
from scripts.plan.model import LAB_CONNECTIONS, CellConfig
from scripts.plan.resolve import (
    cell_of,
    cpus_of,
    gips_of,
    phases_of,
    runs_for,
    turn_of,
)
from scripts.plan.study import SYSTEM_MEMORY_MIB, Study
from scripts.plan.volume import larger_than_run, problems_of
from scripts.workloads.registry import kinds, split

# As messages call kinds of devices that are not the emulator.
_KINDS = {
    "emulator": "the emulator",
    "block": "a block device",
    "nvmevirt": "NVMeVirt",
    "loop": "a loop device",
    "throttled": "a throttled disk",
}
# Settings of a device that a cell has to name.
_REQUIRED = [row.name for row in SETTINGS if row.default is None]
# What the guest's kernel keeps for each CPU beyond the first.
CPU_MEMORY_MIB = 8


def plan(study: Study) -> Plan:
    """Expand a study.

    Returns:
        The plan, with cells in the order of the study's experiments and of their factors.

    Raises:
        ConfigError: a combination of factors makes a cell that can't run.
    """
    datasets: dict[str, Dataset] = {}
    machines: dict[str, Machine] = {}
    snapshots: dict[str, Snapshot] = {}
    cells: list[Cell] = []
    experiments: list[dict[str, Any]] = []
    problems: list[Problem] = []
    beginnings, identities = Beginnings(study), Identities()
    for name, experiment in study.experiments.items():
        ids: dict[str, None] = {}
        alike = Alike(study, name)
        unfit: dict[tuple[str, str], str] = {}
        for cell, factors in _cells_of(study, name):
            found = _unfit(study, cell)
            phases = [] if found else phases_of(study.config, cell)
            found = found or _phases_problems(study, cell, phases)
            for key, message in found:
                like = message.replace(cell.engine or "", "")
                unfit.setdefault((key, like), message + _combination(factors))
            if found:
                continue
            begins_with = beginnings.of(cell)
            resolved = cell_of(study.config, name, cell, factors, begins_with, phases)
            begun = (begins_with.dataset, begins_with.machine, begins_with.snapshot)
            if clash := identities.problem(*begun, resolved):
                problems.append(study.documents[name].problem(("factors",), clash))
                break
            if resolved.id in ids:
                continue
            if problem := alike.problem(resolved.job):
                problems.append(problem)
                break
            if dataset := begins_with.dataset:
                datasets.setdefault(dataset.id, dataset)
            if machine := begins_with.machine:
                machines.setdefault(machine.id, machine)
            if snapshot := begins_with.snapshot:
                snapshots.setdefault(snapshot.id, snapshot)
            cells.append(resolved)
            ids[resolved.id] = None
        problems += _unfit_problems(study, name, unfit)
        description = experiment.model_dump(include={"title", "question", "page", "claims"})
        factors_of = {
            path: [factor_rules.spelled(value) for value in values]
            for path, values in study.factors[name].items()
        }
        experiments.append({"name": name, **description, "factors": factors_of, "cells": list(ids)})
    if not cells and not problems:
        key, message = "engines", "no experiment has a cell for them"
        if study.config.hammerdb is None and any(
            needs_hammerdb(study.config, experiment.cell)
            for experiment in study.experiments.values()
        ):
            key, message = "hammerdb", "is missing, which the cells of this study need"
        problems.append(study.documents[""].problem((key,), message))
    if problems:
        raise ConfigError(problems)
    used = sorted({cell.job["engine"] for cell in cells if cell.job["engine"] is not None})
    tools = sorted({tool for cell in cells for tool in cell.job.get("tools", {})})
    layers = tuple(Layer(layer) for layer in (*HOST_LAYERS, *used, *tools))
    return Plan(
        study.file,
        study.config.results_dir,
        tuple(experiments),
        layers,
        tuple(datasets.values()),
        tuple(machines.values()),
        tuple(snapshots.values()),
        tuple(cells),
    )


def _cells_of(study: Study, name: str) -> Iterator[tuple[CellConfig, dict[str, Any]]]:
    """The experiment's cells of engines that take part, with the factors that each records."""
    known = list(study.catalogue.engines)
    for assignment in factor_rules.assignments(
        study.factors[name], study.experiments[name].fraction
    ):
        data = factor_rules.vary(study.raw_cells[name], assignment, known)
        cell = CellConfig.model_validate(data)
        if cell.engine is not None and cell.engine not in study.config.engines:
            continue
        if not factor_rules.applies(assignment, cell.engine, known):
            continue
        if needs_hammerdb(study.config, cell) and not study.config.hammerdb:
            continue
        yield cell, factor_rules.recorded(assignment, cell.engine, known)


def _combination(factors: Mapping[str, Any]) -> str:
    words = ", ".join(f"{path} {value}" for path, value in factors.items() if path != "seed")
    return f" (at {words})" if words else ""


def _unfit_problems(study: Study, name: str, unfit: Mapping[tuple[str, str], str]) -> list[Problem]:
    """One line for what is wrong in the same way with several cells, at the first of them."""
    return [
        study.documents[name].problem(("cell", key), message) for (key, _), message in unfit.items()
    ]


def _unfit(study: Study, cell: CellConfig) -> list[tuple[str, str]]:
    """What only the combination of factors shows to be wrong: keys of the cell, and why."""
    config = study.config
    problems: dict[str, str] = {}
    # A key may be wrong for several reasons: the first is enough.
    add = problems.setdefault

    for message in _device_problems(study.lab, cell):
        add("device", message)
    steps = [*cell.phases, *([cell.warm_up] if cell.warm_up else [])]
    bound = {split(step.workload)[0].kind for step in steps} - set(_without_engine())
    if cell.engine is None:
        if bound:
            words = f"only these kinds work without an engine: {listed(_without_engine())}"
            add("phases", f"{', '.join(sorted(bound))}: {words}")
        elif cell.dataset is not None:
            add("dataset", "a dataset needs an engine that loads it")
    else:
        if cell.filesystem == "none":
            add("filesystem", "an engine needs a file system, ext4 or xfs")
        if cell.dataset is None and bound:
            add("dataset", f"{cell.engine} has nothing to run on: name a dataset")
        data = config.datasets.get(cell.dataset or "")
        for workload in sorted({step.workload for step in steps}):
            kind, name = split(workload)
            if data is not None and (message := kind.dataset_problem(name, data, study.root)):
                add("dataset", message)
        most = max(phase.threads or cell.threads for phase in steps)
        room = cell.connections - LAB_CONNECTIONS
        if most > room:
            add("threads", f"{most} clients are more than the {room} that may connect: set clients")
        users = [split(step.workload)[0] for step in steps if runs_for(step, cell.engine)]
        for user in [*users, *([data] if data else [])]:
            if problem := user.engine_problem(cell.engine):
                add(*problem)
    cpus = cpus_of(config, cell)
    if wrong := _cpus_problem(study.lab, cpus):
        add("cpus", wrong)
    if study.lab.capabilities.clock != "instructions":
        if turn_of(config, cell) != TURN_INSTRUCTIONS:
            words = f"CPUs of the lab {study.lab.name} take no turns: leave it out"
            add("turn_instructions", words)
        if gips_of(config, cell) != CPU_GIPS:
            words = f"CPUs of the lab {study.lab.name} are as fast as they are: leave it out"
            add("cpu_gips", words)
    system_mib = SYSTEM_MEMORY_MIB + CPU_MEMORY_MIB * (cpus - 1)
    memory_mib = (cell.engine_memory_mib or config.engine_memory_mib) + system_mib
    if study.lab.in_machine and memory_mib > config.lab.machine_memory_mib:
        limit = config.lab.machine_memory_mib - system_mib
        add("engine_memory_mib", f"must be <= {limit}, what lab.machine_memory_mib leaves")
    if not any(runs_for(phase, cell.engine) for phase in cell.phases):
        add("phases", f"none is for {cell.engine}")
    return list(problems.items())


def _phases_problems(study: Study, cell: CellConfig, phases: list[Phase]) -> list[tuple[str, str]]:
    """The same of its phases, with the durations that they have."""
    config = study.config
    problems: dict[str, str] = {}
    add = problems.setdefault
    for phase in phases:
        text_bytes = len(schedule(phase.get("device_schedule", [])))
        if text_bytes > SCHEDULE_BYTES_MAX:
            words = f"{phase['name']}: its device_schedule is too long for the device"
            add("phases", f"{words} ({text_bytes} bytes, over {SCHEDULE_BYTES_MAX})")
    seconds = sum(phase["duration_s"] for phase in phases)
    if all(phase["duration_s"] for phase in phases):
        for message in larger_than_run(without_shorthands(cell.device.model_dump()), seconds):
            add("device", message)
    if seconds > config.lab.virtual_limit_s:
        limit = config.lab.virtual_limit_s
        add("phases", f"last {seconds:g} s together, over lab.virtual_limit_s ({limit})")
    return list(problems.items())


def _cpus_problem(lab: Lab, cpus: int) -> str | None:
    """Why a lab can't give a cell so many CPUs, or None."""
    most = lab.capabilities.cpus
    if cpus > 1 and most is None:
        return f"the lab {lab.name} has its host's CPUs, all of them: leave out cpus"
    return f"the lab {lab.name} has {most} at most" if most is not None and cpus > most else None


@cache
def _without_engine() -> list[str]:
    """The kinds of workloads that do with the bare device."""
    return [name for name, kind in kinds().items() if not kind.needs_engine]


def _device_problems(lab: Lab, cell: CellConfig) -> list[str]:
    """What does not fit the kind of the cell's device."""
    device = cell.device
    problems = []
    named = without_shorthands(device.model_dump())
    if device.kind != "block" and any(name not in named for name in _REQUIRED):
        problems.append("bandwidth_mib_s is missing: set it here or as a factor")
    if device.kind in ("emulator", "loop") and device.path is not None:
        problems.append("path is that of a block device: set kind: block")
    if device.kind == "nvmevirt" and device.path is None:
        problems.append("path is missing: where NVMeVirt's disk is, such as /dev/nvme1n1")
    if device.kind == "throttled" and device.path is None:
        problems.append("path is missing: where the disk is, such as /dev/sdb")
    if device.kind == "block" and device.path is None:
        problems.append("path is missing: where the block device is, such as /dev/nullb0")
    known = settings_of_kind(device.kind)
    if device.kind == "emulator":
        problems += problems_of(named)
    if device.kind != "block":
        known |= set(SHORTHANDS)
    if odd := sorted(device.model_fields_set - known - {"kind", "path"}):
        problems.append(f"{_KINDS[device.kind]} has no such setting: leave out {', '.join(odd)}")
    steps = [phase.device_schedule for phase in cell.phases if phase.device_schedule]
    if device.kind != "emulator" and steps:
        problems.append(f"{_KINDS[device.kind]} has no schedule: leave out device_schedule")
    if cell.engine is not None and device.kind not in lab.loaded_devices:
        problems.append(f"{cell.engine}'s data are an image of the emulated device: kind: emulator")
    return problems
