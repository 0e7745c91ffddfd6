"""What decides a data set, a machine, a snapshot or a cell.

It is known before anything is built, and is all that counts: what the guest gets, the images of
its layers, the emulator, how its machine is driven, and the job. An edit of the host's code that
leaves these as they are makes no result stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from scripts.engines.families import family
from scripts.engines.layer_files import lock_file
from scripts.files.hashes import ROOT, files_below, hash_of, hash_of_text
from scripts.identity.generators import made_for
from scripts.identity.payload import adapter_of, hash_for, hash_of_sent
from scripts.jobs import Job
from scripts.values.canonical import canonical

PROTOCOL = 1
"""Raise it when the host drives machines differently, or keeps something else of them.

Whatever the hashes below see is noticed without it. Each cell of everybody is then measured again.
"""
DIGITS = 32
INIT = "scripts/guest/init.sh"
# Which of its payloads a task sends; a cell without a snapshot prepares and measures.
SENDS = {"dataset": "load", "machine": "boot", "snapshot": "prepare", "cell": "measure"}
# A lock has a thousand lines, of which this one matters.
IMAGE = re.compile(r"^image_sha256: ([0-9a-f]{64})$", re.MULTILINE)
# Of a layer that is compiled: known before it is, and what decides its image.
SOURCE = re.compile(r"^source_sha256: ([0-9a-f]{64})$", re.MULTILINE)


class Lab(Protocol):
    """What is asked of a lab: ``scripts.lab.lab.Lab``."""

    capabilities: Any

    @property
    def name(self) -> str:
        """Its name."""

    def layers(self, job: Job) -> tuple[str, ...]:
        """The layers that a job opens beside its engine's."""

    def cell_files(self) -> tuple[str, ...]:
        """Files that a cell runs beyond its payloads."""

    def driven(self, task: str, job: Job) -> str:
        """How a task's machine is made up and started."""


def identity_of(task: str, job: Job, lab: Lab) -> str:
    """The hash of all that decides what a task leaves, beside what it begins with.

    Args:
        task: "dataset", "machine", "snapshot" or "cell".
        job: the task's.
        lab: the one that does it.
    """
    adapter = adapter_of(job["engine"])
    known = {
        "protocol": PROTOCOL,
        "lab": lab.name,
        "sent": [hash_for(job, sent) for sent in _payloads(task, lab)],
        "runner": [hash_of_sent(path) for path in lab.cell_files()] if task == "cell" else [],
        "init": hash_of_sent(INIT),
        "made": made_for(job, task),
        "dialect": family(adapter).dialect if adapter else None,
        "driven": lab.driven(task, job),
        "images": [job.get("images"), images_of(job, lab)],
        "emulator": emulator(),
    }
    return hash_of_text(canonical(known))[:DIGITS]


def identity_of_all(identities: Iterable[str], files: Iterable[Path] = ()) -> str:
    """One hash for a cell and all that it begins with; ``files`` are of the user's own data."""
    parts = [*identities, *(hash_of([str(file)]) for file in files)]
    return hash_of_text("\n".join(parts))[:DIGITS]


def images_of(job: Job, lab: Lab) -> dict[str, str | None]:
    """By layer, the image or the source that its lock names; None where a lock names none."""
    engine = [job["engine"]] if job["engine"] else []
    return {name: locked_image(name) for name in [*lab.layers(job), *engine]}


@cache
def locked_image(layer: str) -> str | None:
    """The SHA-256 of a layer's image or, if it is compiled, of its source: as its lock has it."""
    lock = lock_file(ROOT, layer)
    text = lock.read_text(encoding="utf-8") if lock.exists() else ""
    found = SOURCE.search(text) or IMAGE.search(text)
    return found[1] if found else None


@cache
def emulator() -> str:
    """The hash of the emulator's sources."""
    return hash_of(files_below("emulator", without=("tests", "README.md")))


def _payloads(task: str, lab: Lab) -> list[str]:
    if task == "cell" and not lab.capabilities.snapshots:
        return ["prepare", "measure"]
    return [SENDS[task]]
