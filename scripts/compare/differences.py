"""What else differs between two sides: versions, packages, settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from scripts.compare.built import how_built
from scripts.compare.sides import Side


@dataclass(frozen=True)
class Difference:
    """One thing that differs; None where a side has no such thing."""

    what: str
    first: str | None
    other: str | None


@dataclass(frozen=True)
class Differences:
    """All of them, by kind."""

    built: list[Difference]
    """How their programs were made."""
    versions: list[Difference]
    settings: list[Difference]
    """Of the engines' configuration files."""
    adjusted: list[Difference]
    """Settings that an engine runs with at another value than it was asked to."""
    packages: list[Difference]


def differences(
    connection: duckdb.DuckDBPyConnection, first: Side, other: Side, root: Path
) -> Differences:
    """What the database, and the layers' files below ``root``, say beside what was measured."""
    both = (first, other)
    return Differences(
        _differing(*(how_built(side, root) for side in both)),
        *(
            _differing(*(read(connection, side) for side in both))
            for read in (_versions, _settings, _adjusted, _packages)
        ),
    )


def _differing(first: dict[str, str], other: dict[str, str]) -> list[Difference]:
    names = sorted({*first, *other})
    return [
        Difference(name, first.get(name), other.get(name))
        for name in names
        if first.get(name) != other.get(name)
    ]


def _of_cells(connection: duckdb.DuckDBPyConnection, table: str, side: Side) -> list[tuple]:
    return connection.execute(
        f"SELECT DISTINCT {table} JOIN cells USING (cell_id) "
        "WHERE factors_json->>'$.side' = ? ORDER BY ALL",
        [side.name],
    ).fetchall()


def _versions(connection: duckdb.DuckDBPyConnection, side: Side) -> dict[str, str]:
    found = _of_cells(connection, "key, value FROM provenance", side)
    return {key: value for key, value in found if key.startswith("version/")}


def _settings(connection: duckdb.DuckDBPyConnection, side: Side) -> dict[str, str]:
    settings = {}
    for key, text in _of_cells(connection, "key, value FROM provenance", side):
        if key.startswith("config/"):
            for line in text.splitlines():
                name, found, value = line.partition("=")
                if found:
                    settings[name.strip()] = value.strip()
    return settings


def _adjusted(connection: duckdb.DuckDBPyConnection, side: Side) -> dict[str, str]:
    found = _of_cells(connection, "setting, asked, runs_with FROM changed_settings", side)
    return {
        setting: f"asked for {asked}, runs with {runs_with or 'its own'}"
        for setting, asked, runs_with in found
    }


def _packages(connection: duckdb.DuckDBPyConnection, side: Side) -> dict[str, str]:
    found = connection.execute(
        "SELECT package, version FROM layers WHERE layer = ? ORDER BY ALL", [side.layer]
    ).fetchall()
    return dict(found)
