"""Plans that an engine ran and measured (``plan.json``), as rows: each family has a reader.

Operators keep the engine's own words; join methods have the same names for all.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from scripts.engines.families import family_names
from scripts.parse.rows import PlanNode

Reader = Callable[[str, str, str, str], list[PlanNode]]


def plan_reader(family: str) -> Reader | None:
    """What reads a family's plans: of the text, for a phase and query, from a source.

    None for a family that is unknown. The reader raises ParseError for what is not a measured plan.
    """
    if family not in family_names():
        return None
    return importlib.import_module(f"scripts.engines.{family}.plans").read_plan
