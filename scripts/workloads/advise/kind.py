"""``advise/<what>``: what a server's administrator takes of its statistics (docs/advise.md)."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.families import family
from scripts.workloads.workload import Workload

FOLDER = "sql/advise"
# Folders of the statements whose answers a phase keeps.
ANSWERS = {"reading": (FOLDER, f"{FOLDER}/statements"), "statistics": (f"{FOLDER}/workload",)}
# Has the engine count its statements, where it doesn't by itself.
COUNT = "workloads/advise/count.{}.sql"


class Advise(Workload):
    """The statements of ``sql/advise``, as a phase between others."""

    usage = (
        "`advise/<what>` (reading: what `sql/advise` and its `statements` say so far, and the "
        "host's counts; statistics: what `sql/advise/workload` says)"
    )

    def names(self, root: Path) -> tuple[str, ...]:
        """A reading, or what a workload is made of."""
        return tuple(sorted(ANSWERS))

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The statements that the engine's family has, or its dialect."""
        found: set[str] = set()
        if adapter is None:
            return found
        root = Path(__file__).parents[3]
        families = (adapter, family(adapter).dialect)
        for folder in ANSWERS.get(name, ()):
            files = [f"{folder}/{each}.sql" for each in families]
            found |= {file for file in files[:1] if (root / file).is_file()} or set(files[1:])
        if (root / COUNT.format(adapter)).is_file():
            found.add(COUNT.format(adapter))
        return found


WORKLOAD = Advise("advise")
