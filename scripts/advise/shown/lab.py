"""The workload that is made of production's statistics, in the virtual lab."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from scripts.advise.shown.production import EXPERIMENT, STUDY, Taken, read, run_study
from scripts.advise.workload import fidelity
from scripts.advise.workload.command import LAYERS
from scripts.advise.workload.folder import Workload, in_text, make_folder

LAB = "lab.yaml"


def make(folder: Path, found: Taken) -> tuple[Workload, list[fidelity.Compared]]:
    """The workload in a new folder, and how like production it is. Raises AdviseError."""
    production = read(STUDY)
    (engine,) = production["engines"]
    made = make_folder(
        folder, found.schema, found.statistics, production["engine_memory_mib"] << 20
    )
    rows = fidelity.compared(made, engine, LAYERS)
    text = [*fidelity.in_text(rows, engine), "", *in_text(made, found.statistics)]
    (folder / "fidelity.txt").write_text("\n".join(text) + "\n", encoding="utf-8")
    return made, rows


def measure(folder: Path, made: Workload, latencies_us: Mapping[str, float], cores: str) -> Path:
    """The workload on both volumes in virtual time; the database of its results."""
    wanted, experiment = read(LAB), read(EXPERIMENT)
    changed = dict(wanted["experiment"])
    cell = experiment["cell"] | {"phases": changed.pop("phases")}
    # As the kernel's block throttle holds a loop device back.
    cell["device"] |= {f"{name}_latency_us": us for name, us in latencies_us.items()}
    cell["device"]["pipes"] = "separate"
    # No administrator looks on.
    del cell["tuning"]
    experiment["factors"]["seed"] = [1]
    (made.folder / EXPERIMENT).write_text(
        yaml.safe_dump(experiment | changed | {"cell": cell}, sort_keys=False), encoding="utf-8"
    )
    study = wanted["study"] | {
        "engines": read(STUDY)["engines"],
        "datasets": {"like-shop": {"kind": "own", "folder": str(made.folder)}},
        "experiments": ["own-like-shop"],
        "engine_memory_mib": made.memory_mib,
        "results_dir": str(folder / "lab"),
    }
    return run_study(folder / LAB, study, cores)
