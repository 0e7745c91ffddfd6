"""``stop/<how>``: the engine's end, and its start on what that left."""

from __future__ import annotations

from pathlib import Path

from scripts.workloads.workload import Workload

WAYS = ("clean", "crash")


class Stop(Workload):
    """How an engine ends before it starts again; the kernel's cache stays as it is."""

    usage = (
        "`stop/<how>` (the engine ends and starts again, each timed; clean: shut down; crash: all "
        "of its processes are killed at once, so that it has to recover)"
    )

    def names(self, root: Path) -> tuple[str, ...]:
        """The ways."""
        return WAYS


WORKLOAD = Stop("stop")
