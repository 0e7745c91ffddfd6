"""The kit of a machine that measures: the phases' workloads."""

from __future__ import annotations

from typing import Any

from scripts.lab.kits.kit import kit_for
from scripts.lab.kits.statements import statements
from scripts.lab.places import Places


def measure_kit(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "measure"."""
    return kit_for(job, "measure", statements(job.get("phases", []), job, places))
