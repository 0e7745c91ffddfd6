"""What each task imports: its own, so that an edit of another's makes nothing of it stale."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from scripts.data import has_rows
from scripts.imports import module_sources
from scripts.lab.registry import lab_named
from scripts.plan.datasets import DatasetConfig
from scripts.steps import code_of, sources_of
from scripts.workloads.registry import hook_files

# What makes rows to load, and what judges the rows that queries gave.
LOADS = ("scripts/data/texts.py", "scripts/data/freight/", "scripts/lab/payloads/load.py")
OF_TPCH = "scripts/workloads/tpch/"
JUDGES = (
    "scripts/lab/answers.py",
    "scripts/data/tpch/check.py",
    "scripts/workloads/tpch/answer.py",
)
MODULES = lab_named("virtual").tasks
METAL_CELL = lab_named("metal").tasks["cell"]
KINDS = ("freight", "own", "payments", "sysbench", "tpcc", "tpch")


def sources(module: str) -> list[str]:
    """The files that a module imports as it is loaded."""
    return module_sources(f"{module.replace('.', '/')}.py")


def makes_rows(path: str) -> bool:
    """Whether a file is there for rows to load alone."""
    return path.startswith(LOADS) or path.endswith("/rows.py")


@pytest.mark.parametrize("module", [MODULES["machine"], MODULES["snapshot"], MODULES["cell"]])
def test_what_makes_rows_is_no_part_of_a_machine_snapshot_or_cell(module: str) -> None:
    assert not [path for path in sources(module) if makes_rows(path)]


def test_what_makes_rows_is_no_part_of_a_cell_on_metal() -> None:
    assert not [path for path in sources(METAL_CELL) if makes_rows(path)]


def test_what_judges_answers_is_no_part_of_a_dataset() -> None:
    assert not [path for path in sources(MODULES["dataset"]) if path.startswith(JUDGES)]


@pytest.mark.parametrize("task", ["snapshot", "cell"])
def test_hooks_of_a_workload_are_part_of_the_jobs_that_use_it_alone(task: str) -> None:
    """Or an edit of one kind would measure the others anew."""
    assert not [path for path in sources(MODULES[task]) if path.startswith(OF_TPCH)]
    hooks = hook_files([{"workload": "tpch/q1"}, {"workload": "fio/read"}], "made", "answer")
    assert hooks == ("scripts/workloads/tpch/answer.py", "scripts/workloads/tpch/made.py")
    assert {*hooks, "scripts/data/tpch/check.py"} <= set(sources_of(f"virtual/{task}", None, hooks))
    assert code_of(f"virtual/{task}", hooks=hooks) != code_of(f"virtual/{task}")


@pytest.mark.parametrize("kind", KINDS)
def test_data_set_of_a_kind_has_nothing_of_another_kind(kind: str) -> None:
    together = set(sources_of("virtual/dataset", kind))
    rows = [path for path in together if path.endswith("/rows.py")]
    assert rows == [f"scripts/data/{kind}/rows.py"]
    assert any(path.startswith("scripts/data/freight/") for path in together) == (kind == "freight")


def test_every_kind_of_data_but_hammerdb_has_a_generator() -> None:
    union, *_ = get_args(DatasetConfig)
    kinds = {get_args(model.model_fields["kind"].annotation)[0] for model in get_args(union)}
    assert {kind for kind in kinds if has_rows(kind)} == kinds - {"hammerdb"} == set(KINDS)
    for kind in KINDS:
        assert callable(import_module(f"scripts.data.{kind}.rows").write_rows)
