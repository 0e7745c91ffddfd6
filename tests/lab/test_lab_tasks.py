"""Every kind of data that the host makes rows of has a generator."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

from scripts.data import has_rows
from scripts.plan.datasets import DatasetConfig

KINDS = ("freight", "own", "payments", "sysbench", "tpcc", "tpch")


def test_every_kind_of_data_but_hammerdb_has_a_generator() -> None:
    union, *_ = get_args(DatasetConfig)
    kinds = {get_args(model.model_fields["kind"].annotation)[0] for model in get_args(union)}
    assert {kind for kind in kinds if has_rows(kind)} == kinds - {"hammerdb"} == set(KINDS)
    for kind in KINDS:
        assert callable(import_module(f"scripts.data.{kind}.rows").write_rows)
