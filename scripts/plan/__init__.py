"""The plan of a study: from ``config/*.yaml`` to the list of datasets, snapshots and cells to run.

``load_study`` reads and checks the configuration, ``plan`` expands it; nothing runs here.
"""

from scripts.plan.errors import ConfigError, Problem
from scripts.plan.expand import plan
from scripts.plan.jobs import Cell, Dataset, Layer, Plan, Snapshot
from scripts.plan.read import load_study
from scripts.plan.study import Study

__all__ = [
    "Cell",
    "ConfigError",
    "Dataset",
    "Layer",
    "Plan",
    "Problem",
    "Snapshot",
    "Study",
    "load_study",
    "plan",
]
