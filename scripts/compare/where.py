"""Where a change is, as watched twins saw it: by process and file, at the device, by function."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from scripts.compare.functions import UNKNOWN, functions_of
from scripts.compare.rows import Row
from scripts.engines.families import Family, family, family_of
from scripts.engines.files import file_names

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
# A difference of a function is shown beyond so many times its error. Rows have a hundred functions,
# so that one in 100 rows has one that is beyond it by chance.
STANDS_OUT = 4.0
# As few looks on both sides together say nothing of how far a function is from chance, and as few
# functions nothing of how far all are.
FEWEST_LOOKS = 10
FEWEST_FUNCTIONS = 10
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
    error: float = 0.0
    """Of the difference, by chance, of what is sampled; other figures are counts."""


@dataclass(frozen=True)
class Where:
    """Where a row's difference is; ``said`` is a sentence on what is sampled, or empty."""

    parts: list[Part]
    said: str = ""


def _numbered(files: Iterable[tuple[str, str, str, str]]) -> dict[tuple[str, str, str, int], str]:
    """Names for files that are numbered, the same on all sides: "file 3" is the third of a cell.

    Some engines count tables and indexes in the order in which they are made, and each version goes
    on where its own catalog ends. Where sides have not as many files, the numbers stay.
    """
    cells: dict[tuple[str, str], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for experiment, place, side, file in files:
        least = _family(side).numbers_files_from
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
    """What a file's name begins with; -1 where that is no number, or one with zeros ahead."""
    found = re.match(r"[1-9]\d*(?=[._]|$)", file)
    return int(found[0]) if found else -1


def _own(side: str, number: int) -> str | None:
    """The name of an engine's own file of this number."""
    return file_names(family_of(side.partition("{")[0])).get(number)


def _function(layers: Path, side: str, program: str, place: str) -> str:
    """The function of a place in a program; other places have their names already."""
    if not place.isdigit():
        return place
    functions = functions_of(layers / side.partition("{")[0], program)
    return functions.name_at(int(place)) if functions else UNKNOWN


def _clumping(looks: Iterable[tuple[float, float]]) -> float:
    """How many times as far functions differ as they would if each look were on its own; or 1.

    Looks come at a fixed distance. Where a loop's turn takes a fraction of it, they meet the same
    functions turn by turn, on one side others than on the other.
    """
    squares = [
        (other - first) ** 2 / (first + other)
        for first, other in looks
        if first + other >= FEWEST_LOOKS
    ]
    if len(squares) < FEWEST_FUNCTIONS:
        return 1.0
    return max(1.0, math.sqrt(math.fsum(squares) / len(squares)))


class Watched:
    """The watched twins of a comparison; ``layers`` is the folder that has their symbols."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, root: Path, layers: Path) -> None:
        self._values: dict[tuple[str, ...], dict[What, dict[str, float]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self._looks: dict[tuple[str, ...], dict[What, dict[str, float]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        found = connection.execute((root / QUERY).read_text(encoding="utf-8")).fetchall()
        files = [row for row in found if row[4] != PROCESSOR]
        numbered = _numbered((row[0], row[2], row[1], row[6]) for row in files)
        for experiment, side, place, phase, seen_at, process, file, counted, value, looks in found:
            if seen_at == PROCESSOR:
                # A row's instructions are the engine's; what watches it takes most of the others.
                if process != _family(side).server_program:
                    continue
                known = _function(layers, side, process, file)
            else:
                number = _number(file)
                name = numbered.get((experiment, place, side, number)) or _own(side, number)
                known = re.sub(r"^\d+", name, file) if name else file
            what = (seen_at, process, known, counted)
            # A function has many places.
            for kept, more in ((self._values, value), (self._looks, looks)):
                of_side = kept[experiment, place, phase][what]
                of_side[side] = of_side.get(side, 0.0) + more

    def where(self, row: Row, first: str, other: str) -> Where:
        """What differs in a row's place, by process and file or function: the large differences."""
        values = self._values.get((row.experiment, row.place, row.phase), {})
        parts: list[Part] = []
        said = ""
        for seen_at, names in SEEN.get(row.measure.name, ()):
            found = [
                Part(*what, sides.get(first, 0.0), sides.get(other, 0.0))
                for what, sides in values.items()
                if what[0] == seen_at and what[3] in names
            ]
            if seen_at == PROCESSOR and found:
                found, said = self._standing_out(row, found, first, other)
            parts += _largest(found)
        return Where(parts, said)

    def _standing_out(
        self, row: Row, found: Iterable[Part], first: str, other: str
    ) -> tuple[list[Part], str]:
        """The functions whose difference is beyond what sampling leaves to chance."""
        of_place = self._looks[row.experiment, row.place, row.phase]
        looks = {
            what: (sides.get(first, 0.0), sides.get(other, 0.0))
            for what, sides in of_place.items()
            if what[0] == PROCESSOR
        }
        clumping = _clumping(looks.values())
        standing = []
        for part in found:
            of_first, of_other = looks[part.seen_at, part.process, part.file, part.counted]
            error = clumping * math.sqrt(of_first + of_other)
            if abs(of_other - of_first) > STANDS_OUT * error:
                each = (part.first + part.other) / (of_first + of_other)
                standing.append(replace(part, error=error * each))
        totals = [int(sum(pair[side] for pair in looks.values())) for side in (0, 1)]
        what = "" if standing else "No function stands out of the error of sampling. "
        times = f"{clumping:.1f}"
        wider = "" if times == "1.0" else f", {times} times as wide here as by chance alone"
        return standing, (
            f"{what}{totals[0]:,} and {totals[1]:,} looks at the engine's processes; a function is "
            f"named from {STANDS_OUT:.0f} times the error{wider}."
        )


def _largest(found: Iterable[Part]) -> list[Part]:
    differing = [part for part in found if part.first != part.other]
    differing.sort(key=lambda part: (-abs(part.other - part.first), part.process, part.file))
    largest = abs(differing[0].other - differing[0].first) if differing else 0
    return [
        part for part in differing[:MOST] if abs(part.other - part.first) >= LEAST_SHARE * largest
    ]


def _family(side: str) -> Family:
    return family(family_of(side.partition("{")[0]))
