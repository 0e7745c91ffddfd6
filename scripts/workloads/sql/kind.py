"""``sql/<file>``: statements that the runner asks one after the other, and times."""

from __future__ import annotations

from scripts.engines.dialects import in_dialect
from scripts.workloads.workload import Workload

# Files for the tables of a data set; others make tables of their own.
SYSBENCH = (
    *("fill_100", "fill_90", "scan", "range"),
    *("copy_rows", "build_index", "delete_rows", "update_rows"),
)
DATA = {**dict.fromkeys(SYSBENCH, "sysbench"), "freight": "freight"}


class Sql(Workload):
    """A file of statements, or one in each dialect for which they differ."""

    usage = "`sql/<file>`"
    option_usage = (
        "That of `sql/`: `snapshot: held`, which sees what the session of hold_snapshot sees."
    )
    ending = "sql"

    def data(self, name: str) -> str | None:
        """The data whose tables the file reads."""
        return DATA.get(name)

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The statements in the engine's dialect."""
        return {in_dialect(f"workloads/sql/{name}.sql", adapter)}


WORKLOAD = Sql("sql")
