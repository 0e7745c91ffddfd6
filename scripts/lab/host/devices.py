"""What a cell on this host's kernel is measured on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scripts.device.controls import controls
from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.host import disk
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.places import Places
from scripts.values.canonical import canonical

# The cell's settings of its device, as its job has them.
Device = Mapping[str, Any]


class Devices(ABC):
    """How devices of a kind are made ready, set, and given back."""

    undo: Mapping[str, Callable[..., None]] = MappingProxyType({})
    """What undoes its changes of the host, by the verb that the undo log has for it."""

    @abstractmethod
    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """What the host lacks for a device, one line per thing with its fix. Changes nothing."""

    def modules(self, device: Device) -> list[str]:
        """The kernel's own modules that a device needs."""
        return []

    @abstractmethod
    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Make a device ready, as fast as it can be; the name of its disk, as in /dev.

        Each change of the host is in the undo log before it is made.
        """

    def load(self, image: Path, name: str) -> None:
        """Put a data set's image on the disk."""
        disk.write_image(image, name)

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:  # noqa: B027
        """Note as the last change, which is undone first, that the device gets fast again.

        File systems are unmounted, and what is dirty is written, when the cell's processes end.
        """

    @abstractmethod
    def as_found(self, device: Device) -> dict[str, Any]:
        """The settings that the runner makes itself, on a disk that it finds."""

    def settings(self, device: Device, name: str) -> list[dict[str, str]]:
        """Files of the host that set the others: ``path``, ``text``, and what it ``reads`` then."""
        return []

    def applied(self, device: Device) -> dict[str, Any]:
        """What a cell's settings come to, in the units of what takes them, on any host."""
        return controls(self.as_found(device))

    def provenance(self, device: Device, places: Places) -> dict[str, str]:
        """What a device is made of, by content."""
        return {}


def devices_of(job: Job, kinds: Mapping[str, Devices]) -> Devices:
    """Those of a job's kind; a job that names none has the emulator."""
    return kinds[job["device"].get("kind", "emulator")]


def applied_to(job: Job, kinds: Mapping[str, Devices]) -> str:
    """What a job applies to the device, as text; for one that is not available, why not."""
    try:
        return canonical(devices_of(job, kinds).applied(job["device"]))
    except LabError as error:
        return str(error)
