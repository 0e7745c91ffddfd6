"""What is wrong with a cell's phases, beyond what the model can check of each key alone."""

from __future__ import annotations

from scripts.engines.families import family_of
from scripts.plan.catalogue import Catalogue
from scripts.plan.document import Document
from scripts.plan.errors import Problem, unknown
from scripts.plan.model import CellConfig, Phase
from scripts.workloads.registry import split

# A path of keys and indexes into a document.
Place = tuple[str | int, ...]


def phases_problems(
    cell: CellConfig, document: Document, path: Place, catalogue: Catalogue
) -> list[Problem]:
    """The problems of the cell at ``path``: names twice, unknown workloads, runs without an end."""
    problems = []
    phases: list[tuple[Place, Phase]] = [
        ((*path, "phases", index), phase) for index, phase in enumerate(cell.phases)
    ]
    names = [phase.name for phase in cell.phases]
    for index, phase_name in enumerate(names):
        if phase_name in names[:index]:
            message = f'"{phase_name}" names two phases'
            problems.append(document.problem((*path, "phases", index, "name"), message))
    if cell.warm_up is not None:
        phases.append(((*path, "warm_up"), cell.warm_up))
        if cell.warm_up.device_schedule:
            message = "a warm-up runs at unlimited bandwidth: leave the schedule to the phases"
            problems.append(document.problem((*path, "warm_up", "device_schedule"), message))
    for place, phase in phases:
        problems += _phase_problems(phase, document, place, catalogue)
        problems += _schedule_problems(phase, document, (*place, "device_schedule"))
    return problems


def _phase_problems(
    phase: Phase, document: Document, path: Place, catalogue: Catalogue
) -> list[Problem]:
    problems = []
    workload, name = split(phase.workload)
    known = catalogue.workloads[workload.kind]
    if known is not None and name not in known:
        full = [f"{workload.kind}/{other}" for other in known]
        message = unknown("workload", phase.workload, full)
        problems.append(document.problem((*path, "workload"), message))
    problems += [
        document.problem((*path, *key), message)
        for key, message in workload.problems(name, phase, catalogue.root)
    ]
    engines = catalogue.engines
    known_engines = {*engines, *map(family_of, engines)}
    for index, engine in enumerate(phase.engines or []):
        if engine not in known_engines:
            message = unknown("engine or family", engine, known_engines)
            problems.append(document.problem((*path, "engines", index), message))
    return problems


def _schedule_problems(phase: Phase, document: Document, path: Place) -> list[Problem]:
    problems = []
    latest_s = 0.0
    for index, step in enumerate(phase.device_schedule):
        if step.at_s < latest_s:
            message = f"must be in order of time: not before {latest_s:g} (got {step.at_s:g})"
            problems.append(document.problem((*path, index, "at_s"), message))
        latest_s = step.at_s
        if len(step.model_dump(exclude_none=True)) == 1:
            message = "changes nothing: name a bandwidth or a latency"
            problems.append(document.problem((*path, index), message))
    return problems
