"""``accident/<name>``: something that ought not to change a result, as much of it as the seed says.

A cell that begins a little later, or beside a few pages of memory that are taken, is the same cell
to everyone who reports it. How far its figures move all the same belongs into their interval
(Mytkowicz, Diwan, Hauswirth and Sweeney, "Producing Wrong Data Without Doing Anything Obviously
Wrong!", ASPLOS 2009).
"""

from __future__ import annotations

from pathlib import Path

from scripts.workloads.workload import Workload

ACCIDENTS = ("environment", "memory", "start")


class Accident(Workload):
    """An accident, to the engine or to its clients."""

    usage = (
        "`accident/<name>` (environment: up to 4 KiB more for the clients; memory: up to 1 MiB of "
        "the engine's limit is taken; start: up to 2 s later. The amounts follow from the seed)"
    )

    def names(self, root: Path) -> tuple[str, ...]:
        """The accidents."""
        return ACCIDENTS


WORKLOAD = Accident("accident")
