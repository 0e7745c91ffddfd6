"""What a guest and its loader take, made of a folder: tables, rows, scripts for each family.

The files lie below a folder that is named after the hash of what they are made from, so that a
user's later edits change nothing of what was planned.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from scripts.data.own.content import NULL, Content, write_rows
from scripts.data.own.differences import ACCEPTED
from scripts.data.own.errors import fail
from scripts.data.own.expressions import QUOTES_BYTES, ROWS_BYTES, ROWS_MAX, rows_name
from scripts.data.own.folder import SCHEMA, data_files, digest_of, read_folder
from scripts.data.own.loading import for_loader
from scripts.data.own.lua import drawn_from, script_of
from scripts.data.own.schema import read_schema_of
from scripts.data.own.scripts import read_own_script
from scripts.data.own.statements import DIALECTS
from scripts.data.own.tables import Schema
from scripts.files import read_file, write_whole

MANIFEST = "own.json"


def make_tables(path: Path, digest: str, out: Path) -> None:
    """Write ``out``/own.json, last, and beside it what loads the tables, and ``rows``/<table>.csv.

    Raises OwnError when the folder is wrong, or is not the one of this digest.
    """
    if digest_of(data_files(path)) != digest:
        raise fail(str(path), None, "was changed since the study was planned: run snakemake again")
    schema = read_schema_of(path)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="work-", dir=out) as work:
        contents = write_rows(path, schema, Path(work))
        rows = out / "rows"
        shutil.rmtree(rows, ignore_errors=True)
        rows.mkdir()
        for name in schema:
            (Path(work) / f"{name}.csv").replace(rows / f"{name}.csv")
    for family in DIALECTS:
        tables, routines = for_loader(schema, family)
        write_whole(out / f"tables.{family}.json", json.dumps(tables))
        write_whole(out / f"routines.{family}.sql", routines)
    for name in (SCHEMA, ACCEPTED):
        if (path / name).is_file():
            write_whole(out / name, (path / name).read_text(encoding="utf-8"))
    manifest = {
        "sha256": digest,
        "tables": {name: asdict(content) for name, content in contents.items()},
    }
    write_whole(out / MANIFEST, json.dumps(manifest, indent=1) + "\n")


def make_script(path: Path, name: str, digest: str, tables: Path, out: Path) -> None:
    """Write a script as JSON: for each family, the files to send by their names.

    Args:
        path: the folder.
        name: of the script in it.
        digest: of the files that it consists of.
        tables: what ``make_tables`` made of the same folder.
        out: the file to write.
    """
    folder = read_folder(path)
    if folder.digests.get(name) != digest:
        raise fail(str(path), None, "was changed since the study was planned: run snakemake again")
    schema = read_schema_of(tables)
    manifest = json.loads(read_file(tables / MANIFEST))
    contents = {table: Content(**about) for table, about in manifest["tables"].items()}
    main, *others = (path / file for file in folder.scripts[name])
    script = read_own_script(main, schema, contents)
    made: dict[str, dict[str, str]] = {}
    for family in DIALECTS:
        if script is None:
            text = main.read_text(encoding="utf-8")
        else:
            values = {
                name: column_values(
                    tables / "rows" / f"{key[0]}.csv", schema, *key, name == rows_name(*key)
                )
                for name, key in drawn_from(script.scope).items()
            }
            values |= fitting(
                {rows_name(*key): values[rows_name(*key)] for key in script.scope.rows}
            )
            text = script_of(script, family, values)
        made[family] = {f"own_{name}.lua": text}
        made[family] |= {file.name: file.read_text(encoding="utf-8") for file in others}
    out.parent.mkdir(parents=True, exist_ok=True)
    about = {"sha256": digest, "source": main.read_text(encoding="utf-8"), "files": made}
    write_whole(out, json.dumps(about, indent=1) + "\n")


def column_values(
    path: Path, schema: Schema, table: str, column: str, of_rows: bool = False
) -> list[str]:
    """The values of a column, each once, in the order of the rows; no nulls.

    ``of_rows`` gives those of ROWS_MAX rows at most, evenly spread, as often as they come.
    """
    place = list(schema[table].loaded).index(column)
    with path.open(encoding="ascii", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        if of_rows:
            return evenly([row[place] for row in rows if row[place] != NULL])
        found = dict.fromkeys(row[place] for row in rows)
    found.pop(NULL, None)
    return list(found)


def fitting(of_rows: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The values of columns' rows, fewer of each where all take more room than a guest has."""
    size = sum(len(value) + QUOTES_BYTES for values in of_rows.values() for value in values)
    share = min(1.0, ROWS_BYTES / size) if size else 1.0
    return {
        name: evenly(values, max(1, int(len(values) * share))) for name, values in of_rows.items()
    }


def evenly(values: list[str], most: int = ROWS_MAX) -> list[str]:
    """Of many values so many as stand for all, evenly spread."""
    count = min(len(values), most)
    return [values[number * len(values) // count] for number in range(count)]
