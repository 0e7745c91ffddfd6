"""Reading a study: its file, the files of its experiments, and all checks before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from scripts.engines.families import family_of
from scripts.lab.lab import Lab
from scripts.lab.registry import lab_named, labs
from scripts.plan import factors as factor_rules
from scripts.plan.catalogue import Catalogue
from scripts.plan.claims import CLAIMS_FILE, Claims, load_claims
from scripts.plan.datasets import datasets_problems
from scripts.plan.document import Document, load_document
from scripts.plan.errors import ConfigError, Problem, from_validation, listed, unknown
from scripts.plan.hammerdb import NoHammerdb, folder_of, version_of
from scripts.plan.model import CellConfig, Experiment, StudyConfig
from scripts.plan.phases import phases_problems

ROOT = Path(__file__).resolve().parents[2]
# The guest's kernel, init and measuring tools need this beside the engine.
SYSTEM_MEMORY_MIB = 256

# The experiment of each workload of the user's own, where its folder has none itself.
OWN, OWN_EXPERIMENT = "own", "experiment.yaml"

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Study:
    """A checked configuration; ``raw_cells`` are the experiments' cells as plain data."""

    file: str
    root: Path
    config: StudyConfig
    experiments: dict[str, Experiment]
    raw_cells: dict[str, dict[str, Any]]
    factors: dict[str, dict[str, list[Any]]]
    catalogue: Catalogue
    claims: Claims
    documents: dict[str, Document]
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def lab(self) -> Lab:
        """Where its cells run."""
        return lab_named(self.config.lab.kind)


def load_study(path: Path, root: Path = ROOT, changes: Mapping[str, Any] | None = None) -> Study:
    """Read and check a study.

    Args:
        path: the study's file, such as ``config/config.yaml``.
        root: the repository, whose ``envs/``, ``workloads/``, ``tracing/``,
            ``config/experiments/`` and ``config/claims.yaml`` the study refers to.
        changes: top-level keys in place of the file's.

    Raises:
        ConfigError: with every problem found, a line each.
    """
    document = load_document(path, _shown(path, root))
    if not isinstance(changes, Mapping | None):
        raise ConfigError([Problem("--changes", None, "", "must be a mapping of keys to values")])
    document.data.update(changes or {})
    document.changed = set(changes or {})
    config = _validated(document, StudyConfig)
    catalogue = Catalogue(root)
    problems = _study_problems(config, document, catalogue)
    # Where they are wrong, nothing more can be said of the experiments that name them.
    claims = load_claims(root / CLAIMS_FILE)
    study = Study(document.file, root, config, {}, {}, {}, catalogue, claims, {"": document})
    files = _experiment_files(config, catalogue)
    for name in config.experiments:
        if name not in files:
            continue
        study.files[name] = files[name]
        try:
            _add_experiment(study, name, load_document(files[name], _shown(files[name], root)))
            problems += _experiment_problems(study, name)
        except ConfigError as error:
            problems += error.problems
    if problems:
        raise ConfigError(problems)
    return study


def _shown(path: Path, root: Path) -> str:
    resolved = path.resolve()
    return str(resolved.relative_to(root) if resolved.is_relative_to(root) else path)


def _validated(document: Document, model: type[Model]) -> Model:
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        found = from_validation(error, model)
        raise ConfigError([document.problem(path, text) for path, text in found]) from error


def _study_problems(config: StudyConfig, document: Document, catalogue: Catalogue) -> list[Problem]:
    problems = []
    for key, what, known in (
        ("engines", "engine", catalogue.engines),
        ("experiments", "experiment", _experiment_files(config, catalogue)),
    ):
        names = getattr(config, key)
        for index, name in enumerate(names):
            if name not in known:
                problems.append(document.problem((key, index), unknown(what, name, known)))
            elif key == "engines" and family_of(name) != (adapter := catalogue.engines[name]):
                message = f"envs/{name}.yaml has the adapter {adapter}: call it {adapter}-<version>"
                problems.append(document.problem((key, index), message))
            elif name in names[:index]:
                problems.append(document.problem((key, index), f'"{name}" is listed twice'))
    for name in config.experiment_overrides:
        if name not in config.experiments and not problems:  # else its name may be what is wrong
            message = unknown("experiment", name, config.experiments)
            problems.append(document.problem(("experiment_overrides", name), message))
    problems += _tuning_problems(config.tuning, document, ("tuning",), catalogue)
    problems += datasets_problems(config.datasets, config.lab, document, catalogue.root)
    for key in ("results_dir", "shared_dir"):
        above = next(path for path in _upwards(Path(getattr(config, key))) if path.exists())
        if not above.is_dir():
            message = f"must be a folder, or one that can be made ({above} is a file)"
            problems.append(document.problem((key,), message))
    hammerdb = folder_of(config)
    if hammerdb:
        try:
            version_of(hammerdb)
        except NoHammerdb as error:
            problems.append(document.problem(("hammerdb",), str(error)))
    room = config.lab.machine_memory_mib - SYSTEM_MEMORY_MIB
    if lab_named(config.lab.kind).in_machine and config.engine_memory_mib > room:
        message = (
            f"must be <= {room}: lab.machine_memory_mib ({config.lab.machine_memory_mib}) less "
            f"{SYSTEM_MEMORY_MIB} for the system (got {config.engine_memory_mib})"
        )
        problems.append(document.problem(("engine_memory_mib",), message))
    return problems


def _tuning_problems(
    tuning: Mapping[str, Any],
    document: Document,
    path: tuple[str | int, ...],
    catalogue: Catalogue,
) -> list[Problem]:
    known = {*catalogue.engines, *map(family_of, catalogue.engines)}
    return [
        document.problem((*path, name), unknown("engine or family", name, known))
        for name in tuning
        if name not in known
    ]


def _experiment_files(config: StudyConfig, catalogue: Catalogue) -> dict[str, Path]:
    """The file of each experiment that a study may name.

    ``own-<name>`` is that of the user's own workload ``<name>``: a file in its folder, or ours for
    any such workload.
    """
    folder = catalogue.root / "config" / "experiments"
    found = {name: folder / f"{name}.yaml" for name in catalogue.experiments}
    for name in _own(config):
        beside = config.datasets[name].path(catalogue.root) / OWN_EXPERIMENT
        found[f"{OWN}-{name}"] = beside if beside.is_file() else folder / f"{OWN}.yaml"
    return found


def _own(config: StudyConfig) -> list[str]:
    return [name for name, dataset in config.datasets.items() if dataset.kind == OWN]


def _for_own(experiment: str, document: Document) -> None:
    """Fill in what differs between one workload of the user's own and another."""
    name = experiment.removeprefix(f"{OWN}-")
    document.data["page"] = experiment
    if isinstance(document.data.get("cell"), dict):
        document.data["cell"].setdefault("dataset", name)
    if isinstance(document.data.get("title"), str):
        document.data["title"] = document.data["title"].replace("NAME", name)


def _add_experiment(study: Study, name: str, document: Document) -> None:
    if name not in study.catalogue.experiments:
        _for_own(name, document)
    experiment = _validated(document, Experiment)
    overrides = study.config.experiment_overrides.get(name, {})
    study.documents[name] = document
    study.experiments[name] = experiment
    study.raw_cells[name] = document.data["cell"]
    study.factors[name] = factor_rules.spread(
        {**experiment.factors, **overrides}, study.config.engines
    )


def _upwards(path: Path) -> list[Path]:
    return [path.absolute(), *path.absolute().parents]


def _experiment_problems(study: Study, name: str) -> list[Problem]:
    document, cell = study.documents[name], study.experiments[name].cell
    problems = _needs_problems(study, name)
    problems += _cell_problems(study, cell, document, ("cell",))
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
    return problems


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
    group = factor_rules.is_group(values)
    if not group and (message := factor_rules.path_problem(factor, engines)):
        return [document.problem(path, message)]
    if group and (problem := _odd_one(values)):
        index, message = problem
        return [document.problem((*path, index), message)]
    if factor == "engine" and factor_rules.ALL_ENGINES in values:
        return [document.problem(path, "all stands alone, for each of the study's engines")]
    problems: list[Problem] = []
    own = _reference_problems(study, study.experiments[name].cell, document, ())
    reported = {problem.message for problem in own}
    for index, value in enumerate(values):
        place = (*path, index)
        if value in values[:index]:
            problems.append(document.problem(place, f"{value} is listed twice"))
        inner = [key for key in value if key not in factor_rules.ABOUT] if group else [factor]
        label = value.get(factor_rules.LABEL) if group else None
        if not isinstance(label, str | int | float | None):
            message = f"must be a text or a number (got {label})"
            problems.append(document.problem((*place, factor_rules.LABEL), message))
            continue
        if group and (message := factor_rules.engines_problem(value, engines)):
            problems.append(document.problem((*place, factor_rules.ONLY), message))
        wrong = [
            (key, message) for key in inner if (message := factor_rules.path_problem(key, engines))
        ]
        problems += [document.problem((*place, key), message) for key, message in wrong]
        if wrong:
            continue
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
            for problem in _reference_problems(study, cell, document, ())
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
    study: Study, cell: CellConfig, document: Document, path: tuple[str | int, ...]
) -> list[Problem]:
    problems = _reference_problems(study, cell, document, path)
    problems += _tuning_problems(cell.tuning, document, (*path, "tuning"), study.catalogue)
    for index, trace in enumerate(cell.traces):
        if trace not in study.catalogue.traces:
            message = unknown("trace", trace, study.catalogue.traces)
            problems.append(document.problem((*path, "traces", index), message))
        elif trace in cell.traces[:index]:
            message = f'"{trace}" is listed twice'
            problems.append(document.problem((*path, "traces", index), message))
    problems += phases_problems(cell, document, path, study.catalogue)
    return problems


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
    return problems
