"""``held/memory``: an accident for cells in which the engine stops.

The process of ``accident/memory`` has the runner's open files as well, and with them the pipe to
the session that reads counters: where the engine stops, that session then waits a minute for an end
that it never sees. This process has none of them.
"""

from __future__ import annotations

from pathlib import Path

from scripts.workloads.workload import Workload


class Held(Workload):
    """What another process holds until the cell ends."""

    usage = (
        "`held/memory` (takes as much of the engine's limit as accident/memory does, for cells in "
        "which the engine stops)"
    )

    def names(self, root: Path) -> tuple[str, ...]:
        """What may be held."""
        return ("memory",)


WORKLOAD = Held("held")
