"""The payload of a machine that measures: the phases' workloads."""

from __future__ import annotations

from typing import Any

from scripts.lab.payloads.generated import made
from scripts.lab.payloads.payload import payload_for
from scripts.lab.places import Places


def measure_payload(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "measure"."""
    return payload_for(job, "measure", made(job.get("phases", []), job, places))
