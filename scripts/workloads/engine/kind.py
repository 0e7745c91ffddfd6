"""``engine/<verb>``: what the runner asks an engine itself."""

from __future__ import annotations

from pathlib import Path

from scripts.workloads.workload import Workload

VERBS = (
    "checkpoint",
    "drop_caches",
    "empty_buffers",
    "hold_snapshot",
    "inspect",
    "release_snapshot",
    "restart",
    "statistics",
    "vacuum",
)


class Verb(Workload):
    """A verb of the engine's adapter in the guest."""

    usage = (
        "`engine/<verb>` (vacuum, and InnoDB waits for its purge; checkpoint, statistics; "
        "drop_caches, the kernel's; empty_buffers, the engine's, by starting it again; restart, "
        "both; inspect: views that read every page of the tables that phases made; hold_snapshot, "
        "release_snapshot: a session that sees the rows as they were)"
    )

    def names(self, root: Path) -> tuple[str, ...]:
        """The verbs."""
        return VERBS


WORKLOAD = Verb("engine")
