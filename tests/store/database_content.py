"""Everything that a results database holds, to compare two of them."""

from __future__ import annotations

from pathlib import Path

import duckdb


def content(path: Path) -> dict[str, list[tuple]]:
    """All rows of all tables and views, in their own order."""
    with duckdb.connect(str(path), read_only=True, config={"threads": 1}) as connection:
        query = "SELECT table_name FROM information_schema.tables ORDER BY 1"
        names = [name for (name,) in connection.execute(query).fetchall()]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
