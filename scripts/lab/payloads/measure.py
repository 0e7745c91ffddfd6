"""The payload of a machine that measures: the phases' workloads."""

from __future__ import annotations

from typing import Any

from scripts.lab.payloads.own import own_scripts
from scripts.lab.payloads.payload import payload_for
from scripts.lab.payloads.statements import statements
from scripts.lab.places import Places


def measure_payload(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "measure"."""
    phases = job.get("phases", [])
    made = {**statements(phases, job, places), **own_scripts(phases, job, places)}
    return payload_for(job, "measure", made)
