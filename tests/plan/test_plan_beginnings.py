"""Cells that begin alike share what they begin with, and it is what each would be given alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.plan import load_study
from scripts.plan.beginnings import Beginnings
from scripts.plan.expand import _cells_of
from scripts.plan.study import ROOT

STUDIES = sorted(
    path.name
    for path in (ROOT / "config").glob("*.yaml")
    if path.name not in ("claims.yaml", "study.yaml", "tproch.yaml")  # these need HammerDB
)


@pytest.mark.parametrize("name", STUDIES)
def test_a_cell_begins_as_it_would_alone(name: str) -> None:
    study = load_study(ROOT / "config" / name)
    together = Beginnings(study)
    for experiment in study.experiments:
        for cell, _ in _cells_of(study, experiment):
            if cell.dataset is not None and cell.engine is None:
                continue
            assert together.of(cell) == Beginnings(study).of(cell)


def test_seeds_and_bandwidths_share_what_they_begin_with() -> None:
    study = load_study(Path(ROOT / "config/smoke.yaml"), changes={"experiment_overrides": {}})
    together = Beginnings(study)
    cells = [cell for cell, _ in _cells_of(study, "oltp")]
    assert len(cells) > len({id(together.of(cell)) for cell in cells}) > 1
