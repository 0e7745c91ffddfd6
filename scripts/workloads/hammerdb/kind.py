"""``hammerdb/tprocc`` and ``hammerdb/tproch``: the user's own HammerDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.engines.families import undriven
from scripts.workloads.workload import Problems, Workload, is_timed, unknown_option

OPTIONS = {
    "tprocc": ("all_warehouses", "rampup_min"),
    "tproch": ("degree_of_parallel", "query_sets"),
}


class Hammerdb(Workload):
    """A benchmark of HammerDB's."""

    usage = "`hammerdb/tprocc`, `hammerdb/tproch`"
    option_usage = (
        "Those of `hammerdb/tprocc`: `rampup_min`, whole minutes ahead of those that count, and "
        "`all_warehouses: on`, by which a virtual user goes from one warehouse to another. Those "
        "of `hammerdb/tproch`: `query_sets`, how many times each virtual user runs the 22 queries "
        "(1), and `degree_of_parallel`, parallel workers of a query, PostgreSQL's alone (0)."
    )
    ending = "tcl"
    dataset_kind = "hammerdb"
    whole_s = 60
    tool = "hammerdb"

    def names(self, root: Path) -> tuple[str, ...]:
        """The benchmarks; building the schema is what a data set does."""
        return tuple(name for name in super().names(root) or () if name != "build")

    def problems(self, name: str, phase: Any, root: Path) -> Problems:
        """One counts by the minute, the other ends with its query sets."""
        found: Problems = []
        timed = is_timed(phase)
        if name == "tprocc" and (not timed or phase.events):
            message = "HammerDB counts by the minute: set duration_s above 0, and no events"
            found.append((("duration_s",), message))
        if name == "tproch" and (timed or phase.events):
            key = "duration_s" if timed else "events"
            found.append(((key,), f"hammerdb/tproch ends with its query sets: leave {key} out"))
        return [*found, *self._option_problems(name, phase)]

    def option_problem(self, name: str, option: str, value: Any) -> str | None:
        """Each benchmark has options of its own."""
        known = OPTIONS.get(name)
        if known is None:
            return None  # the name is wrong, which is enough
        if option not in known:
            return unknown_option(option, known)
        if option == "all_warehouses":
            return None if value in ("on", "off") else f"must be on or off (got {value})"
        if option == "rampup_min":
            whole = isinstance(value, int) and value >= 0
            return None if whole else f"must be a whole number of minutes >= 0 (got {value})"
        least = 1 if option == "query_sets" else 0
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= least
        return None if whole else f"must be a whole number >= {least} (got {value})"

    def dataset_problem(self, name: str, dataset: Any, root: Path) -> str | None:
        """The data set must be of the same benchmark."""
        problem = super().dataset_problem(name, dataset, root)
        if problem or name == dataset.benchmark:
            return problem
        return f"hammerdb/{name} needs a dataset of benchmark {name}; this is {dataset.benchmark}"

    def engine_problem(self, engine: str) -> tuple[str, str] | None:
        """Families say which tools drive them."""
        return undriven("HammerDB", "engine", engine)


WORKLOAD = Hammerdb("hammerdb")
