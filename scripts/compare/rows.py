"""A comparison's rows: each measure of each operation, both sides of it judged by their twins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from scripts.compare.rule import BY_NAME, CHANGED, MEASURES, Judged, Measure, judge
from scripts.compare.study import WHERE

QUERIES = "sql/compare"
FEWEST_TWINS = 2
Operations = Mapping[str, Mapping[str, str]]
# Experiment, the other factors' values, phase.
Place = tuple[str, str, str]


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


def answer(connection: duckdb.DuckDBPyConnection, root: Path, name: str) -> list[tuple]:
    """The rows of a query of comparisons, which has their cells as the view compared_cells."""
    cells, query = (
        (root / QUERIES / f"{each}.sql").read_text(encoding="utf-8") for each in ("cells", name)
    )
    connection.execute(f"CREATE OR REPLACE TEMP VIEW compared_cells AS {cells}")
    return connection.execute(query).fetchall()


def failed_cells(connection: duckdb.DuckDBPyConnection) -> list[Failed]:
    """The comparison's cells that are not done."""
    return [
        Failed(*row)
        for row in connection.execute(
            "SELECT factors_json->>'$.side', experiment, cell_id, coalesce(reason, status) "
            "FROM cells WHERE status <> 'done' ORDER BY ALL"
        ).fetchall()
    ]


def rows_of(
    connection: duckdb.DuckDBPyConnection,
    root: Path,
    operations: Operations,
    first: str,
    other: str,
) -> list[Row]:
    """The rows of two sides, in the order of operations and measures.

    A measure that one side lacks, or has of one twin alone, is no row.
    """
    values: dict[Place, dict[str, dict[str, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    cells: dict[tuple[Place, str], str] = {}
    found = answer(connection, root, "measures")
    for experiment, place, phase, _, measure, side, twin, cell, value in found:
        if twin == WHERE or phase not in operations.get(experiment, {}):
            continue
        key = (experiment, place, phase)
        values[key][measure][side].append(value)
        cells.setdefault((key, side), cell)
    order = {
        (experiment, phase): index
        for index, (experiment, phase) in enumerate(
            (experiment, phase) for experiment in operations for phase in operations[experiment]
        )
    }
    rows = []
    for key in sorted(values, key=lambda key: (order[key[0], key[2]], key[1])):
        for measure in MEASURES:
            twins = values[key][measure.name]
            if min(len(twins[first]), len(twins[other])) < FEWEST_TWINS:
                continue
            rows.append(
                Row(
                    *key,
                    operations[key[0]][key[2]],
                    BY_NAME[measure.name],
                    judge(measure, twins[first], twins[other]),
                    tuple(twins[first]),
                    tuple(twins[other]),
                    (cells[key, first], cells[key, other]),
                )
            )
    return rows


def by_size(rows: Sequence[Row]) -> list[Row]:
    """The changed rows, the largest change first; what was nothing at all before comes ahead."""

    def size(row: Row) -> float:
        change = row.judged.change
        return float("inf") if change is None else abs(change)

    return sorted((row for row in rows if row.is_changed), key=size, reverse=True)
