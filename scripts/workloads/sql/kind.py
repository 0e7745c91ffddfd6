"""``sql/<file>``: statements that the runner asks one after the other, and times."""

from __future__ import annotations

from scripts.workloads.workload import Workload

# Files that read the tables of a data set; others make tables of their own.
DATA = {"scan": "sysbench", "freight": "freight"}


class Sql(Workload):
    """A file of statements in each engine's dialect."""

    usage = "`sql/<file>`"
    option_usage = (
        "That of `sql/`: `snapshot: held`, which sees what the session of hold_snapshot sees."
    )
    ending = "{adapter}.sql"

    def data(self, name: str) -> str | None:
        """The data whose tables the file reads."""
        return DATA.get(name)


WORKLOAD = Sql("sql")
