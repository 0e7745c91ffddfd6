"""What is wrong with the settings of engines that a study asks for, before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scripts.engines.families import family_of
from scripts.engines.settings import setting_problem
from scripts.plan.catalogue import Catalogue, concerns
from scripts.plan.document import Document
from scripts.plan.errors import Problem, unknown


def tuning_problems(
    tuning: Mapping[str, Mapping[str, Any]],
    document: Document,
    path: tuple[str | int, ...],
    catalogue: Catalogue,
    engines: Iterable[str | None],
) -> list[Problem]:
    """A line for each engine or family that is unknown, and for each setting that can't be.

    ``engines`` are those that the settings are for, where these name them or their family.
    """
    known = {*catalogue.engines, *map(family_of, catalogue.engines)}
    asked = {*(engine for engine in engines if engine), *tuning} & catalogue.engines.keys()
    problems = []
    for name, settings in tuning.items():
        if name not in known:
            message = unknown("engine or family", name, known)
            problems.append(document.problem((*path, name), message))
            continue
        meant = sorted(engine for engine in asked if concerns(name, engine))
        for key, value in settings.items():
            found = (setting_problem(catalogue.root, engine, key, value) for engine in meant)
            if wrong := next(filter(None, found), None):
                problems.append(document.problem((*path, name, key), wrong))
    return problems
