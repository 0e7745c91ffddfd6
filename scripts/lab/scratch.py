"""Where a run works: beside its results, or on the node's own disk where these are on a network's.

A machine's memory is a file that is mapped. On a network's file system each of its pages crosses
the network, and the machine dies with the connection.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.mounts import mount_of
from scripts.programs.stderr import say

# Names a folder for it; without one, $TMPDIR is taken where it has the room.
NAMED = "BANDWISE_SCRATCH"
PREFIX = "bandwise-work-"
# Console, results, and what QEMU itself writes.
MORE_MIB = 256
# A folder, and no link to one; of anything else, such as a FIFO, without waiting.
A_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def own_disk(out: Path, job: Job) -> Path | None:
    """The folder to work in, in place of ``out``; None where ``out`` is as good.

    Raises LabError when the folder that BANDWISE_SCRATCH names can't be used.
    """
    if named := os.environ.get(NAMED):
        if not Path(named).is_dir() or not os.access(named, os.W_OK | os.X_OK):
            raise LabError(f"{NAMED}: {named} is not a folder that can be written to: name another")
        return Path(named)
    if not mount_of(out).is_network:
        return None
    local = Path(tempfile.gettempdir())
    if mount_of(local).is_network:
        return None
    found = os.statvfs(local)
    room_mib, needed_mib = found.f_bavail * found.f_frsize >> 20, _needed_mib(job)
    if room_mib < needed_mib:
        say(
            f"lab: {local} has {room_mib} of {needed_mib} MiB: working in {out}, which is on a "
            f"network's file system and slower; TMPDIR or {NAMED} names another folder"
        )
        return None
    return local


@contextmanager
def folder_in(place: Path) -> Iterator[Path]:
    """A folder in ``place``, gone afterwards; those of runs that were killed go first."""
    _clear(place)
    while True:
        name = tempfile.mkdtemp(prefix=PREFIX, dir=place)
        with suppress(FileNotFoundError):  # another run took it for one that was left
            held = os.open(name, A_FOLDER)
            with suppress(OSError):  # without locks it is never deleted
                fcntl.flock(held, fcntl.LOCK_EX)
            if Path(name).exists():
                break
            os.close(held)
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name, ignore_errors=True)
        os.close(held)


def _needed_mib(job: Job) -> int:
    """The memory, the device, and as much again for the rows that it is loaded with."""
    device_mib = (job.get("device") or {}).get("device_mib", 0)
    return job.get("machine_memory_mib", 0) + 2 * device_mib + MORE_MIB


def _clear(place: Path) -> None:
    """Delete folders that no process holds. In a folder like /tmp others may have left anything."""
    for left in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            held = os.open(left, A_FOLDER)
            try:
                if os.fstat(held).st_uid == os.geteuid():
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(held)
