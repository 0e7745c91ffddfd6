"""The row that a search for a commit looks at, as a report names it: ``OPERATION: MEASURE``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scripts.analyse.rule import MEASURES
from scripts.compare.errors import CompareError
from scripts.compare.numbers import figure
from scripts.values.messages import unknown


@dataclass(frozen=True)
class Wanted:
    """A row of a report, and the experiment of the basket that has it."""

    experiment: str
    operation: str
    """With its place, where it is done in several."""
    measure: str
    unit: str

    @property
    def row(self) -> str:
        """As the command line has it."""
        return f"{self.operation}: {self.measure}"

    def is_named(self, row: Mapping[str, Any]) -> bool:
        """Whether a report's row is this one."""
        return (row["operation"], row["measure"]) == (self.operation, self.measure)

    def shown(self, value: float) -> str:
        """A value of the row, for reading."""
        return figure(value, self.unit)


def wanted_row(
    text: str,
    operations: Mapping[str, Mapping[str, str]],
    places: Mapping[str, Collection[str]],
) -> Wanted:
    """The row that a command names, of a basket's operations. Raises CompareError.

    ``places``: by experiment, those that its operations are done in; a single one has no name.
    """
    operation, colon, title = (part.strip() for part in text.rpartition(":"))
    if not colon:
        raise CompareError(f'{text}: name a row as "OPERATION: MEASURE", as a report does')
    measures = {measure.title: measure for measure in MEASURES}
    if title not in measures:
        raise CompareError(unknown("measure", title, measures))
    experiments = {
        name: experiment for experiment, names in operations.items() for name in names.values()
    }
    # Behind a comma is the place, where there are several.
    known = [name for name in experiments if f"{operation}, ".startswith(f"{name}, ")]
    if not known:
        raise CompareError(unknown("operation", operation, experiments))
    name = max(known, key=len)
    experiment, place = experiments[name], operation[len(name) :].removeprefix(", ")
    if place not in places[experiment]:
        raise CompareError(_misplaced(name, place, places[experiment]))
    return Wanted(experiment, operation, title, measures[title].unit)


def _misplaced(operation: str, place: str, places: Collection[str]) -> str:
    if "" in places:
        return f'{operation} is done in one place in this basket: leave out ", {place}"'
    if not place:
        return f"{operation} is done in several places: add one of {', '.join(places)}"
    return f"{operation}: {unknown('place', place, places)}"
