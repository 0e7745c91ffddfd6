"""The labs that there are: each folder of ``scripts/lab`` with a module ``lab``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.lab import Lab

FOLDER = Path(__file__).parent


@cache
def labs() -> dict[str, Lab]:
    """All labs by name."""
    names = sorted(path.parent.name for path in FOLDER.glob("*/lab.py"))
    return {name: import_module(f"scripts.lab.{name}.lab").LAB for name in names}


def lab_named(name: str) -> Lab:
    """The lab of that name. Raises LabError when there is none."""
    if name not in labs():
        raise LabError(f'unknown lab "{name}" (known: {", ".join(labs())})')
    return labs()[name]


def default_lab() -> Lab:
    """The lab of a study that names none: one whose numbers are the same on every host."""
    return next(lab for lab in labs().values() if lab.capabilities.deterministic)


def settings_of_labs() -> frozenset[str]:
    """The keys of `lab` in a study that not all labs know."""
    return frozenset().union(*(lab.own_settings for lab in labs().values()))


def loading_lab(lab: Lab) -> Lab:
    """The lab that loads the datasets of another's cells: that one itself, if it can.

    Labs that can't share those of the default one, so all measure the very same data.
    """
    return lab if "dataset" in lab.tasks else default_lab()
