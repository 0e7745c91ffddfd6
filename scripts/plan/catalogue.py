"""What the repository has to offer a study: engines, workloads and traces, by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from scripts.engines.families import family_of

# The scripts that come with sysbench 1.0, in /usr/share/sysbench of the base layer.
SYSBENCH_SCRIPTS = (
    "bulk_insert",
    "oltp_delete",
    "oltp_insert",
    "oltp_point_select",
    "oltp_read_only",
    "oltp_read_write",
    "oltp_update_index",
    "oltp_update_non_index",
    "oltp_write_only",
    "select_random_points",
    "select_random_ranges",
)
# Scripts of ours for data that sysbench knows nothing of; a script is named like the kind.
OWN_DATA = ("tpcc", "payments")
ENGINE_VERBS = (
    "checkpoint",
    "drop_caches",
    "empty_buffers",
    "hold_snapshot",
    "inspect",
    "release_snapshot",
    "restart",
    "statistics",
    "vacuum",
)
HOST_LAYERS = ("toolchain", "base")


def concerns(name: str, engine: str | None) -> bool:
    """Whether ``name``, an engine or a family, means this engine."""
    return engine is not None and name in (engine, family_of(engine))


def data_for(workload: str) -> str | None:
    """The kind of dataset that a workload needs; None where any will do, or none."""
    kind, _, name = workload.partition("/")
    if kind == "check" or (kind == "sysbench" and name in OWN_DATA):
        return name
    if kind == "sql":
        return {"scan": "sysbench", "freight": "freight"}.get(name)
    if kind == "pgbench":
        return "sysbench"
    return kind if kind in ("sysbench", "tpch", "hammerdb") else None


@dataclass(frozen=True)
class Catalogue:
    """Names found in the folders of a repository."""

    root: Path

    @cached_property
    def engines(self) -> dict[str, str]:
        """Engine layers in ``envs/`` and the adapter that each names (its family without one)."""
        found = {}
        for path in sorted((self.root / "envs").glob("*.yaml")):
            if path.name.endswith(".lock.yaml"):
                continue  # long, and no layer
            layer = yaml.load(
                path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            )
            if isinstance(layer, dict) and layer.get("role") == "engine":
                name = str(layer.get("name", path.stem))
                found[name] = str(layer.get("adapter", family_of(name)))
        return found

    @cached_property
    def workloads(self) -> dict[str, tuple[str, ...]]:
        """Names after the slash, by what stands before it."""
        folder = self.root / "workloads"
        own = {path.stem for path in (folder / "sysbench").glob("*.lua")}
        return {
            "sysbench": tuple(sorted(own | set(SYSBENCH_SCRIPTS))),
            "pgbench": tuple(sorted(path.stem for path in (folder / "pgbench").glob("*.sql"))),
            "fio": tuple(sorted(path.stem for path in (folder / "fio").glob("*.fio"))),
            "sql": tuple(
                sorted({path.name.split(".")[0] for path in (folder / "sql").glob("*.sql")})
            ),
            # Building the schema is what a dataset does.
            "hammerdb": tuple(
                sorted({path.stem for path in (folder / "hammerdb").glob("*.tcl")} - {"build"})
            ),
            "tpch": tuple(sorted(path.stem for path in (folder / "tpch").glob("q*.sql"))),
            "check": tuple(sorted(path.stem for path in (folder / "check").glob("*.sql"))),
            "engine": ENGINE_VERBS,
        }

    def ends_alone(self, workload: str) -> bool:
        """Whether it is a fio job that is over when its file is, however long that takes."""
        kind, _, name = workload.partition("/")
        job = self.root / "workloads" / kind / f"{name}.fio"
        return job.is_file() and "time_based=1" not in job.read_text(encoding="utf-8").split()

    @cached_property
    def traces(self) -> tuple[str, ...]:
        """bpftrace scripts in ``tracing/``."""
        return tuple(sorted(path.stem for path in (self.root / "tracing").glob("*.bt")))

    @cached_property
    def experiments(self) -> tuple[str, ...]:
        """Files in ``config/experiments/``."""
        folder = self.root / "config" / "experiments"
        return tuple(sorted(path.stem for path in folder.glob("*.yaml")))
