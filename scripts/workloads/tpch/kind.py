"""``tpch/q1`` to ``tpch/q22``: TPC-H's queries, whose statements and answers the host makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.workloads.workload import Workload, unknown_option

OPTIONS = ("explain", "timeout_s")


class Tpch(Workload):
    """A query of TPC-H; its statements come with the job, so no file of the repository is sent."""

    usage = "`tpch/q1` to `tpch/q22`"
    option_usage = (
        "Those of `tpch/`: `timeout_s`, after which the server gives the query up, and "
        "`explain: on`, which asks for the plan with what really happened in place of the answer."
    )
    dataset_kind = "tpch"

    def names(self, root: Path) -> tuple[str, ...]:
        """The queries."""
        return tuple(sorted(path.stem for path in (root / "workloads/tpch").glob("q*.sql")))

    def option_problem(self, name: str, option: str, value: Any) -> str | None:
        """Its options are the runner's."""
        if option not in OPTIONS:
            return unknown_option(option, OPTIONS)
        if option == "explain":
            return None if value in ("on", "off") else f"must be on or off (got {value})"
        number = isinstance(value, int | float) and value > 0
        return None if number else f"must be a number of seconds > 0 (got {value})"


WORKLOAD = Tpch("tpch")
