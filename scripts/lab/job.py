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


# A seed that no cell has.
WARM_UP_SEED = 2**31 - 1


def warm_up_seed(job: Mapping[str, Any]) -> int:
    """The seed of what comes before a cell's first phase.

    A repeat begins with a warm-up of its own; without one, all begin with the same machine.
    """
    return WARM_UP_SEED - (job["seed"] if job["warm_up"] else 0)


def cpus_of(job: Mapping[str, Any]) -> int:
    """How many CPUs a job's machine has."""
    return int(job.get("cpus", 1))


def turn_of(job: Mapping[str, Any]) -> int:
    """For how many instructions it is one CPU's turn, in a machine whose CPUs take turns."""
    return int(job.get("turn_instructions", TURN_INSTRUCTIONS))
