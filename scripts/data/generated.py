"""What jobs need of their data that the workflow makes, as the kind of data says.

A kind has it in ``generated.py`` in its folder, with the functions

``inputs(job)``: names below the shared folder that the data are loaded from, the manifest first;
``files(job, adapter, needed)``: what the loading guest is sent beside files of the repository, as
bytes by names in the payload;
``sources(job)``: names below the shared folder that ``provenance`` reads;
``provenance(job, needed)``: what the data are, for the records of each task; and ``MAKERS``, the
modules that make them, as paths from the repository's root.

``needed`` gives the path of a name below the shared folder, and raises an error where nothing is.
Kinds without ``generated.py`` need nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from scripts.jobs import Job

FOLDER = Path(__file__).parent


def hooks(job: Job) -> tuple[str, ...]:
    """The kind's ``generated.py`` as a path from the repository's root; nothing without one."""
    kind = (job.get("dataset") or {}).get("kind")
    there = kind is not None and (FOLDER / kind / "generated.py").is_file()
    return (f"scripts/data/{kind}/generated.py",) if there else ()


def made_inputs(job: Job) -> list[str]:
    """What the workflow makes for a load, by names below the shared folder, the manifest first."""
    return _hook(job).inputs(job) if hooks(job) else []


def made_files(job: Job, adapter: str | None, needed: Callable[[str], Path]) -> dict[str, bytes]:
    """What a guest that loads is sent of it, by names in the payload."""
    return _hook(job).files(job, adapter, needed) if hooks(job) else {}


def sources(job: Job) -> list[str]:
    """What ``provenance`` reads, by names below the shared folder."""
    return _hook(job).sources(job) if hooks(job) else []


def provenance(job: Job, needed: Callable[[str], Path]) -> dict[str, str]:
    """What a job's data are."""
    return _hook(job).provenance(job, needed) if hooks(job) else {}


def makers(job: Job) -> tuple[str, ...]:
    """The modules that make what the workflow makes for a job's data, the hook itself first."""
    return (*hooks(job), *_hook(job).MAKERS) if hooks(job) else ()


def _hook(job: Job) -> Any:
    return import_module(f"scripts.data.{job['dataset']['kind']}.generated")
