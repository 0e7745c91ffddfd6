"""A user's own script, which the workflow makes of the folder in each engine's dialect."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from scripts.data.own.generated import MAKERS as MAKERS
from scripts.data.own.generated import SHORT, folder_of
from scripts.jobs import Job, Phase


def inputs(phase: Phase, job: Job) -> list[str]:
    """The script for all families of engines."""
    name = phase["workload"].partition("/")[2]
    return [f"{folder_of(job)}/scripts/{name}-{phase['sha256'][:SHORT]}.json"]


def files(
    phase: Phase,
    job: Job,
    adapter: str | None,
    needed: Callable[[str], Path],
) -> dict[str, bytes]:
    """The script and what it requires, by names in the payload."""
    (script,) = map(needed, inputs(phase, job))
    by_family = json.loads(script.read_bytes())["files"]
    return {
        f"workloads/sysbench/{name}": text.encode() for name, text in by_family[adapter].items()
    }
