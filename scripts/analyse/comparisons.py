"""Sides of comparisons, such as versions of an engine, each judged against another by its twins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import duckdb

from scripts.analyse.rule import MEASURES, Judged, Measure, judge

FEWEST_TWINS = 2
_RELEASE = re.compile(r"(?P<family>[a-z]+)-(?P<version>\d+(\.\d+)*)")
_WITH_SETTINGS = re.compile(r"(?P<release>[^{}]+)\{[^{}]+\}")
_PATCHED = re.compile(r"(?P<release>[a-z]+-\d+(\.\d+)*)-[a-z0-9-]+-[0-9a-f]{12}")


class Place(NamedTuple):
    """Where figures of an operation come from."""

    experiment: str
    place: str
    """The values of factors other than sides and twins."""
    phase: str


@dataclass(frozen=True)
class Twins:
    """What the twins of all sides measured, and the first twin's cell of each side."""

    values: dict[Place, dict[str, dict[str, list[float]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    )
    """By place, measure and side."""
    cells: dict[tuple[Place, str], str] = field(default_factory=dict)

    def judged(
        self, place: Place, first: str, other: str
    ) -> Iterator[tuple[Measure, Judged, list[float], list[float]]]:
        """Each measure of a place with the verdict on two sides, and their twins' values.

        One that a side lacks, or has of one twin alone, is left out.
        """
        for measure in MEASURES:
            sides = self.values[place][measure.name]
            if min(len(sides[first]), len(sides[other])) >= FEWEST_TWINS:
                yield (
                    measure,
                    judge(measure, sides[first], sides[other]),
                    sides[first],
                    sides[other],
                )


def read_twins(connection: duckdb.DuckDBPyConnection) -> Twins:
    """What a database has of comparisons, in the order of the view ``compared_measures``."""
    twins = Twins()
    for experiment, place, phase, measure, side, _, cell, value in connection.execute(
        "SELECT experiment, place, phase, measure, side, twin, cell_id, value "
        "FROM compared_measures ORDER BY ALL"
    ).fetchall():
        at = Place(experiment, place, phase)
        twins.values[at][measure][side].append(value)
        twins.cells.setdefault((at, side), cell)
    return twins


def pairs(sides: Iterable[str]) -> list[tuple[str, str]]:
    """Each release with the next later one of its family, and with itself under other settings.

    A release that is compiled with a patch stands beside itself, compiled without. Other sides, as
    commits of a repository are, have no pair.
    """
    names = set(sides)
    releases = sorted(
        (found["family"], [int(part) for part in found["version"].split(".")], side)
        for side in names
        if (found := _RELEASE.fullmatch(side))
    )
    next_ones = [
        (earlier, later)
        for (family, _, earlier), (same, _, later) in pairwise(releases)
        if family == same
    ]
    with_settings = [
        (release, side)
        for *_, release in releases
        for side in sorted(names)
        if (found := _WITH_SETTINGS.fullmatch(side)) and found["release"] == release
    ]
    patched = [
        (compiled, side)
        for side in sorted(names)
        if (found := _PATCHED.fullmatch(side))
        and (compiled := f"{found['release']}-source") in names
    ]
    return next_ones + with_settings + patched


def release_changes(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[object, ...]]:
    """Rows of the table ``release_changes``: the operations of baskets, of releases alone."""
    operations = {
        (experiment, phase)
        for experiment, phase in connection.execute(
            "SELECT experiment, phase FROM compared_operations"
        ).fetchall()
    }
    twins = read_twins(connection)
    compared = pairs(side for _, side in twins.cells)
    for place in sorted(twins.values):
        if (place.experiment, place.phase) not in operations:
            continue
        for earlier, later in compared:
            for measure, judged, *_ in twins.judged(place, earlier, later):
                cells = (twins.cells[place, side] for side in (earlier, later))
                yield (
                    *place, measure.title, measure.unit, earlier, later, judged.first,
                    judged.other, judged.band, judged.state, *cells,
                )  # fmt: skip
