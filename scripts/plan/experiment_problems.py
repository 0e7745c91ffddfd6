"""What is wrong with an experiment of a study: its cell, its factors, what it needs of the lab."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from scripts.lab.registry import labs
from scripts.plan import factors as factor_rules
from scripts.plan.catalogue import concerns
from scripts.plan.claims import CLAIMS_FILE
from scripts.plan.document import Document
from scripts.plan.errors import Problem, from_validation, listed, unknown
from scripts.plan.model import CellConfig
from scripts.plan.phases import phases_problems
from scripts.plan.study import Study
from scripts.plan.tuning import tuning_problems


def experiment_problems(study: Study, name: str) -> list[Problem]:
    """A line for each problem of an experiment; its own file and the study's are both read."""
    document, cell = study.documents[name], study.experiments[name].cell
    problems = _needs_problems(study, name)
    problems += _cell_problems(study, cell, document, ("cell",), _engines(study, name))
    pages = {page.stem for page in (study.root / "report").glob("*.qmd")}
    page = study.experiments[name].page
    made = name not in study.catalogue.experiments  # and so is its page
    if pages and page not in pages and not made:
        problems.append(document.problem(("page",), unknown("page", page, pages)))
    for index, claim in enumerate(study.experiments[name].claims):
        if claim not in study.claims.claims:
            message = f"{unknown('claim', claim, study.claims.claims)}; see {CLAIMS_FILE}"
            problems.append(document.problem(("claims", index), message))
    written = {**study.experiments[name].factors, **study.config.experiment_overrides.get(name, {})}
    for factor, values in study.factors[name].items():
        if factor == "engine" and written[factor] == [factor_rules.ALL_ENGINES]:
            continue  # the study's engines, which have been looked at
        overridden = factor in study.config.experiment_overrides.get(name, {})
        place = study.documents[""] if overridden else document
        path = ("experiment_overrides", name, factor) if overridden else ("factors", factor)
        problems += _factor_problems(study, name, factor, values, place, path)
    if problems:
        return problems  # A factor that is wrong makes its fraction wrong, too.
    fraction, factors = study.experiments[name].fraction, study.factors[name]
    for factor, generator in fraction.items():
        if wrong := factor_rules.fraction_problem(factor, generator, fraction, factors):
            problems.append(document.problem(("fraction", factor), wrong))
    return problems


def _engines(study: Study, name: str) -> list[str | None]:
    """The engines that the experiment measures; a value that is no text is a problem of its own."""
    values = study.factors[name].get("engine") or [study.experiments[name].cell.engine]
    return [value for value in values if value is None or isinstance(value, str)]


def _needs_problems(study: Study, name: str) -> list[Problem]:
    """A line for each capability that the experiment needs and the study's lab lacks."""
    needs = study.experiments[name].needs.model_dump()
    problems = []
    for capability in study.lab.capabilities.lacking(needs):
        wanted = {capability: needs[capability]}
        others = [lab.name for lab in labs().values() if not lab.capabilities.lacking(wanted)]
        here = getattr(study.lab.capabilities, capability)
        lacks = "lacks it" if needs[capability] is True else f"has {here}"
        message = (
            f"the lab {study.lab.name} (lab.kind) {lacks}: set lab.kind to one of "
            f"{listed(others)}, or leave {name} out of experiments"
        )
        problems.append(study.documents[name].problem(("needs", capability), message))
    return problems


def _factor_problems(
    study: Study,
    name: str,
    factor: str,
    values: list[Any],
    document: Document,
    path: tuple[str | int, ...],
) -> list[Problem]:
    """Each value is put into the cell alone, and what the models then say is its problem."""
    engines = list(study.catalogue.engines)
    phases = [phase.name for phase in study.experiments[name].cell.phases]
    group = factor_rules.is_group(values)
    if not group and (message := factor_rules.path_problem(factor, engines, phases)):
        return [document.problem(path, message)]
    if group and (problem := _odd_one(values)):
        index, message = problem
        return [document.problem((*path, index), message)]
    if factor == "engine" and factor_rules.ALL_ENGINES in values:
        return [document.problem(path, "all stands alone, for each of the study's engines")]
    problems: list[Problem] = []
    measured = _engines(study, name)
    own = _varied_problems(study, study.experiments[name].cell, document, measured)
    reported = {problem.message for problem in own}
    for index, value in enumerate(values):
        place = (*path, index)
        if value in values[:index]:
            problems.append(document.problem(place, f"{value} is listed twice"))
        inner = [key for key in value if key not in factor_rules.ABOUT] if group else [factor]
        label = value.get(factor_rules.LABEL) if group else None
        no_number = isinstance(label, float) and not math.isfinite(label)
        if no_number or not isinstance(label, str | int | float | None):
            message = f"must be a text or a number (got {label})"
            problems.append(document.problem((*place, factor_rules.LABEL), message))
            continue
        wrong = [
            (key, message)
            for key in inner
            if (message := factor_rules.path_problem(key, engines, phases))
        ]
        if group and (message := factor_rules.engines_problem(value, engines)):
            wrong.insert(0, (factor_rules.ONLY, message))
        problems += [document.problem((*place, key), message) for key, message in wrong]
        if wrong:
            continue
        only = value.get(factor_rules.ONLY, measured) if group else measured
        meant = [each for each in measured if any(concerns(name, each) for name in only if name)]
        varied = factor_rules.vary(study.raw_cells[name], {factor: value}, engines)
        try:
            cell = CellConfig.model_validate(varied)
        except ValidationError as error:
            problems += [
                document.problem(place, text) for _, text in from_validation(error, CellConfig)
            ]
            continue
        problems += [
            document.problem(place, problem.message)
            for problem in _varied_problems(study, cell, document, meant)
            if problem.message not in reported
        ]
    return problems


def _odd_one(values: list[Any]) -> tuple[int, str] | None:
    """The first of the few values that are of another kind than most, and why it is wrong."""
    groups = [index for index, value in enumerate(values) if isinstance(value, Mapping)]
    plain = [index for index in range(len(values)) if index not in groups]
    if not groups or not plain:
        return None
    if len(plain) <= len(groups):
        return plain[0], f"must be a mapping, as the others (got {values[plain[0]]})"
    return groups[0], f"must be a plain value, as the others (got {values[groups[0]]})"


def _cell_problems(
    study: Study,
    cell: CellConfig,
    document: Document,
    path: tuple[str | int, ...],
    engines: list[str | None],
) -> list[Problem]:
    problems = _reference_problems(study, cell, document, path)
    problems += tuning_problems(cell.tuning, document, (*path, "tuning"), study.catalogue, engines)
    problems += phases_problems(cell, document, path, study.catalogue)
    return problems


def _varied_problems(
    study: Study, cell: CellConfig, document: Document, engines: list[str | None]
) -> list[Problem]:
    """What can be wrong with a cell of these engines in which a factor has put a value."""
    return [
        *_reference_problems(study, cell, document, ()),
        *tuning_problems(cell.tuning, document, ("tuning",), study.catalogue, engines),
        *phases_problems(cell, document, (), study.catalogue),
    ]


def _reference_problems(
    study: Study, cell: CellConfig, document: Document, path: tuple[str | int, ...]
) -> list[Problem]:
    problems = []
    if cell.engine is not None and cell.engine not in study.catalogue.engines:
        message = unknown("engine", cell.engine, study.catalogue.engines)
        problems.append(document.problem((*path, "engine"), message))
    if cell.dataset is not None and cell.dataset not in study.config.datasets:
        message = unknown("dataset", cell.dataset, study.config.datasets)
        problems.append(document.problem((*path, "dataset"), message))
    if cell.device.kind not in study.lab.devices:
        others = [lab.name for lab in labs().values() if cell.device.kind in lab.devices]
        message = (
            f"{cell.device.kind}: the lab {study.lab.name} has no such device: must be one of "
            f"{listed(study.lab.devices)}, or set lab.kind to one of {listed(others)}"
        )
        problems.append(document.problem((*path, "device", "kind"), message))
    for index, trace in enumerate(cell.traces):
        if trace not in study.catalogue.traces:
            message = unknown("trace", trace, study.catalogue.traces)
            problems.append(document.problem((*path, "traces", index), message))
        elif trace in cell.traces[:index]:
            message = f'"{trace}" is listed twice'
            problems.append(document.problem((*path, "traces", index), message))
    return problems
