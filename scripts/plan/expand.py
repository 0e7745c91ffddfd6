"""From a checked study to its plan: factors crossed, cells resolved, shared work found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scripts.plan import factors as factor_rules
from scripts.plan.catalogue import HOST_LAYERS, concerns
from scripts.plan.errors import ConfigError, Problem
from scripts.plan.jobs import (
    Cell,
    Dataset,
    Layer,
    Machine,
    Plan,
    Snapshot,
    factor_words,
    identified,
)
from scripts.plan.model import CellConfig, DatasetConfig, Phase, StudyConfig, plain
from scripts.plan.study import SYSTEM_MEMORY_MIB, Study

Job = dict[str, Any]
SHORTEST_S = 0.1


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
    for name, experiment in study.experiments.items():
        ids = []
        for cell, factors in _cells_of(study, name):
            found = _unfit(study, name, cell, factors)
            problems += found
            if found:
                continue
            dataset = _dataset(study.config, cell)
            machine = _machine(study.config, cell)
            snapshot = _snapshot(study.config, cell, machine, dataset)
            resolved = _cell(study.config, name, cell, factors, dataset, snapshot)
            if resolved.id in ids:
                continue
            if dataset is not None:
                datasets.setdefault(dataset.id, dataset)
            machines.setdefault(machine.id, machine)
            snapshots.setdefault(snapshot.id, snapshot)
            cells.append(resolved)
            ids.append(resolved.id)
        description = experiment.model_dump(include={"title", "question", "page", "claims"})
        factors_of = study.factors[name]
        experiments.append({"name": name, **description, "factors": factors_of, "cells": ids})
    if not cells and not problems:
        message = "no experiment has a cell for them"
        problems.append(study.documents[""].problem(("engines",), message))
    if problems:
        raise ConfigError(list(dict.fromkeys(problems)))
    used = sorted({cell.job["engine"] for cell in cells if cell.job["engine"] is not None})
    layers = tuple(Layer(layer) for layer in (*HOST_LAYERS, *used))
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


def _cells_of(study: Study, name: str) -> list[tuple[CellConfig, dict[str, Any]]]:
    """The experiment's cells of engines that take part, with the factors that each records."""
    known = list(study.catalogue.engines)
    found = []
    for assignment in factor_rules.assignments(study.factors[name]):
        data = factor_rules.vary(study.raw_cells[name], assignment, known)
        cell = CellConfig.model_validate(data)
        if cell.engine is not None and cell.engine not in study.config.engines:
            continue
        found.append((cell, factor_rules.recorded(assignment, cell.engine, known)))
    return found


def _unfit(study: Study, name: str, cell: CellConfig, factors: Mapping[str, Any]) -> list[Problem]:
    """What only the combination of factors shows to be wrong."""
    document, config = study.documents[name], study.config
    combination = ", ".join(f"{path} {value}" for path, value in factors.items() if path != "seed")
    where = f" (at {combination})" if combination else ""
    problems = []

    def add(key: str, message: str) -> None:
        problems.append(document.problem(("cell", key), message + where))

    device = cell.device
    if device.bandwidth_mib_s is None and None in (
        device.read_bandwidth_mib_s,
        device.write_bandwidth_mib_s,
    ):
        add("device", "bandwidth_mib_s is missing: set it here or as a factor")
    kinds = {phase.workload.partition("/")[0] for phase in cell.phases}
    if cell.engine is None:
        if kinds != {"fio"}:
            add("phases", "sysbench, sql and engine workloads need an engine")
        if cell.dataset is not None:
            add("dataset", "a dataset needs an engine that loads it")
    else:
        if cell.filesystem == "none":
            add("filesystem", "an engine needs a file system, ext4 or xfs")
        if cell.dataset is None and kinds != {"fio"}:
            add("dataset", f"{cell.engine} has nothing to run on: name a dataset")
    if (
        cell.engine_memory_mib or config.engine_memory_mib
    ) + SYSTEM_MEMORY_MIB > config.lab.machine_memory_mib:
        limit = config.lab.machine_memory_mib - SYSTEM_MEMORY_MIB
        add("engine_memory_mib", f"must be <= {limit}, what lab.machine_memory_mib leaves")
    if not any(_runs(phase, cell.engine) for phase in cell.phases):
        add("phases", f"none is for {cell.engine}")
    if not problems:
        seconds = sum(phase["duration_s"] for phase in _phases(config, cell))
        if seconds > config.lab.virtual_limit_s:
            limit = config.lab.virtual_limit_s
            add("phases", f"last {seconds:g} s together, over lab.virtual_limit_s ({limit})")
    return problems


def _tuning(config: StudyConfig, cell: CellConfig) -> dict[str, Any]:
    """Settings of the cell's engine: the study's, then the cell's; a family's before its own."""
    merged: dict[str, Any] = {}
    for source in (config.tuning, cell.tuning):
        for name in sorted(source, key=len):
            if concerns(name, cell.engine):
                merged.update(source[name])
    return dict(sorted(merged.items()))


def _bandwidths(cell: CellConfig) -> tuple[float, float]:
    """MiB/s of reads and of writes."""
    device = cell.device
    read = device.read_bandwidth_mib_s or device.bandwidth_mib_s
    write = device.write_bandwidth_mib_s or device.bandwidth_mib_s
    assert read is not None, "checked in _unfit"
    assert write is not None, "checked in _unfit"
    return read, write


def duration_at(steps: Mapping[str, float], bandwidth_mib_s: float) -> float:
    """Seconds for a bandwidth: those of the smallest step that is not below it."""
    bounds = sorted((key for key in steps if key != "default"), key=float)
    fitting = (key for key in bounds if bandwidth_mib_s <= float(key))
    return steps[next(fitting, "default")]


def _phase(config: StudyConfig, cell: CellConfig, phase: Phase, bandwidth: float) -> Job:
    kind = phase.workload.partition("/")[0]
    seconds = round(duration_at(phase.duration_s, bandwidth) * config.duration_factor, 3)
    if seconds:
        seconds = math.ceil(seconds) if kind == "sysbench" else max(seconds, SHORTEST_S)
    takes_options = kind in ("sysbench", "fio")
    options = {**(cell.options if takes_options else {}), **phase.options}
    return {
        "name": phase.name,
        "workload": phase.workload,
        "threads": phase.threads or cell.threads,
        "duration_s": plain(seconds),
        "events": math.ceil(phase.events * config.events_factor),
        "options": dict(sorted(options.items())),
    }


def _phases(config: StudyConfig, cell: CellConfig) -> list[Job]:
    bandwidth = min(_bandwidths(cell))
    return [
        _phase(config, cell, phase, bandwidth) for phase in cell.phases if _runs(phase, cell.engine)
    ]


def _runs(phase: Phase, engine: str | None) -> bool:
    return phase.engines is None or any(concerns(name, engine) for name in phase.engines)


def _limits(config: StudyConfig) -> Job:
    return {"virtual_s": config.lab.virtual_limit_s, "wall_s": config.lab.wall_limit_s}


def _dataset(config: StudyConfig, cell: CellConfig) -> Dataset | None:
    if cell.dataset is None:
        return None
    source: DatasetConfig = config.datasets[cell.dataset]
    machine = config.lab.machine_memory_mib
    job = identified(
        "dataset_id",
        [cell.dataset, str(cell.engine)],
        {
            "lab": config.lab.kind,
            "engine": cell.engine,
            "machine_memory_mib": machine,
            # A load is no measurement: it gets all memory, and one image serves every limit.
            "engine_memory_mib": machine - SYSTEM_MEMORY_MIB,
            "tuning": {},
            "dataset": source.model_dump(),
            "filesystem": cell.filesystem,
            "device": {"device_mib": config.lab.device_mib},
            "limits": _limits(config),
            "seed": source.seed,
        },
    )
    job["dataset"] = {"id": job["dataset_id"], **job["dataset"]}
    return Dataset(job["dataset_id"], job)


def _common(config: StudyConfig, cell: CellConfig, dataset: Dataset | None) -> Job:
    """What a cell and its snapshot share: all that is settled before the machine is saved."""
    # A warm-up runs without the limit of a bandwidth, so its duration is the one above them all.
    warm_up = _phase(config, cell, cell.warm_up, math.inf) if cell.warm_up else None
    return {
        "lab": config.lab.kind,
        "engine": cell.engine,
        "machine_memory_mib": config.lab.machine_memory_mib,
        "engine_memory_mib": cell.engine_memory_mib or config.engine_memory_mib,
        "tuning": _tuning(config, cell),
        "dataset": dataset.job["dataset"] if dataset else None,
        "filesystem": cell.filesystem,
        "traces": cell.traces,
        "warm_up": warm_up,
        "limits": _limits(config),
    }


def _machine(config: StudyConfig, cell: CellConfig) -> Machine:
    job = identified(
        "machine_id",
        [cell.engine or "device"],
        {
            "lab": config.lab.kind,
            "engine": cell.engine,
            "machine_memory_mib": config.lab.machine_memory_mib,
            "device": {"device_mib": config.lab.device_mib},
            "limits": _limits(config),
        },
    )
    return Machine(job["machine_id"], job)


def _snapshot(
    config: StudyConfig, cell: CellConfig, machine: Machine, dataset: Dataset | None
) -> Snapshot:
    job = identified(
        "snapshot_id",
        [cell.engine or "device", cell.dataset or cell.filesystem],
        {
            **_common(config, cell, dataset),
            "device": {"device_mib": config.lab.device_mib},
            "machine_id": machine.id,
            # Of the warm-up; the cell's own seed is not known yet when the machine is saved.
            "seed": dataset.job["seed"] if dataset else 1,
        },
    )
    return Snapshot(job["snapshot_id"], job, machine.id, dataset.id if dataset else None)


def _cell(
    config: StudyConfig,
    experiment: str,
    cell: CellConfig,
    factors: dict[str, Any],
    dataset: Dataset | None,
    snapshot: Snapshot,
) -> Cell:
    read, write = _bandwidths(cell)
    phases = _phases(config, cell)
    job = identified(
        "cell_id",
        [experiment, cell.engine or "", *factor_words(factors)],
        {
            "experiment": experiment,
            **_common(config, cell, dataset),
            "device": {
                "read_bandwidth_mib_s": read,
                "write_bandwidth_mib_s": write,
                "read_latency_us": cell.device.read_latency_us,
                "write_latency_us": cell.device.write_latency_us,
                "read_ahead_kb": cell.device.read_ahead_kb,
                "device_mib": config.lab.device_mib,
            },
            "snapshot_id": snapshot.id,
            "phases": phases,
            "seed": cell.seed,
            "factors": factors,
        },
    )
    seconds = sum(phase["duration_s"] for phase in phases)
    dataset_id = dataset.id if dataset else None
    return Cell(job["cell_id"], job, snapshot.id, dataset_id, experiment, seconds)


__all__ = ["duration_at", "plan"]
