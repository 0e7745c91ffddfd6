"""Writes sql/README.md from the database itself: every table and view, its comment, its columns."""

from __future__ import annotations

import duckdb

from scripts.store.build import create_schema

_HEAD = """\
# The results database

This folder has all SQL that is run on results:

| folder | what |
|---|---|
| `tables/` | tables of the study, statistics and claims; those of rows: `scripts/parse/rows` |
| `views/` | every summary, in the order of their names |
| `claims/` | a query for each claim, which decides it; in `compared/` the rates that it compares |
| `pages/` | a query for each data file of the website |
| `facts/` | queries whose cells the sentences of the website name |
| `columns/` | what columns mean, by name: shown on the site's SQL page |
| `advise/` | what your own server is asked; in `error/` the cells that test its model |

What an engine is asked in a measurement is SQL, too, and lies in `workloads/`.

`python -m scripts.store build --rows results/rows --plan results/plan.json --layers results/layers
--claims config/claims.yaml --out results/results.duckdb` loads the Parquet files of every planned
cell into a new file beside, and renames it. Tables hold raw rows; every summary is a view; the
statistics tables are filled by `scripts/analyse`. Before the file is renamed, the queries in
`claims/` are run on it, read-only, and their verdicts are added. What fails on these rows costs its
own table alone, which `missing_tables` names. With `--partial`, planned cells without rows are
marked `not_run`, and layers may be missing.

`python -m scripts.store export --out reference` writes the rows of such a database, without
what can be computed from them, as small Parquet files with a `provenance.json`, and `restore
--reference reference --out X` makes a database of them again.

The content is the same for the same input. Sums of floats depend on the order of their addition,
so what must be the same to the digit is read with `SET threads = 1`.

This file is written by `python -m scripts.store docs`; a test fails when it is out of date.

*Cell columns*, with which most views begin, are those of the view `cell_settings`:
{cell_columns}. `read_bandwidth_mib_s` is the bandwidth
of reads that was set and `write_bandwidth_mib_s` that of writes (null: no limit); `bandwidth_mib_s`
is that of both, and null where they differ. Every setting of the device has a column; a row of
`scripts/device/table.py` makes one. `repeat_group`
names the cells that differ by seed alone, `curve_group` those that differ by seed, engine and the
bandwidth of reads (or of both alike) alone, `autovacuum` is the engine's setting where a cell makes
one.
"""

_SETTINGS = "cell_settings"


def readme() -> str:
    """Return the text of README.md."""
    with duckdb.connect() as connection:
        create_schema(connection)
        shared = _columns(connection, _SETTINGS)
        head = _HEAD.replace("{cell_columns}", ", ".join(shared))
        parts = [head, "## Views\n", *_entries(connection, "view")]
        parts += ["## Tables\n", *_entries(connection, "table")]
    return "\n".join(parts)


def _entries(connection: duckdb.DuckDBPyConnection, kind: str) -> list[str]:
    entries = connection.execute(
        f"""
        SELECT {kind}_name, comment FROM duckdb_{kind}s() WHERE NOT internal ORDER BY ALL
        """
    ).fetchall()
    return [f"### {name}\n{comment}\n\n{_listed(connection, name)}\n" for name, comment in entries]


def _listed(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    """The columns as a list, the cell columns taken together."""
    columns, shared = _columns(connection, name), _columns(connection, _SETTINGS)
    if name != _SETTINGS and columns[: len(shared)] == shared:
        columns = ["*cell columns*", *columns[len(shared) :]]
    return ", ".join(columns)


def _columns(connection: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    described = connection.execute(f"DESCRIBE {name}").fetchall()
    return [f"`{column} {kind}`" for column, kind, *_ in described]
