"""A comparison's rows: each measure of each operation, both sides of it judged by their twins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from scripts.analyse.comparisons import read_twins
from scripts.analyse.rule import CHANGED, Judged, Measure

Operations = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Row:
    """One measure of one operation, of the first side and of another."""

    experiment: str
    place: str
    phase: str
    operation: str
    measure: Measure
    judged: Judged
    first: tuple[float, ...]
    other: tuple[float, ...]
    """The twins' values."""
    cells: tuple[str, str]
    """The first twin of each side."""

    @property
    def name(self) -> str:
        """The operation, and where it was done if that was in several places."""
        return f"{self.operation}, {self.place}" if self.place else self.operation

    @property
    def is_changed(self) -> bool:
        """Whether the sides differ by more than chance."""
        return self.judged.state == CHANGED


@dataclass(frozen=True)
class Failed:
    """A cell that has no figures, and why."""

    side: str
    experiment: str
    cell: str
    reason: str
    cause: str | None
    """``guest`` or ``host``."""


def failed_cells(connection: duckdb.DuckDBPyConnection) -> list[Failed]:
    """The comparison's cells that are not done."""
    return [
        Failed(*row)
        for row in connection.execute(
            "SELECT factors_json->>'$.side', experiment, cell_id, coalesce(reason, status), cause "
            "FROM cells WHERE status <> 'done' ORDER BY ALL"
        ).fetchall()
    ]


def rows_of(
    connection: duckdb.DuckDBPyConnection, operations: Operations, first: str, other: str
) -> list[Row]:
    """The rows of two sides, in the order of operations and measures.

    A measure that one side lacks, or has of one twin alone, is no row.
    """
    twins = read_twins(connection)
    order = {
        (experiment, phase): index
        for index, (experiment, phase) in enumerate(
            (experiment, phase) for experiment in operations for phase in operations[experiment]
        )
    }
    places = [place for place in twins.values if (place.experiment, place.phase) in order]
    places.sort(key=lambda place: (order[place.experiment, place.phase], place.place))
    return [
        Row(
            *place,
            operations[place.experiment][place.phase],
            measure,
            judged,
            tuple(of_first),
            tuple(of_other),
            (twins.cells[place, first], twins.cells[place, other]),
        )
        for place in places
        for measure, judged, of_first, of_other in twins.judged(place, first, other)
    ]


def by_size(rows: Sequence[Row]) -> list[Row]:
    """The changed ones among all rows, the largest first.

    A row's size is how far its difference lies beyond the band: as a share of its own larger side,
    and of the measure's total over all rows, of which it is the geometric mean. So one flush that
    is no longer made comes behind half of the log.
    """
    totals: dict[str, tuple[float, float]] = {}
    for row in rows:
        first, other = totals.get(row.measure.name, (0.0, 0.0))
        totals[row.measure.name] = (first + row.judged.first, other + row.judged.other)

    def size(row: Row) -> float:
        beyond = abs(row.judged.difference) - row.judged.band
        own = max(row.judged.first, row.judged.other)
        return beyond / math.sqrt(own * max(totals[row.measure.name]))

    return sorted((row for row in rows if row.is_changed), key=size, reverse=True)
