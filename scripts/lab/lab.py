"""What a lab is: where cells run, and what can be relied on there.

A lab is a folder of ``scripts/lab`` with a module ``lab`` that has one object, ``LAB``. Others ask
it for a capability or for what it does, and never for its name.
"""

from __future__ import annotations

import dataclasses
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

from scripts.jobs import Job
from scripts.lab.errors import LabError

Clock = Literal["instructions", "host"]


@dataclasses.dataclass(frozen=True)
class Capabilities:
    """What can be relied on in a lab. Each job carries it, and so does the database."""

    deterministic: Annotated[
        bool, "A cell's outputs are a function of its inputs alone, the same bytes on every host."
    ]
    snapshots: Annotated[
        bool,
        "A prepared machine is saved, and cells begin with a copy of it. Elsewhere each cell "
        "prepares its own.",
    ]
    real_time: Annotated[bool, "Its seconds are those of the host, which must not be busy."]
    exclusive: Annotated[bool, "A cell has the host for itself: nothing else runs meanwhile."]
    cpus: Annotated[int | None, "CPUs that a cell can have; none: all that its host has."]
    clock: Annotated[
        Clock,
        "What its clock counts: `instructions`, at `cpu_gips` of them per ns, or `host`, the time "
        "of the host's processor.",
    ]

    def lacking(self, needs: Mapping[str, Any]) -> list[str]:
        """Names of the capabilities that are needed and not there.

        A number is the least that will do; of a lab that has all its host's CPUs it is unknown how
        many these are. False and None need nothing.
        """
        found = []
        for name, wanted in needs.items():
            here = getattr(self, name)
            if name == "cpus":
                lacks = wanted is not None and here is not None and here < wanted
            else:
                lacks = wanted not in (None, False) and here != wanted
            if lacks:
                found.append(name)
        return found


class Lab(ABC):
    """A lab, as planning, the workflow and the later stages know it."""

    capabilities: Capabilities
    description: str
    """For the documentation of ``lab.kind``: a sentence or two."""
    tasks: Mapping[str, str]
    """The module that does each of its tasks, as ``run(job, places, out) -> outcome``."""
    in_machine: bool
    """Whether a cell runs in a machine of ``lab.machine_memory_mib``, its engine included."""
    devices: tuple[str, ...]
    """The kinds of ``cell.device`` that it has; the first where a cell names none."""
    loaded_devices: tuple[str, ...]
    """Those of them that can hold a loaded dataset."""
    own_settings: frozenset[str] = frozenset()
    """Keys of `lab` in a study that mean something to this lab, and not to all."""

    @property
    def name(self) -> str:
        """Its folder's name, which is its ``lab.kind``."""
        return type(self).__module__.split(".")[-2]

    def block(self) -> dict[str, Any]:
        """What a job carries under ``lab``: the name, and the capabilities."""
        return {"name": self.name, **dataclasses.asdict(self.capabilities)}

    def run(self, task: str, job: Job, places: Any, out: Path) -> Any:
        """Do a task, which is not imported before; its outcome. Raises LabError."""
        if task not in self.tasks:
            raise LabError(
                f"the lab {self.name} has no task {task}: delete the job, and run snakemake again"
            )
        return import_module(self.tasks[task]).run(job, places, out)

    @abstractmethod
    def layers(self, job: Job) -> tuple[str, ...]:
        """The layers that a job opens beside those of its engine and tools."""

    @abstractmethod
    def inputs(self, job: Job) -> list[str]:
        """What else a job opens below the shared folder, but datasets, machines and snapshots.

        A manifest stands before the files that it describes.
        """

    def cell_files(self) -> tuple[str, ...]:
        """Files of the repository that a cell runs beyond the payloads of its tasks."""
        return ()

    def driven(self, task: str, job: Job) -> str:
        """What the host does for a task, as text: how it starts a machine, or sets its device.

        Only what the job decides is in it.
        """
        return ""

    def missing(self, jobs: Iterable[Job], shared: Path) -> list[str]:
        """What this host lacks for cells, one line per thing with its fix."""
        return []

    def restore(self) -> None:  # noqa: B027
        """Put back what a cell that was killed left changed of this host. Raises LabError."""


def capability_types() -> dict[str, Any]:
    """The type of each capability, by name."""
    return typing.get_type_hints(Capabilities)


def capability_meanings() -> dict[str, str]:
    """What each capability means, in a sentence, by name."""
    hints = typing.get_type_hints(Capabilities, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}
