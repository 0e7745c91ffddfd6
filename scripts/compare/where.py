"""Where a change is, as watched twins saw it: by process and file, at the device, by function."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import duckdb

from scripts.compare.functions import UNKNOWN, functions_of
from scripts.compare.rows import Row
from scripts.engines.families import family, family_of

QUERY = "sql/compare/where.sql"
PROCESSOR = "processor"
# The counts that say where a measure is: of the device, of files, and samples of the processor.
SEEN = {
    "read_bytes": (("device", ("read bytes", "readahead bytes")), ("file", ("read_bytes",))),
    "read_commands": (("device", ("read commands", "readahead commands")), ("file", ("reads",))),
    "write_bytes": (("device", ("write bytes",)), ("file", ("write_bytes",))),
    "write_commands": (("device", ("write commands",)), ("file", ("writes",))),
    "flush_commands": (("device", ("flush commands",)), ("file", ("flushes",))),
    "instructions": ((PROCESSOR, ("instructions",)),),
}
MOST = 6
# Of the largest difference.
LEAST_SHARE = 0.05
# Seen at, process, file, counted.
What = tuple[str, str, str, str]


@dataclass(frozen=True)
class Part:
    """What one process did to one file or in one function, or had the device do, on both sides."""

    seen_at: str
    process: str
    file: str
    """Or the function."""
    counted: str
    first: float
    other: float


def _numbered(files: Iterable[tuple[str, str, str, str]]) -> dict[tuple[str, str, str, int], str]:
    """Names for files that are numbered, the same on all sides: "file 3" is the third of a cell.

    Some engines count tables and indexes in the order in which they are made, and each version goes
    on where its own catalog ends. Where sides have not as many files, the numbers stay.
    """
    cells: dict[tuple[str, str], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for experiment, place, side, file in files:
        least = family(family_of(side.partition("{")[0])).numbers_files_from
        number = _number(file)
        if least and number >= least:
            cells[experiment, place][side].add(number)
    return {
        (*cell, side, number): f"table or index {index}"
        for cell, sides in cells.items()
        if len({len(numbers) for numbers in sides.values()}) == 1
        for side, numbers in sides.items()
        for index, number in enumerate(sorted(numbers), 1)
    }


def _number(file: str) -> int:
    """What a file's name begins with; -1 where that is no number."""
    found = re.match(r"\d+(?=[._]|$)", file)
    return int(found[0]) if found else -1


def _function(layers: Path, side: str, program: str, place: str) -> str:
    """The function of a place in a program; other places have their names already."""
    if not place.isdigit():
        return place
    functions = functions_of(layers / side.partition("{")[0], program)
    return functions.name_at(int(place)) if functions else UNKNOWN


class Watched:
    """The watched twins of a comparison; ``layers`` is the folder that has their symbols."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, root: Path, layers: Path) -> None:
        self._values: dict[tuple[str, ...], dict[What, dict[str, float]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        found = connection.execute((root / QUERY).read_text(encoding="utf-8")).fetchall()
        files = [row for row in found if row[4] != PROCESSOR]
        numbered = _numbered((row[0], row[2], row[1], row[6]) for row in files)
        for experiment, side, place, phase, seen_at, process, file, counted, value in found:
            if seen_at == PROCESSOR:
                known = _function(layers, side, process, file)
            else:
                name = numbered.get((experiment, place, side, _number(file)))
                known = re.sub(r"^\d+", name, file) if name else file
            what = (seen_at, process, known, counted)
            of_side = self._values[experiment, place, phase][what]
            # A function has many places.
            of_side[side] = of_side.get(side, 0.0) + value

    def parts(self, row: Row, first: str, other: str) -> list[Part]:
        """What differs in a row's place, by process and file: the large differences, in order."""
        return list(self._parts(row, first, other))

    def _parts(self, row: Row, first: str, other: str) -> Iterable[Part]:
        values = self._values.get((row.experiment, row.place, row.phase), {})
        for seen_at, names in SEEN.get(row.measure.name, ()):
            found = [
                Part(*what, sides.get(first, 0.0), sides.get(other, 0.0))
                for what, sides in values.items()
                if what[0] == seen_at and what[3] in names
            ]
            found = [part for part in found if part.first != part.other]
            found.sort(key=lambda part: (-abs(part.other - part.first), part.process, part.file))
            largest = abs(found[0].other - found[0].first) if found else 0
            yield from (
                part
                for part in found[:MOST]
                if abs(part.other - part.first) >= LEAST_SHARE * largest
            )
