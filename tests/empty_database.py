"""An empty database, made once by the store and copied for each database of a test.

Half of what a database of a few rows takes is its 150 tables and views.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from scripts.store import build


@contextmanager
def copied(folder: Path) -> Iterator[None]:
    """Have the store begin with copies of one empty database, which is in `folder`."""
    template = folder / "empty.duckdb"
    build.open_empty(template).close()

    def open_copy(path: Path) -> duckdb.DuckDBPyConnection:
        shutil.copyfile(template, path)
        return duckdb.connect(str(path), config=build.CONFIG)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "open_empty", open_copy)
        yield
