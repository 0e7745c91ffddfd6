"""The scratch workflow: made once, copied for each file of tests, and restored after each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from scratch_workflow import FOLDERS, Workflow, copy_repository


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Workflow:
    """The finished study, which no test changes."""
    root = tmp_path_factory.mktemp("original")
    copy_repository(root)
    workflow = Workflow(root)
    workflow.finish()
    return workflow


@pytest.fixture(scope="module")
def finished(original: Workflow, tmp_path_factory: pytest.TempPathFactory) -> Workflow:
    root = tmp_path_factory.mktemp("repository")
    # Copied with its times, by which Snakemake knows what it made.
    shutil.copytree(original.root, root, symlinks=True, dirs_exist_ok=True)
    return Workflow(root)


@pytest.fixture
def workflow(finished: Workflow) -> Iterator[Workflow]:
    """The finished study; files of the repository are put back after the test."""
    named = [finished.root / name for name in FOLDERS]
    watched = [path for each in named for path in (each, *each.rglob("*"))]
    before = {path: (path.read_bytes(), path.stat()) for path in watched if path.is_file()}
    yield finished
    for path, (content, was) in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
