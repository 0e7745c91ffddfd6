"""A user's own transactions: sysbench's command, with the script that was made of them."""

from __future__ import annotations

from pathlib import Path

from guest.client import Client
from guest.engines.adapter import Adapter
from workloads.sysbench.guest import client


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase ``own/<name>``."""
    name = phase["workload"].partition("/")[2]
    return client(f"own_{name}", phase, job, engine, folder)
