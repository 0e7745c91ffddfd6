"""A comparison as a study: its configuration, and where that and its results lie."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from scripts.compare.basket import Basket
from scripts.compare.errors import CompareError
from scripts.compare.sides import Side
from scripts.files import write_whole
from scripts.plan.document import load_document
from scripts.plan.errors import ConfigError
from scripts.plan.factors import spelled

RESULTS = "results/compare"
EXPERIMENTS = Path(__file__).resolve().parents[2] / "config/experiments"
STUDY = "study.yaml"
WHERE = "where"
"""The twin that is watched."""
TRACES = ("device_requests", "file_requests", "functions")
LONGEST_NAME = 100
_SIDE_KEY = re.compile(r"experiment_overrides\.[\w-]+\.side\[(\d+)\]")
OWN_FACTORS = ("side", "twin", "dataset")
"""Those that are no place."""


class _Plain(yaml.SafeDumper):
    """Writes what is the same in several places in each of them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def name_of(sides: Sequence[Side], basket: Basket) -> str:
    """The name of the comparison's folder; settings are in it as a hash."""
    name = "-".join([basket.title, *(side.layer for side in sides)])
    if len(name) <= LONGEST_NAME and not any(side.settings for side in sides):
        return name
    digest = hashlib.sha256("\0".join(side.name for side in sides).encode()).hexdigest()
    return f"{name[:LONGEST_NAME]}-{digest[:8]}"


def twin_factor(twins: int, data: str, watched: bool = True) -> list[dict[str, Any]]:
    """The factor ``twin``: accidents are drawn by the seed, and the watched one has the first's.

    Each twin has data of its own: the rows of the first, from another load.
    """
    plain = [
        {"label": str(number), "seed": number, "dataset": _name_of_data(data, number)}
        for number in range(1, twins + 1)
    ]
    return [*plain, {**plain[0], "label": WHERE, "traces": list(TRACES)}] if watched else plain


def _name_of_data(data: str, twin: int) -> str:
    return data if twin == 1 else f"{data}-{twin}"


def _datasets(datasets: dict[str, dict[str, Any]], twins: int) -> dict[str, dict[str, Any]]:
    """The data of each twin: the same rows, loaded by another processor in another interleaving."""
    return {
        _name_of_data(name, twin): {**data, "load_tenth_gips_more": twin - 1} if twin > 1 else data
        for name, data in datasets.items()
        for twin in range(1, twins + 1)
    }


def _factors(
    experiment: str, overrides: dict[str, Any], sides: Sequence[Side], twins: int, watched: bool
) -> dict[str, Any]:
    """An experiment's factors: the basket's own, sides, and twins, whose data take its place."""
    cell = load_document(EXPERIMENTS / f"{experiment}.yaml", experiment).data["cell"]
    others = {name: values for name, values in overrides.items() if name != "dataset"}
    (data,) = overrides.get("dataset", [cell["dataset"]])
    twin = twin_factor(twins, data, watched)
    return {**others, "side": [side.factor() for side in sides], "twin": twin}


def places_of(basket: Basket) -> dict[str, list[str]]:
    """By experiment, the places that its operations are done in, as rows name them.

    They are the values of the factors beside sides and twins; a single place has no name.
    """
    places = {}
    for experiment in basket.operations:
        written = load_document(EXPERIMENTS / f"{experiment}.yaml", experiment).data["factors"]
        overrides = basket.study.get("experiment_overrides", {}).get(experiment, {})
        others = {
            name: values
            for name, values in sorted({**written, **overrides}.items())
            if name not in OWN_FACTORS
        }
        places[experiment] = [
            ", ".join(str(spelled(value)) for value in values)
            for values in itertools.product(*others.values())
        ]
    return places


def study_of(
    sides: Sequence[Side], basket: Basket, twins: int, shared: str, watched: bool = True
) -> dict[str, Any]:
    """The study's configuration, as a file in ``config/`` has it."""
    overrides = basket.study.get("experiment_overrides", {})
    return {
        **basket.study,
        "datasets": _datasets(basket.study["datasets"], twins),
        "engines": list(dict.fromkeys(side.layer for side in sides)),
        "experiment_overrides": {
            experiment: _factors(experiment, overrides.get(experiment, {}), sides, twins, watched)
            for experiment in basket.study["experiments"]
        },
        "verify_cells": 1,
        "results_dir": f"{RESULTS}/{name_of(sides, basket)}",
        "shared_dir": shared,
    }


def problems_of_sides(error: ConfigError, sides: Sequence[Side]) -> CompareError | None:
    """What is wrong with sides, in words of the command line; None where something else is."""
    lines = []
    for problem in error.problems:
        if not (found := _SIDE_KEY.fullmatch(problem.key)):
            return None
        lines.append(f"{sides[int(found[1])].word}: {problem.message}")
    # Each experiment has it.
    return CompareError("\n".join(dict.fromkeys(lines)))


def measured_twins(study: Path) -> tuple[int, bool]:
    """How many twins a study that was written has of each side, and whether one is watched."""
    written = load_document(study, str(study)).data["experiment_overrides"]
    labels = [twin["label"] for twin in next(iter(written.values()))["twin"]]
    return len(labels) - (WHERE in labels), WHERE in labels


def write_study(study: dict[str, Any], command: str) -> Path:
    """Write the configuration into its results' folder; the same again is left alone."""
    folder = Path(study["results_dir"])
    folder.mkdir(parents=True, exist_ok=True)
    said = re.sub(r"[^\x20-\x7e]", "?", command)
    text = f"# Written by: {said}\n" + yaml.dump(study, Dumper=_Plain, sort_keys=False, width=100)
    path = folder / STUDY
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_whole(path, text)
    return path
