"""A scratch study for each test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from scratch_study import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.fixture
def ids(repository: Repository) -> Callable[[], list[str]]:
    """Ids of the cells, as the files say now."""
    return lambda: [cell.id for cell in repository.plan().cells]
