"""What each task imports: its own, so that an edit of another's makes nothing of it stale."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from scripts.imports import module_sources
from scripts.lab.metal import cell as metal_cell
from scripts.lab.rows import GENERATORS
from scripts.lab.tasks import METAL_CELL, MODULES, runner
from scripts.plan.data_model import DatasetConfig

# What makes rows to load, and what judges the rows that queries gave.
LOADS = ("scripts/lab/rows", "scripts/lab/kits/load.py", "scripts/freight/")
JUDGES = ("scripts/lab/answers.py", "scripts/tpch/")


def sources(module: str) -> list[str]:
    """The files that a module imports as it is loaded."""
    return module_sources(f"{module.replace('.', '/')}.py")


@pytest.mark.parametrize("module", [MODULES["machine"], MODULES["snapshot"], MODULES["cell"]])
def test_what_makes_rows_is_no_part_of_a_machine_snapshot_or_cell(module: str) -> None:
    assert not [path for path in sources(module) if path.startswith(LOADS)]


def test_what_makes_rows_is_no_part_of_a_cell_on_metal() -> None:
    assert not [path for path in sources(METAL_CELL) if path.startswith(LOADS)]


def test_what_judges_answers_is_no_part_of_a_dataset() -> None:
    assert not [path for path in sources(MODULES["dataset"]) if path.startswith(JUDGES)]


@pytest.mark.parametrize("kind", GENERATORS)
def test_data_set_of_a_kind_has_nothing_of_another_kind(kind: str) -> None:
    others = {name.replace(".", "/") + ".py" for name in GENERATORS.values()}
    own = GENERATORS[kind].replace(".", "/") + ".py"
    together = {*sources(MODULES["dataset"]), *sources(GENERATORS[kind])}
    assert together & others == {own}
    assert any(path.startswith("scripts/freight/") for path in together) == (kind == "freight")


def test_every_task_has_a_runner() -> None:
    for task, module in MODULES.items():
        assert runner(task, "virtual") is import_module(module).run
    assert runner("cell", "metal") is metal_cell.run
    assert runner("dataset", "metal") is runner("dataset", "virtual")


def test_every_kind_of_data_but_hammerdb_has_a_generator() -> None:
    union, *_ = get_args(DatasetConfig)
    kinds = {get_args(model.model_fields["kind"].annotation)[0] for model in get_args(union)}
    assert kinds - {"hammerdb"} == set(GENERATORS)
    for name in GENERATORS.values():
        assert callable(import_module(name).write_rows)
