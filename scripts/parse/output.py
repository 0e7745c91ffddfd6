"""What a workload left of a phase, and how it is read: what ``output.py`` of each kind says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.jobs import Job

STDOUT = "stdout.txt"


@dataclass(frozen=True)
class PhaseFiles:
    """The files of a phase's folder, read as the cell's reader does.

    Attributes:
        phase: the phase's name.
        script: the workload's name, after the slash.
        job: the cell's.
        is_done: whether the cell is, so that its outputs must be complete.
    """

    folder: Path
    phase: str
    script: str
    job: Job
    is_done: bool
    read: Callable[[Path], str]
    called: Callable[[Path], str]

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return (self.folder / name).exists()

    def text(self, name: str = STDOUT) -> str:
        """A file's text. Raises ParseError."""
        return self.read(self.folder / name)

    def source(self, name: str = STDOUT) -> str:
        """How errors name a file."""
        return self.called(self.folder / name)


Reader = Callable[[PhaseFiles], Iterable[Any]]


@dataclass(frozen=True)
class Output:
    """How a kind of workload is read.

    Attributes:
        readers: each yields rows of ``scripts.parse.rows``. In a cell that failed one is tried
            whatever became of the others, and what it gave before it failed is kept.
        system: the readings of the kernel's counters around the phase, "system", and around what
            the workload itself counts as its beginning and end, "events".
    """

    readers: tuple[Reader, ...] = ()
    system: tuple[str, ...] = ("system",)
