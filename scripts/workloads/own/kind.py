"""``own/<name>``: transactions of a user's own, from the folder of the data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.values.messages import unknown
from scripts.workloads.sysbench.kind import EVENTS, lua_sources
from scripts.workloads.workload import Workload

# What made scripts require.
MODULES = ("client", "draw", "number", "own", "report")


class Own(Workload):
    """A script of sysbench's, made of the folder's SQL or lying there as it is."""

    usage = "`own/<name>` (`<name>.sql` or `<name>.lua` in the folder of a dataset of kind `own`)"
    dataset_kind = "own"
    whole_s = 1
    never_ends = True

    def names(self, root: Path) -> None:
        """The data set's folder has them."""
        return

    def dataset_problem(self, name: str, dataset: Any, root: Path) -> str | None:
        """The folder must have the script."""
        if problem := super().dataset_problem(name, dataset, root):
            return problem
        scripts = dataset.contents(root).scripts
        if name in scripts:
            return None
        message = unknown("workload", f"own/{name}", [f"own/{each}" for each in scripts])
        return f"{message}, of {dataset.folder}"

    def phase_keys(self, name: str, dataset: Any, root: Path) -> dict[str, Any]:
        """What the script is, by content."""
        return {"sha256": dataset.contents(root).digests[name]}

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The modules; the script itself is made, and comes with the job."""
        modules = (EVENTS, *(f"modules/{module}" for module in MODULES))
        return {path for module in modules for path in lua_sources(module)}


WORKLOAD = Own("own")
