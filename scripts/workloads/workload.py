"""What the stages ask a kind of workload before it is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.values.messages import unknown

# Keys of a phase, and what is wrong there.
Problems = list[tuple[tuple[str, ...], str]]


class Workload:
    """A kind of workload. What is here holds for a kind that needs nothing special.

    A phase names it as ``<kind>/<name>``; methods get that name. A ``phase`` is the configuration's
    (``scripts.plan.model.Phase``), a ``dataset`` one of ``scripts.data``.
    """

    usage: str
    """How a phase names it, and what that means; for the documentation."""

    option_usage: str | None = None
    """What its options are, if they are checked; for the documentation."""

    ending: str | None = None
    """Of its files in ``workloads/<kind>/``, after the name."""

    dataset_kind: str | None = None
    """The kind of data set that it runs on; None for any, or for none."""

    needs_engine = True
    """Whether it needs an engine and a data set, or can do with the bare device."""

    takes_cell_options = False
    """Whether the options of a cell go to its phases, too."""

    whole_s: int | None = None
    """The steps, in seconds, in which its tool counts time; None: any time will do."""

    never_ends = False
    """Whether it goes on for ever without a duration and without a number of events."""

    tool: str | None = None
    """A key of the study that names a tool of the user's own, without which it is left out."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def names(self, root: Path) -> tuple[str, ...] | None:
        """The names that there are in the repository at ``root``; None: the data set has them."""
        assert self.ending is not None, "a kind without files says itself which names it has"
        found = (root / "workloads" / self.kind).glob(f"*.{self.ending}")
        return tuple(sorted({path.name.split(".")[0] for path in found}))

    def data(self, name: str) -> str | None:
        """The kind of data set that one workload runs on; None for any, or for none."""
        return self.dataset_kind

    def problems(self, name: str, phase: Any, root: Path) -> Problems:
        """What is wrong with a phase of this kind, whatever cell it is in."""
        found: Problems = []
        if self.never_ends and not is_timed(phase) and phase.events == 0:
            message = f"{phase.workload} would never end: set duration_s or events above 0"
            found.append((("duration_s",), message))
        return [*found, *self._option_problems(name, phase)]

    def _option_problems(self, name: str, phase: Any) -> Problems:
        checked = (
            (key, self.option_problem(name, key, value)) for key, value in phase.options.items()
        )
        return [(("options", key), message) for key, message in checked if message]

    def option_problem(self, name: str, option: str, value: Any) -> str | None:
        """What is wrong with an option; by default the tool itself has the last word."""
        return None

    def dataset_problem(self, name: str, dataset: Any, root: Path) -> str | None:
        """Why it can't run on a data set; None if it can."""
        wanted = self.data(name)
        if wanted is None or dataset.kind == wanted:
            return None
        return f"{self.kind}/{name} needs a dataset of kind {wanted}; this is {dataset.kind}"

    def engine_problem(self, engine: str) -> tuple[str, str] | None:
        """The key of a cell that is wrong, and why, if it can't drive an engine."""
        return None

    def phase_keys(self, name: str, dataset: Any, root: Path) -> dict[str, Any]:
        """Keys of a phase in a job beside the usual ones, on which ids depend."""
        return {}

    def files(self, name: str, adapter: str | None) -> set[str]:
        """The files of the repository that a guest gets to run it."""
        if self.ending is None:
            return set()
        return {f"workloads/{self.kind}/{name}.{self.ending}"}


def is_timed(phase: Any) -> bool:
    """Whether a phase of the configuration lasts a time at any bandwidth."""
    return any(seconds > 0 for seconds in phase.duration_s.values())


def unknown_option(option: str, known: tuple[str, ...]) -> str | None:
    """What is wrong with an option's name."""
    return None if option in known else unknown("option", option, known)
