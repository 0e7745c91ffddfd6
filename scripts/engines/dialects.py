"""Files of SQL by dialect: ``scan.mysql.sql`` is ``scan.sql`` for engines of that dialect."""

from __future__ import annotations

import re

from scripts.engines.families import FOLDER, family

ROOT = FOLDER.parents[1]


def in_dialect(path: str, adapter: str | None) -> str:
    """The file of an engine's dialect where there is one, else the one for all.

    Args:
        path: relative to the repository's root, without a dialect.
        adapter: the engine's family; None without an engine.
    """
    if adapter is None:
        return path
    own = f"{path.removesuffix('.sql')}.{family(adapter).dialect}.sql"
    return own if (ROOT / own).is_file() else path


def without_dialect(path: str) -> str:
    """How a guest knows a file of statements, as it has one engine alone."""
    return re.sub(r"^(workloads/(?:sql|moved)/[^.]+)\.\w+\.sql$", r"\1.sql", path)
