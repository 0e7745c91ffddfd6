"""Measured cells against the published ones: every row of every table, to the digit.

The published rows are those that ``python -m scripts.store export`` wrote, one Parquet file per
table. A cell has the same id wherever it is measured, so equal ids promise equal rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

from scripts.files import write_whole
from scripts.parse.rows import ROW_TYPES
from scripts.store.parquet import read_query

LINES_AT_MOST = 5


# Which QEMU it was is no result: another may have the same (results_of_sha256 in its lock).
_NO_RESULT = {"provenance": "key <> 'machine/layer.qemu'"}


class PublishedError(Exception):
    """The comparison can't be made; the message names the file and the fix."""


@dataclass(frozen=True)
class CellComparison:
    """One cell: how many rows were compared, and how many differ in each table."""

    cell_id: str
    rows: int
    differing: dict[str, int]
    packages: tuple[str, ...]

    @property
    def identical(self) -> bool:
        """Whether every row is the published one."""
        return not self.differing


def published_cells(reference: Path) -> set[str]:
    """Ids of the cells whose rows are published in the folder ``reference``.

    Raises PublishedError when there are none.
    """
    cells = reference / "cells.parquet"
    if not cells.is_file():
        raise PublishedError(f"{cells} is missing: restore it with `git checkout -- {reference}`")
    query = "SELECT cell_id FROM read_parquet(?) WHERE status = 'done'"
    return {cell for (cell,) in duckdb.execute(query, [str(cells)]).fetchall()}


def compare_published(cell_id: str, rows: Path, reference: Path) -> CellComparison:
    """Compare a cell's Parquet files, in the folder ``rows``, with the published rows.

    Raises PublishedError when the cell has no rows, or rows of another version of the parsers.
    """
    if not (rows / "rows.json").is_file():
        raise PublishedError(f"{rows}/rows.json is missing: measure the cell {cell_id} first")
    compared, differing = 0, {}
    with duckdb.connect() as connection:
        for table in ROW_TYPES:
            files = [folder / f"{table}.parquet" for folder in (reference, rows)]
            if not any(file.is_file() for file in files):
                continue
            count, different = _compare_table(connection, table, files, cell_id)
            compared += count
            if different:
                differing[table] = different
        packages = _other_versions(connection, cell_id, rows, reference) if differing else ()
    return CellComparison(cell_id, compared, differing, packages)


def _compare_table(
    connection: duckdb.DuckDBPyConnection, table: str, files: list[Path], cell_id: str
) -> tuple[int, int]:
    """How many rows are published, and how many are in one place and not in the other."""
    for side, file in zip(("published", "measured"), files, strict=True):
        connection.execute(f"DROP TABLE IF EXISTS {side}")
        if file.is_file():
            which = f"cell_id = ? AND {_NO_RESULT.get(table, 'TRUE')}"
            query = f"CREATE TABLE {side} AS FROM ({read_query(table, file)}) WHERE {which}"
            connection.execute(query, [cell_id])
        else:
            other = files[1] if side == "published" else files[0]
            connection.execute(f"CREATE TABLE {side} AS FROM ({read_query(table, other)}) LIMIT 0")
    columns = [
        [row[0] for row in connection.execute(f"DESCRIBE {side}").fetchall()]
        for side in ("published", "measured")
    ]
    if set(columns[0]) != set(columns[1]):
        names = ", ".join(sorted(set(columns[0]) ^ set(columns[1])))
        raise PublishedError(
            f"{files[1]} and {files[0]} have different columns ({names}): the published rows were "
            "made by another version of the parsers, so use that version, or export them again"
        )
    listed = ", ".join(f'"{column}"' for column in columns[0])
    (published,) = connection.execute("SELECT count(*) FROM published").fetchone() or (0,)
    (different,) = connection.execute(
        f"""
        SELECT (SELECT count(*) FROM (SELECT {listed} FROM published
                                      EXCEPT ALL SELECT {listed} FROM measured))
             + (SELECT count(*) FROM (SELECT {listed} FROM measured
                                      EXCEPT ALL SELECT {listed} FROM published))
        """
    ).fetchone() or (0,)
    return published, different


def _other_versions(
    connection: duckdb.DuckDBPyConnection, cell_id: str, rows: Path, reference: Path
) -> tuple[str, ...]:
    """What the two machines were made of that was not the same: the first place to look."""
    files = [reference / "provenance.parquet", rows / "provenance.parquet"]
    if not all(file.is_file() for file in files):
        return ()
    found = connection.execute(
        """
        SELECT key
        FROM (FROM read_parquet($1) WHERE cell_id = $3) AS published
        FULL JOIN (FROM read_parquet($2) WHERE cell_id = $3) AS measured USING (key)
        WHERE key LIKE 'machine/%' AND published.value IS DISTINCT FROM measured.value
        ORDER BY key
        """,
        [str(files[0]), str(files[1]), cell_id],
    ).fetchall()
    return tuple(key.removeprefix("machine/") for (key,) in found)


def write_comparisons(comparisons: Iterable[CellComparison], path: Path) -> None:
    """Write comparisons as JSON."""
    text = json.dumps([asdict(comparison) for comparison in comparisons], indent=1)
    write_whole(path, f"{text}\n".encode())


def read_comparisons(path: Path) -> list[CellComparison]:
    """Read comparisons that `write_comparisons` wrote."""
    return [CellComparison(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def report_published(comparisons: Iterable[CellComparison]) -> list[str]:
    """The comparisons for people: one line per cell, then the sum."""
    lines, rows, differing = [], 0, 0
    for comparison in comparisons:
        rows += comparison.rows
        if comparison.identical:
            lines.append(f"{comparison.cell_id}: all {comparison.rows} rows as published")
            continue
        differing += 1
        tables = [f"{count} in {table}" for table, count in comparison.differing.items()]
        more = f" and {len(tables) - LINES_AT_MOST} more" if len(tables) > LINES_AT_MOST else ""
        line = f"{comparison.cell_id}: rows differ: {', '.join(tables[:LINES_AT_MOST])}{more}"
        if comparison.packages:
            line += f"; measured with another {', '.join(comparison.packages)}"
        lines.append(line)
    cells = f"{len(lines)} cells, {rows} rows"
    if differing:
        return [*lines, f"{cells}: {differing} cells differ from the published rows"]
    return [*lines, f"{cells}: every row equals the published one"]
