"""``moved/log``: an accident to the place where the engine's log goes on.

All cells of a data set begin where its load has left the log's end, and so at the same place in a
page. How many pages a phase writes depends on that place.
"""

from __future__ import annotations

from scripts.engines.dialects import in_dialect
from scripts.workloads.workload import Workload


class Moved(Workload):
    """Something of the engine's that lies elsewhere; its statements differ by dialect."""

    usage = (
        "`moved/log` (an accident: up to 64 KiB more in the engine's log, so that what follows "
        "begins elsewhere in a page of it; the amount follows from the seed)"
    )
    ending = "sql"

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The statements in the engine's dialect."""
        return {in_dialect(f"workloads/{self.kind}/{name}.sql", adapter)}


WORKLOAD = Moved("moved")
