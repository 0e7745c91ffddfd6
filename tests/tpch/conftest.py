"""TPC-H's tables, tiny."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.data.tpch.tables import generate


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the CSV files at scale factor 0.01."""
    folder = tmp_path_factory.mktemp("tpch")
    generate(0.01, folder)
    return folder
