"""A kind of workload is one folder, and each stage finds in it what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import steps
from scripts.data.dataset import Dataset
from scripts.imports import ROOT, module_sources
from scripts.lab.registry import labs
from scripts.parse.output import Output
from scripts.plan.datasets import KINDS
from scripts.workloads.registry import FOLDER, NAMES, kinds, output, split
from scripts.workloads.workload import Workload

TASKS = [f"{lab.name}/{task}" for lab in labs().values() for task in lab.tasks]


def test_every_folder_is_a_kind() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(NAMES) == set(kinds())


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_says_what_it_is_and_how_it_is_read(name: str) -> None:
    kind, workload = split(f"{name}/anything")
    assert isinstance(kind, Workload)
    assert (kind.kind, workload) == (name, "anything")
    assert kind.usage.startswith(f"`{name}/")
    assert isinstance(output(f"{name}/anything"), Output)


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_of_data_says_what_the_plan_asks(name: str) -> None:
    kind = KINDS[name]
    assert issubclass(kind, Dataset)
    assert kind.model_fields["kind"].annotation.__args__ == (name,)
    assert not kind.__abstractmethods__


@pytest.mark.parametrize("step", TASKS)
def test_an_edit_of_a_kind_makes_nothing_of_the_lab_stale(step: str) -> None:
    """What a guest is sent is in the hash byte for byte, whichever code named it."""
    assert not {path for path in steps.sources_of(step) if "/workloads/" in path} & _of_kinds()


def test_an_edit_of_a_reader_makes_rows_stale() -> None:
    rows = set(steps.sources_of("rows"))
    assert {path for path in _of_kinds() if path.endswith("/output.py")} <= rows
    assert not {path for path in _of_kinds() if path.endswith("/kind.py")} & rows


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_knows_nothing_of_the_plan_or_the_lab(name: str) -> None:
    found = module_sources(f"scripts/workloads/{name}/output.py")
    assert not [path for path in found if path.startswith(("scripts/plan/", "scripts/lab/"))]


def _of_kinds() -> set[str]:
    found = FOLDER.glob("*/*.py")
    return {str(Path(path).relative_to(ROOT)) for path in found}
