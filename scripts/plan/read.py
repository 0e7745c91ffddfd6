"""Reading a study: its file, the files of its experiments, and all checks before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from scripts.engines.families import family_of
from scripts.lab.registry import lab_named, settings_of_labs
from scripts.plan import factors as factor_rules
from scripts.plan.catalogue import EXPERIMENTS, Catalogue
from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.plan.datasets import datasets_problems
from scripts.plan.document import Document, load_document
from scripts.plan.errors import ConfigError, Problem, from_validation, unknown
from scripts.plan.experiment_problems import experiment_problems
from scripts.plan.hammerdb import NoHammerdb, folder_of, version_of
from scripts.plan.model import Experiment, StudyConfig
from scripts.plan.study import ROOT, SYSTEM_MEMORY_MIB, Study
from scripts.plan.tuning import tuning_problems

# The experiment of each workload of the user's own, where its folder has none itself.
OWN, OWN_EXPERIMENT = "own", "experiment.yaml"

Model = TypeVar("Model", bound=BaseModel)


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
            problems += experiment_problems(study, name)
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


def _add_experiment(study: Study, name: str, document: Document) -> None:
    if name not in study.catalogue.experiments:
        _for_own(name, document)
    experiment = _validated(document, Experiment)
    if "kind" not in experiment.cell.device.model_fields_set:
        document.data["cell"].setdefault("device", {})["kind"] = (
            study.config.lab.device or study.lab.devices[0]
        )
        experiment = _validated(document, Experiment)
    overrides = study.config.experiment_overrides.get(name, {})
    study.documents[name] = document
    study.experiments[name] = experiment
    study.raw_cells[name] = document.data["cell"]
    study.factors[name] = factor_rules.spread(
        {**experiment.factors, **overrides}, study.config.engines
    )


def _experiment_files(config: StudyConfig, catalogue: Catalogue) -> dict[str, Path]:
    """The file of each experiment that a study may name.

    ``own-<name>`` is that of the user's own workload ``<name>``: a file in its folder, or ours for
    any such workload.
    """
    folder = catalogue.root / EXPERIMENTS
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
    problems += tuning_problems(config.tuning, document, ("tuning",), catalogue, config.engines)
    for name, dataset in config.datasets.items():
        path = ("datasets", name, "load_tuning")
        problems += tuning_problems(dataset.load_tuning, document, path, catalogue, config.engines)
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
    named = config.lab.model_fields_set & settings_of_labs()
    problems += [
        document.problem(("lab", key), f"the lab {config.lab.kind} can't: leave it out")
        for key in sorted(named - lab_named(config.lab.kind).own_settings)
    ]
    room = config.lab.machine_memory_mib - SYSTEM_MEMORY_MIB
    if lab_named(config.lab.kind).in_machine and config.engine_memory_mib > room:
        message = (
            f"must be <= {room}: lab.machine_memory_mib ({config.lab.machine_memory_mib}) less "
            f"{SYSTEM_MEMORY_MIB} for the system (got {config.engine_memory_mib})"
        )
        problems.append(document.problem(("engine_memory_mib",), message))
    return problems


def _upwards(path: Path) -> list[Path]:
    return [path.absolute(), *path.absolute().parents]
