"""The payload of a machine that loads a dataset: the emulator, and how the tables are made."""

from __future__ import annotations

from typing import Any

from scripts.lab.payloads.own import own_tables
from scripts.lab.payloads.payload import payload_for
from scripts.lab.places import Places


def load_payload(job: dict[str, Any], places: Places) -> bytes:
    """The tar for the task "load"."""
    # Most kinds of data have no routines.
    made = {"vnvme.ko": places.module.read_bytes(), "routines.sql": b"", **own_tables(job, places)}
    return payload_for(job, "load", made)
