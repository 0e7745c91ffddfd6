"""The plan as data: what the lab is handed, each with a readable id that ends in a short hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scripts.device.table import SHORT_WORDS
from scripts.jobs import Job
from scripts.values.canonical import canonical

# 64 bits: of a million jobs two have one id with a chance of 3 in 10^8, which
# scripts/plan/identities.py would refuse.
HASH_LENGTH = 16
# A new limit of time concerns what ran into the old one alone, so it makes no new cell.
NOT_HASHED = "limits"
# Of a lab its name is hashed: what it is capable of is not the job's, and may get further words.
HASHED_BY_NAME = "lab"

# Words for factors in ids; others go by their names.
_SHORT = {
    "clients": "c",
    "cpus": "cpu",
    "cpu_gips": "gips",
    "engine_memory_mib": "mem",
    "seed": "s",
    "threads": "t",
    "turn_instructions": "turn",
    **{f"device.{name}": short for name, short in SHORT_WORDS.items()},
}


@dataclass(frozen=True)
class Layer:
    """A read-only tree that cells need; ``id`` is its name in ``envs/``."""

    id: str


@dataclass(frozen=True)
class Dataset:
    """A load, done once; ``job`` is its job file."""

    id: str
    job: Job


@dataclass(frozen=True)
class Machine:
    """A machine that has booted, for one engine's layer."""

    id: str
    job: Job


@dataclass(frozen=True)
class Snapshot:
    """A machine with its engine started and warmed up."""

    id: str
    job: Job
    machine_id: str
    dataset_id: str | None


@dataclass(frozen=True)
class Beginning:
    """What a cell begins with, and what its job says in ``common`` with all that begin so."""

    dataset: Dataset | None
    machine: Machine | None
    snapshot: Snapshot | None
    common: dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One measurement; without a snapshot in a lab that has none."""

    id: str
    job: Job
    snapshot_id: str | None
    dataset_id: str | None
    experiment: str
    virtual_s: float


@dataclass(frozen=True)
class Plan:
    """Everything that a study needs, in a fixed order."""

    config_file: str
    results_dir: str
    experiments: tuple[dict[str, Any], ...]
    layers: tuple[Layer, ...]
    datasets: tuple[Dataset, ...]
    machines: tuple[Machine, ...]
    snapshots: tuple[Snapshot, ...]
    cells: tuple[Cell, ...]

    def as_json(self) -> dict[str, Any]:
        """The plan as ``plan.json`` holds it: study, experiments, layers, four kinds of jobs."""
        return {
            "study": {"config_file": self.config_file, "results_dir": self.results_dir},
            "experiments": list(self.experiments),
            "layers": [layer.id for layer in self.layers],
            "datasets": [dataset.job for dataset in self.datasets],
            "machines": [machine.job for machine in self.machines],
            "snapshots": [snapshot.job for snapshot in self.snapshots],
            "cells": [cell.job for cell in self.cells],
        }

    def sample(self, count: int, among: Collection[str] | None = None) -> list[str]:
        """Ids of ``count`` cells: always the same, and from as many experiments as there are.

        ``among``: the ids to choose from, in place of all.
        """
        queues: dict[str, list[str]] = {}
        for cell in sorted(self.cells, key=lambda cell: short_hash(cell.id)):
            if among is None or cell.id in among:
                queues.setdefault(cell.experiment, []).append(cell.id)
        turns = sorted(
            (turn, queue[0], cell) for queue in queues.values() for turn, cell in enumerate(queue)
        )
        return [cell for _, _, cell in turns[:count]]

    @property
    def fingerprint(self) -> str:
        """Changes whenever ``plan.json`` would."""
        return short_hash(self.as_json(), length=64)


def short_hash(data: Any, length: int = HASH_LENGTH) -> str:
    """The first digits of the SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(data, escaped=True).encode()).hexdigest()[:length]


def identified(key: str, words: list[str], job: Mapping[str, Any]) -> dict[str, Any]:
    """The job with its id in front: the words, and a hash of what makes it what it is."""
    slug = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(word for word in words if word)).strip("-")
    return {key: f"{slug}-{short_hash(stands_for(job))}", **job}


def stands_for(job: Mapping[str, Any]) -> dict[str, Any]:
    """What of a job its id stands for."""
    hashed = {name: value for name, value in job.items() if name != NOT_HASHED}
    lab = job[HASHED_BY_NAME]
    return hashed | {HASHED_BY_NAME: lab["name"] if isinstance(lab, Mapping) else lab}


def factor_words(factors: Mapping[str, Any]) -> list[str]:
    """Factors but the engine as short words: ``bw16``, ``s1``, ``autovacuum-on``."""
    words = []
    for path, value in factors.items():
        if path == "engine":
            continue
        short = _SHORT.get(path)
        if short is not None:
            words.append(f"{short}{value}")
        elif path in ("filesystem", "dataset") or "." not in path:
            words.append(str(value))
        else:
            words.append(f"{path.rpartition('.')[2]}-{value}")
    return words
