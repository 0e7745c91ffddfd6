"""fio's command and the variables that its job file takes from the environment."""

from __future__ import annotations

from pathlib import Path

from guest.client import Client
from guest.device import DATA, disk
from guest.engines.adapter import Adapter
from guest.workloads import file_of


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> Client:
    """The client of a phase ``fio/<job>``, on the bare device or on a file."""
    target = disk() if job["filesystem"] == "none" else DATA / "fio"
    variables = {
        "FILENAME": str(target),
        "RUNTIME": f"{round(phase['duration_s'] * 1000)}ms",
        "SEED": str(job["seed"]),
    } | {key.upper(): str(value) for key, value in phase["options"].items()}
    return Client(["fio", "--output-format=json", str(file_of(phase, "fio"))], variables)
