"""The kit of a machine that starts an engine: the emulator, the traces, the warm-up's workload."""

from __future__ import annotations

from typing import Any

from scripts.lab.kits.kit import kit_for
from scripts.lab.kits.statements import statements
from scripts.lab.places import Places


def prepare_kit(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "prepare"."""
    warm_up = [job["warm_up"]] if job.get("warm_up") else []
    made = {"vnvme.ko": places.module.read_bytes(), **statements(warm_up, job, places)}
    return kit_for(job, "prepare", made)
