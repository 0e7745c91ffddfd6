"""The control groups that a cell runs in, and what is asked of them: on a lab's choice v2 or v1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from scripts.jobs import Job
from scripts.lab.native import host
from scripts.lab.native.undo_log import UndoLog


class Groups:
    """One group of control groups v2, below which the runner makes its own."""

    undo: Mapping[str, Callable[..., None]] = MappingProxyType({"remove_group": host.remove_group})
    """What undoes its changes of the host, by the verb that the undo log has for it."""

    def problem(self) -> str | None:
        """What the host's groups lack, with the fix, or None. Changes nothing."""
        return host.check_controllers()

    def missing(self, jobs: Iterable[Job]) -> list[str | None]:
        """What cells ask of them and the host lacks, a line each or None."""
        return [self.problem()]

    def make(self, job: Job, payload: Path, log: UndoLog) -> list[Path]:
        """Make them; the groups that the cell's first process joins, which all others inherit.

        What the runner has to know of them is laid out in its payload.
        """
        host.make_group(log)
        return [host.GROUP]
