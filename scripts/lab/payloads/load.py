"""The payload of a machine that loads a dataset: the emulator, and how the tables are made."""

from __future__ import annotations

from typing import Any

from scripts.data.generated import made_files
from scripts.lab.payloads.payload import payload_for
from scripts.lab.places import Places, adapter_of


def load_payload(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "load"."""
    made = made_files(job, adapter_of(job["engine"]), places.needed)
    # Most kinds of data have no routines.
    files = {"vnvme.ko": places.module.read_bytes(), "routines.sql": b"", **made}
    return payload_for(job, "load", files)
