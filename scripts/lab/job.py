"""What a job says of its lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def lab_name(job: Mapping[str, Any]) -> str:
    """The name of a job's lab; jobs of earlier versions have it without the capabilities."""
    lab = job["lab"]
    return str(lab["name"] if isinstance(lab, Mapping) else lab)


# Of a job that says nothing else.
TURN_INSTRUCTIONS = 1000


def cpus_of(job: Mapping[str, Any]) -> int:
    """How many CPUs a job's machine has."""
    return int(job.get("cpus", 1))


def turn_of(job: Mapping[str, Any]) -> int:
    """For how many instructions it is one CPU's turn, in a machine whose CPUs take turns."""
    return int(job.get("turn_instructions", TURN_INSTRUCTIONS))
