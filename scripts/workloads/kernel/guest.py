"""Settings of the kernel's write-back; setting one of a pair makes the kernel forget the other."""

from __future__ import annotations

from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import GuestError

SETTINGS = Path("/proc/sys/vm")


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``kernel/write_back``. Raises GuestError for a value that the kernel refuses."""
    for name, value in phase["options"].items():
        try:
            (SETTINGS / name).write_text(str(value))
        except OSError as error:
            said = f"the kernel refuses {name} = {value}: {error}"
            raise GuestError(f"phase {phase['name']}: {said}") from error
