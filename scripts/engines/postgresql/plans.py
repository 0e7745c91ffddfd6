"""``EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`` of PostgreSQL.

It prints times and pages of a node with all that lies below; the rows here have those of the node
alone. Two kinds of plans hang below one node and run in others, from which their costs are taken: a
common table expression in its scans, and an InitPlan in the node that first asks for its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scripts.parse.errors import ParseError, shorten, to_integer, to_number
from scripts.parse.json_text import load_records
from scripts.parse.rows import PlanNode

PAGE_BYTES = 8192
CONDITIONS = ("Hash Cond", "Merge Cond", "Index Cond", "Join Filter", "Filter")
_INDEX_SCANS = ("Index Scan", "Index Only Scan", "Bitmap Heap Scan")
# Each runs InitPlans that its workers ask for before it starts them.
_GATHERS = ("Gather", "Gather Merge")
# The only objects in a node, by commands/explain.c of PostgreSQL 15 to 18 (an incremental sort's):
# any other does not belong there, with the nodes that it holds.
_OBJECTS = ("Full-sort Groups", "Pre-sorted Groups")
_PAGES = {"hit": "Shared Hit Blocks", "read": "Shared Read Blocks"}
_COSTS = ("time_ms", *_PAGES)
# How PostgreSQL up to 16 and from 17 on calls an InitPlan, and its value where it is asked for.
_RETURNS = re.compile(r"InitPlan \d+ \(returns (\$\d+(?:,\$\d+)*)\)")
_NAME = re.compile(r"InitPlan \d+")


def read_plan(text: str, phase: str, query: str, source: str) -> list[PlanNode]:
    """Return a row a node, parents first.

    Raises ParseError for anything but a measured plan, and where the nodes don't add up to it.
    """
    records = load_records(text, source)
    if len(records) != 1 or not isinstance(records[0].get("Plan"), dict):
        raise ParseError(source, None, "should hold one plan")
    nodes = list(_Node(records[0]["Plan"], None, source).walk())
    _charge(nodes)
    _check_sums(nodes, source)
    places = {id(node): place for place, node in enumerate(nodes)}
    return [node.row(phase, query, places[id(node)], places.get(id(node.parent))) for node in nodes]


@dataclass(slots=True)
class _Node:
    """A node, and in ``own`` what it costs without the nodes that run in it."""

    value: dict[str, Any]
    parent: _Node | None
    source: str
    children: list[_Node] = field(init=False)
    loops: int = field(init=False)
    total: dict[str, float] = field(init=False)
    own: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.children = [_Node(child, self, self.source) for child in self._plans()]
        self.loops = to_integer(self.value.get("Actual Loops"), self.source, None, "Actual Loops")
        self.total = {
            "time_ms": self._number("Actual Total Time") * self.loops,
            **{cost: self._number(key) for cost, key in _PAGES.items()},
        }
        self.own = dict(self.total)
        for child in self.children:
            if not child.is_elsewhere:
                self.take(child.total)

    def walk(self) -> Iterator[_Node]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def take(self, costs: dict[str, float]) -> None:
        """Take costs that are another node's from its own."""
        for cost in _COSTS:
            self.own[cost] -= costs[cost]

    @property
    def operator(self) -> str:
        kind = self.value.get("Node Type")
        if not isinstance(kind, str):
            raise ParseError(self.source, None, "a node has no Node Type")
        return kind

    @property
    def name(self) -> str:
        return str(self.value.get("Subplan Name", ""))

    @property
    def is_elsewhere(self) -> bool:
        """Whether it hangs below a node in which it does not run."""
        return self.name.startswith(("CTE ", "InitPlan "))

    @property
    def is_parallel(self) -> bool:
        """Whether times of several workers are in its own."""
        above = self.parent is not None and self.parent.is_parallel
        return above or self.operator in _GATHERS

    @property
    def rounding_ms(self) -> float:
        """By how much its time may be wrong: it is printed per loop, with three digits."""
        return 0.0005 * max(self.loops, 1) + 1e-6

    def asks_for(self, value: re.Pattern[str]) -> bool:
        """Whether one of its expressions has the value of an InitPlan."""
        return any(
            value.search(text)
            for key, found in self.value.items()
            if key not in ("Plans", "Subplan Name")
            for text in (found if isinstance(found, list) else [found])
            if isinstance(text, str)
        )

    def holds(self, other: _Node) -> bool:
        """Whether another node's costs may be part of its own; of parallel workers, its pages."""
        slack = sum(node.rounding_ms for node in (self, *self.children, other))
        in_time = self.is_parallel or self.own["time_ms"] + slack >= other.total["time_ms"]
        return in_time and all(self.own[cost] >= other.total[cost] for cost in _PAGES)

    def row(self, phase: str, query: str, place: int, parent: int | None) -> PlanNode:
        conditions = [self.value[key] for key in CONDITIONS if isinstance(self.value.get(key), str)]
        return PlanNode(
            phase=phase,
            query=query,
            node_index=place,
            parent_index=parent,
            operator=self.operator,
            join_method=self._join_method(),
            relation=self._text("Relation Name"),
            index_name=self._text("Index Name"),
            condition=" and ".join(conditions) or None,
            loops=self.loops,
            rows=self._number("Actual Rows") * self.loops,
            rows_estimated=self._number("Plan Rows") * self.loops,
            # Rounded per loop, the time of a node may be less than that of the nodes below it.
            time_ms=round(max(0.0, self.own["time_ms"]), 3),
            page_bytes=PAGE_BYTES,
            hit_pages=round(self.own["hit"]),
            read_pages=round(self.own["read"]),
        )

    def _plans(self) -> list[dict[str, Any]]:
        for key, value in self.value.items():
            nodes = value if isinstance(value, list) else []
            if key != "Plans" and any(isinstance(c, dict) and "Node Type" in c for c in nodes):
                raise ParseError(self.source, None, f"nodes stand in {shorten(key)}, not in Plans")
            if isinstance(value, dict) and key not in _OBJECTS:
                raise ParseError(self.source, None, f"{shorten(key)} stands in a node")
        plans = self.value.get("Plans", [])
        if not isinstance(plans, list) or not all(isinstance(c, dict) for c in plans):
            raise ParseError(self.source, None, "Plans should be a list of nodes")
        return plans

    def _join_method(self) -> str | None:
        if self.operator in ("Hash Join", "Merge Join"):
            return self.operator.split()[0].lower()
        if self.operator != "Nested Loop":
            return None
        inner = [c for c in self.children if c.value.get("Parent Relationship") == "Inner"]
        while inner and inner[0].operator == "Memoize":
            inner = inner[0].children
        indexed = bool(inner) and inner[0].operator in _INDEX_SCANS
        return "index nested loop" if indexed else "nested loop"

    def _number(self, key: str) -> float:
        return to_number(self.value.get(key), self.source, None, key)

    def _text(self, key: str) -> str | None:
        value = self.value.get(key)
        return value if isinstance(value, str) else None


def _charge(nodes: list[_Node]) -> None:
    """Take the costs of InitPlans and common table expressions from the nodes that they run in."""
    for node in nodes:
        if node.name.startswith("InitPlan ") and (evaluator := _evaluator(node)):
            evaluator.take(node.total)
    left: dict[int, dict[str, float]] = {}
    for node in nodes:
        if node.operator == "CTE Scan" and (expression := _expression(node)):
            # A scan runs what no other has run before, which may be a part.
            rest = left.setdefault(id(expression), dict(expression.total))
            run = {cost: max(min(node.own[cost], rest[cost]), 0) for cost in _COSTS}
            node.take(run)
            left[id(expression)] = {cost: rest[cost] - run[cost] for cost in _COSTS}


def _evaluator(plan: _Node) -> _Node | None:
    """The node that runs an InitPlan: one that asks for its value and costs as much at least.

    Lists of results are not printed, so where no condition asks for it, it is the first node that
    costs as much, beginning with the one that the InitPlan hangs below.
    """
    owner = plan.parent
    if owner is None:
        return None
    returns, name = _RETURNS.fullmatch(plan.name), _NAME.match(plan.name)
    values = returns[1].split(",") if returns else [f"({name[0]})"] if name else []
    value = re.compile("|".join(rf"{re.escape(each)}(?!\d)" for each in values) or "(?!)")
    inside = {id(node) for node in plan.walk()}
    near = [node for node in owner.walk() if id(node) not in inside]
    asking = [node for node in near if node.asks_for(value)]
    gathers = [node for node in near if node.operator in _GATHERS]
    starting = [g for g in gathers if any(n.asks_for(value) for n in g.walk())]
    found = (node for node in (*starting, *asking, *near) if node.holds(plan))
    return next(found, None)


def _expression(scan: _Node) -> _Node | None:
    """The plan of the common table expression that a node scans: the nearest of its name."""
    name = f"CTE {scan.value.get('CTE Name')}"
    node: _Node | None = scan
    below: _Node | None = scan
    while node is not None:
        for child in node.children:
            if child.name == name and child is not below:
                return child
        node, below = node.parent, node
    return None


def _check_sums(nodes: list[_Node], source: str) -> None:
    """What the nodes cost must be what their root costs, or one is counted twice or not at all.

    The times of parallel workers add up to more than passes.
    """
    whole = nodes[0].total
    for cost, key in _PAGES.items():
        parts = [round(node.own[cost]) for node in nodes]
        if min(parts) < 0 or sum(parts) != round(whole[cost]):
            words = f"{key} of the nodes are {min(parts)} at least and {sum(parts)} in all"
            raise ParseError(source, None, f"{words}, those of the plan {whole[cost]:g}")
    if any(node.is_parallel for node in nodes):
        return
    time_ms = sum(max(node.own["time_ms"], 0) for node in nodes)
    if abs(time_ms - whole["time_ms"]) > 2 * sum(node.rounding_ms for node in nodes):
        words = f"the nodes take {time_ms:.3f} ms, the plan {whole['time_ms']:.3f}"
        raise ParseError(source, None, words)
