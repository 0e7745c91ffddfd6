"""A kind of workload is one folder, and each stage finds in it what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.data.dataset import Dataset
from scripts.files.hashes import ROOT
from scripts.identity.imports import module_sources
from scripts.parse.output import Output
from scripts.plan.datasets import KINDS
from scripts.workloads.registry import FOLDER, NAMES, kinds, output, split
from scripts.workloads.workload import Workload


def test_every_folder_is_a_kind() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(NAMES) == set(kinds())


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_says_what_it_is_and_how_it_is_read(name: str) -> None:
    kind, workload = split(f"{name}/anything")
    assert isinstance(kind, Workload)
    assert (kind.kind, workload) == (name, "anything")
    assert kind.usage.startswith(f"`{name}/")
    assert isinstance(output(f"{name}/anything"), Output | None)
    assert (output(f"{name}/anything") is None) == (not (FOLDER / name / "output.py").is_file())


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_of_data_says_what_the_plan_asks(name: str) -> None:
    kind = KINDS[name]
    assert issubclass(kind, Dataset)
    assert kind.model_fields["kind"].annotation.__args__ == (name,)
    assert not kind.__abstractmethods__


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/output.py")), ids=lambda of: of.parent.name)
def test_a_reader_knows_nothing_of_the_plan_or_the_lab(path: Path) -> None:
    found = module_sources(str(path.relative_to(ROOT)))
    assert not [path for path in found if path.startswith(("scripts/plan/", "scripts/lab/"))]
