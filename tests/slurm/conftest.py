"""One cluster for all tests, and studies in folders of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster import Cluster

sys.path.append(str(Path(__file__).parents[1] / "progress"))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with accounting, whose nodes are up as each file of tests begins."""
    made = Cluster(tmp_path_factory.mktemp("slurm"), accounting=True)
    try:
        made.start()
        yield made
    finally:
        made.stop()
