"""Tables of a user's own, from a folder that need not be in the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from scripts.data.dataset import MIB, Dataset
from scripts.data.own.errors import OwnError, Problem
from scripts.data.own.folder import Folder, read_folder


class OwnDataset(Dataset):
    """A schema, rows and transactions of your own: see docs/own-workload.md."""

    kind: Literal["own"] = Field(description="What the data are.")
    folder: str = Field(
        min_length=1,
        description="The folder with `schema.sql`, rows as `<table>.csv` or in `data.sql`, and "
        "transactions. A relative one begins at the repository, `~` is your home.",
    )

    def contents(self, root: Path) -> Folder:
        """What the folder holds. Raises OwnError with all that is wrong."""
        return read_folder(self.path(root))

    def folders(self, root: Path) -> list[Folder]:
        """The user's folder."""
        return [self.contents(root)]

    def path(self, root: Path) -> Path:
        """Where it is."""
        return (root / Path(self.folder).expanduser()).resolve()

    def tables_mib(self, root: Path) -> float:
        """By the width of the rows and of the keys of their indexes."""
        return self.contents(root).bytes / MIB

    def in_words(self) -> str:
        """The folder."""
        return f"own tables of {self.folder}"

    def problems(self, root: Path) -> list[tuple[str, str]]:
        """Each with the file in the folder, and the line."""
        try:
            self.contents(root)
        except OwnError as error:
            return [("folder", self._in_folder(problem, root)) for problem in error.problems]
        return []

    def _in_folder(self, problem: Problem, root: Path) -> str:
        """A problem with the file as the user named the folder."""
        whole = str(self.path(root))
        if problem.file.startswith(whole):
            return str(problem).replace(whole, self.folder, 1)
        return f"{self.folder.rstrip('/')}/{problem}"

    def as_job(self) -> dict[str, Any]:
        """No size: sysbench would take it for an option."""
        return {"kind": self.kind}

    def job_keys(self, name: str, root: Path) -> dict[str, Any]:
        """What tables they are, by content, wherever the folder is."""
        return {"own": {"name": name, "sha256": self.contents(root).digest}}

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Fewer rows."""
        return "folder", f"about {share:.0%} of the rows fit; or set a larger lab.device_mib"


KIND = OwnDataset
