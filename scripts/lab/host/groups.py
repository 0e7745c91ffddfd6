"""Control groups that hold a block device back and keep an engine to its memory and its CPUs."""

from __future__ import annotations

import errno
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.host.undo_log import UndoLog

CGROUPS = Path("/sys/fs/cgroup")
# How long the last process of a group that is removed may take.
ENDS_S = 120.0
# Where the runner finds the host's groups, as its own hide them (enter.sh).
SEEN = Path("/run/cgroups")
CPUS_ONLINE = Path("/sys/devices/system/cpu/online")
Setting = dict[str, str]


class Groups(ABC):
    """The control groups of a cell: v1 or v2, whichever of the host's have the block throttle."""

    release_verb: str
    """What the undo log has for ``release``."""

    @property
    @abstractmethod
    def undo(self) -> dict[str, Callable[..., None]]:
        """What undoes their changes of the host, by the verb that the undo log has for it."""

    @abstractmethod
    def problem(self) -> str | None:
        """What the host's groups lack, with the fix, or None. Changes nothing."""

    def missing(self, jobs: Iterable[Job]) -> list[str | None]:
        """What cells ask of them and the host lacks, a line each or None."""
        return [self.problem(), *absent_cpus(jobs)]

    @abstractmethod
    def make(self, job: Job, payload: Path, log: UndoLog) -> list[Path]:
        """Make them; the groups that the cell's first process joins, which all others inherit.

        What the runner has to know of them is laid out in its payload.
        """

    @abstractmethod
    def limits(self, number: str, read_bytes_s: int, write_bytes_s: int) -> list[Setting]:
        """Files that hold the disk ``number`` (as 7:0) back: ``path``, ``text``, ``reads``."""

    @abstractmethod
    def release(self, number: str) -> None:
        """Take the limits of the disk away, if there are any."""

    def found(self, number: str) -> str | None:
        """Another program's limit of the disk that would hold a cell back too, or None."""
        return None

    def begin(self) -> None:  # noqa: B027
        """The cell's first process is about to start."""

    def end(self) -> None:  # noqa: B027
        """The cell's last process has ended."""

    @abstractmethod
    def used_ns(self) -> int:
        """The CPU time of all that the cell has run."""


def seen(path: Path) -> str:
    """A file of the host's groups as the runner sees it."""
    return str(SEEN / path.relative_to(CGROUPS))


def write_limit(path: Path, text: str) -> None:
    """Write a limit of a disk, unless that has gone, and its limits with it."""
    try:
        path.write_text(text)
    except OSError as error:
        if error.errno not in (errno.ENODEV, errno.ENXIO):
            raise


def cpus_of(job: Job) -> dict[str, str]:
    """The CPUs of the engine and of its clients, as the kernel lists them; none: all for both."""
    return dict(job.get("host_cpus", {}))


def absent_cpus(jobs: Iterable[Job]) -> list[str]:
    """A line for each list of CPUs of which this host lacks some."""
    online = CPUS_ONLINE.read_text().strip()
    named = {(who, cpus) for job in jobs for who, cpus in cpus_of(job).items()}
    return [
        f"lab.{who}_cpus: {cpus}: this host has the CPUs {online}: name some of those"
        for who, cpus in sorted(named)
        if not _numbers(cpus) <= _numbers(online)
    ]


def _numbers(cpus: str) -> set[int]:
    """CPUs as the kernel lists them, such as 0,2-3."""
    found: set[int] = set()
    for part in cpus.split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found
