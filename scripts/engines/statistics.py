"""What families say of their statistics: keys of a view, meanings of counters.

Each folder's ``statistics.yaml`` has ``views`` and ``measures``. A measure is a concept that
engines share, such as the bytes of the log; its rules name the counters of a family that add up
to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scripts.engines.families import FOLDER, FamilyError, checked, family_names, parts_of
from scripts.values.plain_yaml import load_yaml

STATISTICS = "statistics.yaml"
MOMENTS = ("delta", "after")


@dataclass(frozen=True)
class View:
    """A view that a guest reads: its key columns, or the columns of its names and values.

    A ``fixed`` view has the same rows as long as the server is the same.
    """

    keys: tuple[str, ...] = ()
    pairs: tuple[str, str] | None = None
    fixed: bool = False


@dataclass(frozen=True)
class Rule:
    """Counters that are a part of a measure, each ``times`` a factor or another counter's value.

    ``source`` is the view, or what else was read of a cell; ``object`` the key of its row, any
    when absent. ``of`` is "delta", what was counted in a phase, or "after", how it was at its end.
    A rule ``by: relation`` gives a value for each table or index.
    """

    source: str
    counter: str
    object: str | None = None
    of: str = "delta"
    times: float | str = 1
    by: str | None = None


@cache
def _content(part: str) -> dict[str, Any]:
    path = FOLDER / part / STATISTICS
    if not path.is_file():
        return {}
    content = load_yaml(path.read_text(encoding="utf-8"))
    for key in content.keys() - {"views", "measures"}:
        raise FamilyError(f"{path}: {key}: unknown key; known are views, measures")
    return content


@cache
def views() -> dict[str, View]:
    """Every view that a family or a shared part describes, by name. Raises FamilyError."""
    # What every adapter makes of its tables' and indexes' sizes.
    found = {"relation_sizes": View(keys=("relname",))}
    for path in sorted(FOLDER.glob(f"*/{STATISTICS}")):
        for name, about in _content(path.parent.name).get("views", {}).items():
            view = checked(View, about, f"{path}: views: {name}")
            if found.setdefault(name, view) != view:
                raise FamilyError(f"{path}: views: {name}: another folder describes it otherwise")
    return found


def rules_of(family: str) -> Iterator[tuple[str, Rule]]:
    """The rules of a family, each with its measure. Raises FamilyError.

    What the family's own folder says of a measure is in place of what a shared part says of it.
    """
    measures: dict[str, tuple[str, Any]] = {}
    for part in parts_of(family):
        where = f"{FOLDER / part / STATISTICS}: measures"
        for measure, rules in _content(part).get("measures", {}).items():
            measures[measure] = (f"{where}: {measure}", rules)
    for measure, (where, rules) in sorted(measures.items()):
        for content in rules:
            rule = checked(Rule, content, where)
            if rule.of not in MOMENTS or rule.by not in (None, "relation"):
                raise FamilyError(f"{where}: of is delta or after, and by is relation or absent")
            yield measure, rule


def all_rules() -> Iterator[tuple[str, str, Rule]]:
    """The rules of all families: family, measure and rule."""
    for family in family_names():
        yield from ((family, measure, rule) for measure, rule in rules_of(family))
