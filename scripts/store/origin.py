"""Where published rows come from: the commit that exported them, its date, a hash of them all.

Rows that were measured on this machine and not exported have no origin. Once exported, they keep
the one that they were given, so that rows read back and exported again are the same files.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import duckdb

from scripts.programs import TooLongError, run_program

TABLE = "published"


def origin(
    connection: duckdb.DuckDBPyConnection, repository: Path, *, fresh: bool
) -> dict[str, Any]:
    """What provenance.json says of the export: ``{"published": {"commit", "date"}}``.

    With `fresh` it is the commit that `repository` is at, otherwise the one that the rows have, if
    they have one. Empty where git knows of no commit.
    """
    if not fresh:
        kept = connection.execute(f"SELECT commit_id, committed_on FROM {TABLE}").fetchone()
        if kept is not None and kept[0] is not None:
            return {"published": {"commit": kept[0], "date": kept[1].isoformat()}}
    try:
        command = ["git", "-C", str(repository), "log", "-1", "--format=%H %cs"]
        done = run_program(command, "git")
    except (FileNotFoundError, TooLongError):
        return {}
    if done.returncode != 0:
        return {}
    commit, date = done.stdout.split()
    return {"published": {"commit": commit, "date": date}}


def load_origin(connection: duckdb.DuckDBPyConnection, about: dict[str, Any]) -> None:
    """Fill the table `published` by a provenance.json, which may lack a commit."""
    digests = {table: entry["sha256"] for table, entry in about["tables"].items()}
    text = json.dumps(digests, sort_keys=True)
    made = about.get("published", {})
    connection.execute(
        f"INSERT INTO {TABLE} VALUES (?, ?, ?)",
        [made.get("commit"), made.get("date"), hashlib.sha256(text.encode()).hexdigest()],
    )
