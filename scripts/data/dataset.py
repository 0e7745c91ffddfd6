"""What the plan asks a data set."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field

from scripts.values.fields import Block, Setting

# Room to grow and for logs.
SPARE_FACTOR = 1.25
MIB = 2**20


class Dataset(Block):
    """A data set of some kind; ``root`` is the repository, where relative paths begin."""

    tool: ClassVar[str | None] = None
    """A key of the study that names a tool of the user's own, without which it is left out."""

    load_tuning: dict[str, dict[str, Setting]] = Field(
        {},
        exclude=True,
        description="Settings by engine or family while it is loaded, and not in cells, such as a "
        "smaller cache where a load runs out of memory. `config/scale.yaml` has an example.",
    )

    load_tenth_gips_more: int = Field(
        0,
        ge=0,
        le=99,
        exclude=True,
        description="Tenths by which a CPU has more than `lab.cpu_gips` while it is loaded, where "
        "the clock counts instructions: the same rows, loaded with other interleavings. "
        "Comparisons give each twin data of its own by it.",
    )

    @abstractmethod
    def tables_mib(self, root: Path) -> float:
        """Estimated MiB of its tables with their indexes, in the engine that takes the most."""

    @abstractmethod
    def in_words(self) -> str:
        """What is in it, in a few words."""

    @abstractmethod
    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """The key to lower where it does not fit, and its greatest value.

        ``share`` is how much of it would fit.
        """

    def problems(self, root: Path) -> list[tuple[str, str]]:
        """Keys that are wrong whatever the device is, and why; its size is asked without any."""
        return []

    def limit_problems(self, virtual_limit_s: int) -> list[tuple[str, str]]:
        """Keys that make its load longer than a machine may run, and why; most are quick."""
        return []

    def engine_problem(self, engine: str) -> tuple[str, str] | None:
        """The key of a cell that is wrong, and why, if an engine can't have this data set."""
        return None

    def folders(self, root: Path) -> list[Any]:
        """Folders of the user's that it is made from, as what reads them returns them."""
        return []

    def as_job(self) -> dict[str, Any]:
        """What a job says of it; a guest gives all but id, kind and seed to sysbench as options.

        Without settings of engines, which a job has for itself.
        """
        return self.model_dump()

    def job_keys(self, name: str, root: Path) -> dict[str, Any]:
        """Keys of a job beside it, on which ids depend, too; ``name`` is the study's for it."""
        return {}

    def mib(self, root: Path) -> float:
        """Estimated MiB on the device: tables, their indexes, logs and room to grow."""
        return self.tables_mib(root) * SPARE_FACTOR
