"""Why QEMU ended other than by its guest's doing: the host's fault, in one sentence.

Such a run says nothing about its cell: it leaves no outcome, and the next run tries it again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from pathlib import Path

# A disk with less is full: machines' memory is sparse files, which take room page by page.
LITTLE_BYTES = 64 << 20


def why_host(returncode: int, folders: Iterable[Path]) -> str:
    """The sentence for QEMU's exit code, or for the signal that ended it (a negative number).

    ``folders``: those that hold the files that the machine writes to as its memory.
    """
    if returncode >= 0:
        return f"QEMU ended with exit code {returncode}"
    number = -returncode
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    if number == signal.SIGBUS:
        return _page_without_room(folders)
    if number == signal.SIGKILL:
        return "QEMU was killed, manually or by the OOM killer; run again"
    return f"QEMU crashed ({name}); run again, and report it if it does so each time"


def _page_without_room(folders: Iterable[Path]) -> str:
    """A page of the machine's memory could not be read from its file, or given room in it."""
    for folder in sorted(folders):
        if _free_bytes(folder) < LITTLE_BYTES:
            return (
                f"{folder}: no room left on the disk for the machine's memory; free disk space "
                "and run again"
            )
    return (
        "the host could not read or write a page of the machine's memory in its files: a disk "
        "that was full for a moment, or a network file system that was not there; run again"
    )


def _free_bytes(folder: Path) -> int:
    try:
        found = os.statvfs(folder)
    except OSError:
        return LITTLE_BYTES  # it is unknown
    return found.f_bavail * found.f_frsize
