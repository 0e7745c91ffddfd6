"""The guest's package by the name that it has in the guest; the published rows as a database."""

import sys
from pathlib import Path

import pytest

from scripts.store.__main__ import main as store

REPOSITORY = Path(__file__).parents[1]
sys.path.append(str(REPOSITORY / "scripts"))


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the published rows, with the verdicts on claims."""
    path = tmp_path_factory.mktemp("published") / "results.duckdb"
    claims, rows = REPOSITORY / "config/claims.yaml", REPOSITORY / "reference"
    command = ["restore", "--claims", str(claims), "--reference", str(rows), "--out", str(path)]
    assert store(command) == 0
    return path
