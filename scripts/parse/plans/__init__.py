"""Plans that an engine ran and measured (``plan.json``), as rows: a reader for each family.

Operators keep the engine's own words; join methods are told in the same words for all.
"""

from __future__ import annotations

from collections.abc import Callable

from scripts.parse.plans.mariadb import parse_mariadb_plan
from scripts.parse.plans.mysql import parse_mysql_plan
from scripts.parse.plans.postgresql import parse_postgresql_plan
from scripts.parse.rows import PlanNode

READERS: dict[str, Callable[[str, str, str, str], list[PlanNode]]] = {
    "postgresql": parse_postgresql_plan,
    "mariadb": parse_mariadb_plan,
    "mysql": parse_mysql_plan,
}
"""Family of engines to what reads its plans: of the text, for a phase and query, from a source."""

__all__ = ["READERS"]
