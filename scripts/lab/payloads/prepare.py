"""The payload of a machine that starts an engine: emulator, traces, the warm-up's workload."""

from __future__ import annotations

from typing import Any

from scripts.lab.payloads.generated import made
from scripts.lab.payloads.payload import payload_for
from scripts.lab.places import Places


def prepare_payload(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "prepare"."""
    warm_up = [job["warm_up"]] if job.get("warm_up") else []
    module = places.module.read_bytes()
    return payload_for(job, "prepare", {"vnvme.ko": module, **made(warm_up, job, places)})
