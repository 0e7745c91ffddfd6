"""The kit of a machine that starts an engine: the emulator, the traces, the warm-up's workload."""

from __future__ import annotations

from typing import Any

from scripts.lab.kits.kit import kit_for
from scripts.lab.kits.workloads import workload_files
from scripts.lab.places import REPOSITORY, Places


def prepare_kit(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "prepare"."""
    files = {"vnvme.ko": places.module.read_bytes()}
    if warm_up := job.get("warm_up"):
        files |= workload_files([warm_up], job, places)
    for name in job["traces"]:
        script = f"tracing/{name}.bt"
        files[script] = (REPOSITORY / script).read_bytes()
    return kit_for(job, "prepare", files)
