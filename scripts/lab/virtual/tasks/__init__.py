"""The four tasks of a lab, a module each: ``run(job, places, out) -> outcome``.

A module is imported when its task is done, and imports what that task needs: an edit of what only
loads data makes no cell stale.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

MODULES = {
    "dataset": "scripts.lab.virtual.tasks.dataset",
    "machine": "scripts.lab.virtual.tasks.machine",
    "snapshot": "scripts.lab.virtual.tasks.snapshot",
    "cell": "scripts.lab.virtual.tasks.cell",
}
# The one task of the lab on this host's own kernel, which has no snapshots.
METAL_CELL = "scripts.lab.metal.cell"


def module_of(task: str, lab: str) -> str:
    """The name of the module that does a task in a lab, "virtual" or "metal"."""
    return METAL_CELL if (task, lab) == ("cell", "metal") else MODULES[task]


def runner(task: str, lab: str) -> Callable[..., Any]:
    """The function ``run(job, places, out) -> outcome`` of a task in a lab."""
    return import_module(module_of(task, lab)).run
