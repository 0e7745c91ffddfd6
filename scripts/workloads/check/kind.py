"""``check/<kind>``: what must be true of data of a kind whenever nothing is on its way."""

from __future__ import annotations

from scripts.workloads.workload import Workload


class Check(Workload):
    """Conditions on the data set that they are named after."""

    usage = "`check/<kind>` (what must be true of data of this kind, or the cell has failed)"
    ending = "sql"

    def data(self, name: str) -> str:
        """The data set of its name."""
        return name


WORKLOAD = Check("check")
