"""A benchmark of HammerDB's, which ends with 0 whatever happened: its outputs say how it went."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from guest import hammerdb
from guest.client import Client
from guest.engines.adapter import Adapter


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase ``hammerdb/<benchmark>``."""
    name = phase["workload"].partition("/")[2]
    command, variables = hammerdb.command(name, phase, job)
    return Client(command, variables, partial(hammerdb.keep_outputs, phase, folder))
