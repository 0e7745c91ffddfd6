"""Factors: dotted paths into an experiment's ``cell``, and how a value is put there.

A factor is one of
- ``engine``, ``dataset``, ``filesystem``, ``seed``, ``threads``, ``clients``, ``cpus``,
  ``cpu_gips``, ``turn_instructions``, ``engine_memory_mib``, ``events_factor``, ``traces``;
- ``device.<key>``, where ``device.bandwidth_mib_s`` sets reads and writes;
- ``tuning.<engine or family>.<key>`` and ``options.<key>``;
- ``phases.<name>.<key>``, a key of the phase of that name;
- any other name, whose values are mappings of such paths, with a ``label`` for the cell's id, and
  ``engines`` where a value is for some of them alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scripts.device.table import SHORTHANDS
from scripts.engines.families import family_of
from scripts.plan.catalogue import concerns
from scripts.plan.device_model import Device
from scripts.plan.errors import unknown
from scripts.plan.model import Phase
from scripts.values.fields import plain

PLAIN = (
    *("engine", "dataset", "filesystem", "seed", "threads", "clients", "cpus"),
    *("cpu_gips", "turn_instructions", "engine_memory_mib", "events_factor", "traces"),
)
ALL_ENGINES = "all"
LABEL = "label"
ONLY = "engines"
# What a mapping holds besides paths.
ABOUT = (LABEL, ONLY)
Assignment = dict[str, Any]


def split_tuning(path: str, engines: Iterable[str]) -> tuple[str, str] | None:
    """``tuning.mariadb-11.8.x`` as (engine or family, key); names of engines may hold dots."""
    rest = path.removeprefix("tuning.")
    names = sorted({*engines, *map(family_of, engines)}, key=len, reverse=True)
    for name in names:
        if rest.startswith(f"{name}.") and len(rest) > len(name) + 1:
            return name, rest[len(name) + 1 :]
    return None


def path_problem(path: str, engines: Iterable[str], phases: Iterable[str]) -> str | None:
    """What is wrong with a dotted path into a cell with phases of these names, or None."""
    path = str(path)  # YAML may have read a number
    head, _, rest = path.partition(".")
    if path in PLAIN or (head == "options" and rest):
        return None
    if head == "device" and rest:
        return None if rest in Device.model_fields else unknown("key", rest, Device.model_fields)
    if head == "tuning" and rest:
        if split_tuning(path, engines):
            return None
        known = {*engines, *map(family_of, engines)}
        return unknown("engine or family", rest.partition(".")[0], known)
    if head == "phases" and rest:
        return unnamed_phase(rest, phases)
    return unknown(
        "factor",
        path,
        [*PLAIN, "device.<key>", "tuning.<engine>.<key>", "options.<key>", "phases.<name>.<key>"],
    )


def unnamed_phase(rest: str, phases: Iterable[str]) -> str | None:
    """What is wrong with ``<name>.<key>`` of a phase, or None."""
    name, _, key = rest.partition(".")
    if name not in phases:
        return unknown("phase", name, phases)
    return None if key in Phase.model_fields else unknown("key", key, Phase.model_fields)


def engines_problem(value: Mapping[str, Any], engines: Iterable[str]) -> str | None:
    """What is wrong with the engines that a mapping is for, or None."""
    if ONLY not in value:
        return None
    names = value[ONLY]
    if not isinstance(names, list) or not names:
        return f"must be a list of engines or families (got {names})"
    known = {*engines, *map(family_of, engines)}
    wrong = [name for name in names if not isinstance(name, str) or name not in known]
    if wrong:
        return unknown("engine or family", str(wrong[0]), known)
    twice = [name for name in names if names.count(name) > 1]
    return f"{twice[0]} is listed twice" if twice else None


def assign(cell: dict[str, Any], path: str, value: Any, engines: Iterable[str]) -> None:
    """Put one value at a path of the plain data of a cell, in place."""
    head, _, rest = path.partition(".")
    if path in PLAIN:
        cell[path] = value
    elif head == "tuning":
        name, key = split_tuning(path, engines) or (rest, "")
        cell.setdefault("tuning", {}).setdefault(name, {})[key] = value
    elif head == "phases":
        name, _, key = rest.partition(".")
        for phase in cell["phases"]:
            if phase["name"] == name:
                phase[key] = value
    else:
        block = cell.setdefault(head, {})
        if head == "device":
            for name in SHORTHANDS.get(rest, ()):
                block.pop(name, None)
        block[rest] = value


def is_group(values: list[Any]) -> bool:
    """Whether the values are mappings of paths rather than values of one path."""
    return any(isinstance(value, Mapping) for value in values)


def spread(factors: Mapping[str, list[Any]], engines: list[str]) -> dict[str, list[Any]]:
    """The factors with ``engine: [all]`` replaced by the engines of the study."""
    return {
        path: list(engines) if path == "engine" and values == [ALL_ENGINES] else list(values)
        for path, values in factors.items()
    }


def assignments(
    factors: Mapping[str, list[Any]], fraction: Mapping[str, list[str]]
) -> Iterator[Assignment]:
    """The full factorial, the last factor varying fastest, or a fraction of it.

    ``fraction`` has a factor's generator (Box, Hunter and Hunter, Statistics for Experimenters,
    2nd edition, section 6.5): it is at the second of its two values where an odd number of the
    generator's factors are at their second, and else at the first.
    """
    crossed = {path: values for path, values in factors.items() if path not in fraction}
    for places in itertools.product(*(range(len(values)) for values in crossed.values())):
        place = dict(zip(crossed, places, strict=True))
        for path, generator in fraction.items():
            place[path] = sum(place[of] for of in generator) % 2
        yield {path: values[place[path]] for path, values in factors.items()}


def fraction_problem(
    path: str, generator: list[str], fraction: Mapping[str, Any], factors: Mapping[str, list[Any]]
) -> str | None:
    """What is wrong with the generator of a factor, or None."""
    for name in (path, *generator):
        if name not in factors:
            return unknown("factor", name, factors)
        if len(factors[name]) != 2:
            return f"{name} must have two values (it has {len(factors[name])})"
    if len(set(generator)) < len(generator):
        return "names a factor twice"
    if generated := [name for name in generator if name in fraction]:
        return f"{generated[0]} follows from others itself: name factors that are crossed"
    return None


def vary(cell: Mapping[str, Any], assignment: Assignment, engines: list[str]) -> dict[str, Any]:
    """The plain data of a cell with all values of an assignment put in."""
    varied = _copied(cell)
    for path, value in assignment.items():
        if isinstance(value, Mapping):
            for inner, setting in value.items():
                if inner not in ABOUT:
                    assign(varied, inner, setting, engines)
        else:
            assign(varied, path, value, engines)
    return varied


def _copied(data: Any) -> Any:
    """A copy of plain data, in a fifth of the time that copy.deepcopy takes."""
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(value) for value in data] if isinstance(data, list) else data


def applies(assignment: Assignment, engine: str | None, engines: list[str]) -> bool:
    """Whether every group of settings is for this engine.

    A group is for the engines that it names; one that names none and sets nothing but the tuning
    of others is not for this one.
    """

    def of_others(path: str) -> bool:
        name, _ = split_tuning(path, engines) or (engine or "", "")
        return path.startswith("tuning.") and not concerns(name, engine)

    def is_for(group: Mapping[str, Any]) -> bool:
        if ONLY in group:
            return any(concerns(name, engine) for name in group[ONLY])
        settings = [path for path in group if path != LABEL]
        return not settings or not all(map(of_others, settings))

    return all(is_for(value) for value in assignment.values() if isinstance(value, Mapping))


def recorded(assignment: Assignment, engine: str | None, engines: list[str]) -> Assignment:
    """The factors as a cell records them: without the tuning of engines other than its own."""
    kept: Assignment = {}
    for path, value in assignment.items():
        if path.startswith("tuning."):
            name, _ = split_tuning(path, engines) or ("", "")
            if not concerns(name, engine):
                continue
        kept[path] = spelled(value)
    return kept


def spelled(value: Any) -> Any:
    """The one spelling of a factor's value in plan, cells and experiments: a group by its label."""
    if isinstance(value, Mapping):
        settings = [str(setting) for name, setting in value.items() if name not in ABOUT]
        value = value.get(LABEL) or ",".join(settings)
    return plain(value) if isinstance(value, float) else value
