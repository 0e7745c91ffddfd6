"""``pgbench/<script>``: PostgreSQL's own load generator, on sysbench's tables."""

from __future__ import annotations

from typing import Any

from scripts.engines.families import undriven
from scripts.values.messages import unknown
from scripts.workloads.workload import Workload, unknown_option

OPTIONS = ("protocol", "rows")
PROTOCOLS = ("extended", "prepared", "simple")


class Pgbench(Workload):
    """pgbench with a script of ours."""

    usage = "`pgbench/<script>` (PostgreSQL alone)"
    option_usage = (
        "Those of `pgbench/`: `rows`, of which any is taken, and `protocol` (prepared, extended, "
        "simple)."
    )
    ending = "sql"
    dataset_kind = "sysbench"
    whole_s = 1
    never_ends = True

    def option_problem(self, name: str, option: str, value: Any) -> str | None:
        """Its options are the runner's, which translates them."""
        if option not in OPTIONS:
            return unknown_option(option, OPTIONS)
        if option == "protocol":
            return None if value in PROTOCOLS else unknown("protocol", str(value), PROTOCOLS)
        whole = isinstance(value, int) and value > 0
        return None if whole else f"must be a whole number > 0 (got {value})"

    def engine_problem(self, engine: str) -> tuple[str, str] | None:
        """Families say which tools drive them."""
        return undriven("pgbench", "phases", engine)


WORKLOAD = Pgbench("pgbench")
