"""The end of the engine's log, moved by as many bytes as the seed says."""

from __future__ import annotations

import random
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.workloads import file_of, needed

BYTES_MAX = 65536


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``moved/log``: the statements of its file, with the bytes in their place."""
    # Of any length, as the log's records are.
    draw = random.Random(f"log {job['seed']}").randint(1, BYTES_MAX)
    statements = file_of(phase, "sql").read_text().replace("{bytes}", str(draw))
    needed(engine, phase).sql(statements)
