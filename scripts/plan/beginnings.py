"""What cells begin with, resolved once for all cells that begin alike.

Of a hundred thousand cells few begin with something of their own, and to resolve and hash a data
set, a machine and a snapshot for each of them would take most of the time of a plan.
"""

from __future__ import annotations

from functools import cache

from scripts.plan.images import images_of
from scripts.plan.jobs import Beginning
from scripts.plan.model import CellConfig
from scripts.plan.resolve import common_of, dataset_of, machine_of, snapshot_of, warm_up_seed_of
from scripts.plan.study import Study


class Beginnings:
    """Data sets, machines and snapshots of a study's cells."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._images = cache(images_of)
        self._made: dict[tuple[str, str, str | None, int], Beginning] = {}

    def of(self, cell: CellConfig) -> Beginning:
        """What a cell begins with: the same for cells that differ in what is set later."""
        # The device's settings and the seed of the run are a cell's own.
        rest = cell.model_dump_json(exclude={"device", "seed"})
        key = (rest, cell.device.kind, cell.device.path, warm_up_seed_of(cell))
        if key not in self._made:
            self._made[key] = self._make(cell)
        return self._made[key]

    def _make(self, cell: CellConfig) -> Beginning:
        config = self.study.config
        images = self._images(self.study.root, cell.engine)
        dataset = dataset_of(config, cell, images)
        common = common_of(config, cell, dataset, images)
        if not self.study.lab.capabilities.snapshots:
            return Beginning(dataset, None, None, common)
        machine = machine_of(config, cell, images)
        return Beginning(
            dataset, machine, snapshot_of(config, cell, machine, dataset, common), common
        )
