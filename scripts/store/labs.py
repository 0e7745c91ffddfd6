"""The table of labs: one row for each that the cells of the database ran in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from scripts.lab.errors import LabError
from scripts.lab.lab import Capabilities
from scripts.lab.registry import lab_named
from scripts.store.errors import StoreError

COLUMNS = tuple(field.name for field in dataclasses.fields(Capabilities))


def again(manifest: Path) -> str:
    """What to do about a cell's rows, of which Snakemake watches all cells' together."""
    return f"delete the folder {manifest.parents[1]} and run snakemake again"


def load_labs(
    connection: duckdb.DuckDBPyConnection, blocks: Iterable[tuple[Path, Mapping[str, Any]]]
) -> None:
    """Load labs as cells' rows describe them.

    Args:
        connection: to the database, whose cells are loaded.
        blocks: each with where it was read: a lab's ``name`` and capabilities.

    Raises:
        StoreError: a block lacks a capability, or two say different things of one lab.
    """
    known: dict[str, tuple[Any, ...]] = {}
    for source, block in blocks:
        try:
            row = tuple(block[column] for column in COLUMNS)
            other = known.setdefault(str(block["name"]), row)
        except (KeyError, TypeError):
            raise StoreError(f"{source} is broken: {again(source)}") from None
        if other != row:
            raise StoreError(
                f"{source} describes the lab {block['name']} in another way than the other cells: "
                f"{again(source)}"
            )
    _insert(connection, known)


def add_missing_labs(connection: duckdb.DuckDBPyConnection) -> None:
    """Load the labs of cells whose rows do not describe them, such as published ones, as they are.

    Raises StoreError for a lab that this version does not have.
    """
    names = connection.execute(
        "SELECT DISTINCT lab FROM cells ANTI JOIN labs USING (lab) ORDER BY lab"
    ).fetchall()
    try:
        found = {name: lab_named(name).capabilities for (name,) in names}
    except LabError as error:
        raise StoreError(f"some cells ran in a lab that is not known: {error}") from None
    _insert(connection, {name: dataclasses.astuple(each) for name, each in found.items()})


def _insert(connection: duckdb.DuckDBPyConnection, labs: Mapping[str, tuple[Any, ...]]) -> None:
    places = ", ".join("?" * (len(COLUMNS) + 1))
    query = f"INSERT INTO labs (lab, {', '.join(COLUMNS)}) VALUES ({places})"
    for name in sorted(labs):
        connection.execute(query, [name, *labs[name]])
