"""The scratch workflow, made once for a file of tests and restored after each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scratch_workflow import FOLDERS, Workflow, copy_repository


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Workflow:
    root = tmp_path_factory.mktemp("repository")
    copy_repository(root)
    workflow = Workflow(root)
    workflow.finish()
    return workflow


@pytest.fixture
def workflow(finished: Workflow) -> Iterator[Workflow]:
    """The finished study; files of the repository are put back after the test."""
    watched = [path for name in FOLDERS for path in (finished.root / name).rglob("*")]
    watched += [finished.root / "Snakefile"]
    before = {path: path.read_bytes() for path in watched if path.is_file()}
    yield finished
    for path, content in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
