"""The smoke study, run once for all tests of the lab, and a disk that is soon full."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_disk import mounted
from smoke_run import REPOSITORY, boxed_snakemake, little_room


@pytest.fixture(scope="session")
def smoke() -> Path:
    """The results of a whole smoke study, from layers to site; only what is stale is run.

    Each command is run with its declared files alone, so one that reads another fails here. With
    too little room on the disk nothing is run at all, and no further test, as all would fail.
    """
    if problem := little_room():
        pytest.exit(problem, returncode=1)
    done = boxed_snakemake()
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return REPOSITORY / "results/smoke"


@pytest.fixture(scope="session")
def jobs(smoke: Path) -> dict[str, dict]:
    """Every cell's job of the smoke study by its experiment; where there are two, the first."""
    plan = json.loads((smoke / "plan.json").read_text())
    found: dict[str, dict] = {}
    for job in plan["cells"]:
        found.setdefault(job["experiment"], job)
    return found


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with 2 MiB of room."""
    with mounted(tmp_path / "small") as folder:
        yield folder
