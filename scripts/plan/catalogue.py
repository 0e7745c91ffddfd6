"""What the repository has to offer a study: engines, workloads and traces, by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scripts.engines.families import family_of
from scripts.engines.layer_files import layer_files
from scripts.values.plain_yaml import load_yaml
from scripts.workloads.registry import kinds

EXPERIMENTS = "config/experiments"
# Of the experiments of all workloads of users' own: scripts.plan.study.
TEMPLATE = "own"
# The host's tools, the virtual machine that data sets are loaded in, and the guest's root.
HOST_LAYERS = ("toolchain", "qemu", "base")


def concerns(name: str, engine: str | None) -> bool:
    """Whether ``name``, an engine or a family, means this engine."""
    return engine is not None and name in (engine, family_of(engine))


@dataclass(frozen=True)
class Catalogue:
    """Names found in the folders of a repository."""

    root: Path

    @cached_property
    def engines(self) -> dict[str, str]:
        """Engine layers in ``envs/`` and the adapter that each names (its family without one).

        Those that were written for commits and patches are among them.
        """
        found = {}
        for path in layer_files(self.root):
            layer = load_yaml(path.read_text(encoding="utf-8"))
            if isinstance(layer, dict) and layer.get("role") == "engine":
                name = str(layer.get("name", path.stem))
                found[name] = str(layer.get("adapter", family_of(name)))
        return found

    @cached_property
    def workloads(self) -> dict[str, tuple[str, ...] | None]:
        """Names after the slash, by what stands before it; None: the data set has them."""
        return {kind: workload.names(self.root) for kind, workload in kinds().items()}

    @cached_property
    def traces(self) -> tuple[str, ...]:
        """bpftrace scripts in ``tracing/``."""
        return tuple(sorted(path.stem for path in (self.root / "tracing").glob("*.bt")))

    @cached_property
    def experiments(self) -> tuple[str, ...]:
        """Files in ``config/experiments/``."""
        found = {path.stem for path in (self.root / EXPERIMENTS).glob("*.yaml")}
        return tuple(sorted(found - {TEMPLATE}))
