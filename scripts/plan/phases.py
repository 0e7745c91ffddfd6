"""What is wrong with a cell's phases, beyond what the model can tell of each key alone."""

from __future__ import annotations

from typing import Any

from scripts.engines.families import family_of
from scripts.plan.catalogue import Catalogue
from scripts.plan.document import Document
from scripts.plan.errors import Problem, unknown
from scripts.plan.hammerdb import tprocc_option_problem, tproch_option_problem
from scripts.plan.model import CellConfig, Phase

TPCH_OPTIONS = ("explain", "timeout_s")
PGBENCH_OPTIONS = ("protocol", "rows")
PROTOCOLS = ("extended", "prepared", "simple")

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
    kind, _, name = phase.workload.partition("/")
    known = catalogue.workloads[kind]
    if name not in known:
        full = [f"{kind}/{other}" for other in known]
        message = unknown("workload", phase.workload, full)
        problems.append(document.problem((*path, "workload"), message))
    timed = any(seconds > 0 for seconds in phase.duration_s.values())
    if catalogue.ends_alone(phase.workload):
        if timed:
            message = f"{phase.workload} ends with its file: leave the duration out"
            problems.append(document.problem((*path, "duration_s"), message))
    elif kind in ("sysbench", "pgbench", "fio") and not timed and phase.events == 0:
        message = f"{phase.workload} would never end: set duration_s or events above 0"
        problems.append(document.problem((*path, "duration_s"), message))
    if phase.workload == "hammerdb/tprocc" and (not timed or phase.events):
        message = "HammerDB counts by the minute: set duration_s above 0, and no events"
        problems.append(document.problem((*path, "duration_s"), message))
    if phase.workload == "hammerdb/tproch" and (timed or phase.events):
        key = "duration_s" if timed else "events"
        message = f"hammerdb/tproch ends with its query sets: leave {key} out"
        problems.append(document.problem((*path, key), message))
    option_problem = _OPTION_PROBLEMS.get(kind) or _OPTION_PROBLEMS.get(phase.workload)
    if option_problem:
        problems += [
            document.problem((*path, "options", option), message)
            for option, value in phase.options.items()
            if (message := option_problem(option, value))
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


def _tpch_option_problem(option: str, value: Any) -> str | None:
    if option not in TPCH_OPTIONS:
        return unknown("option", option, TPCH_OPTIONS)
    if option == "explain":
        return None if value in ("on", "off") else f"must be on or off (got {value})"
    number = isinstance(value, int | float) and value > 0
    return None if number else f"must be a number of seconds > 0 (got {value})"


def _pgbench_option_problem(option: str, value: Any) -> str | None:
    if option not in PGBENCH_OPTIONS:
        return unknown("option", option, PGBENCH_OPTIONS)
    if option == "protocol":
        return None if value in PROTOCOLS else unknown("protocol", str(value), PROTOCOLS)
    whole = isinstance(value, int) and value > 0
    return None if whole else f"must be a whole number > 0 (got {value})"


# The workloads whose options are known here, by kind or one by one, and what tells a wrong one.
_OPTION_PROBLEMS = {
    "pgbench": _pgbench_option_problem,
    "tpch": _tpch_option_problem,
    "hammerdb/tprocc": tprocc_option_problem,
    "hammerdb/tproch": tproch_option_problem,
}
