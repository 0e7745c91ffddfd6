"""What phases need that is not in the repository, as their kinds of workloads say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.places import Places, adapter_of
from scripts.workloads.errors import WorkloadError
from scripts.workloads.registry import made_files


def made(phases: Iterable[dict[str, Any]], job: dict[str, Any], places: Places) -> dict[str, bytes]:
    """The files, by names in the payload."""
    try:
        return made_files(phases, job, adapter_of(job["engine"]), places.needed)
    except WorkloadError as error:
        raise LabError(str(error)) from None
