"""The scratch workflow, made once for a file of tests and mended after each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from scratch_workflow import FOLDERS, REPOSITORY, Workflow


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Workflow:
    root = tmp_path_factory.mktemp("repository")
    for name in FOLDERS:
        source = REPOSITORY / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "data", "_site")
            shutil.copytree(source, root / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, root / name)
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
