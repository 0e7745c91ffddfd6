"""``EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`` of PostgreSQL.

It prints times and pages of a node with all that lies below; the rows here have those of the node
alone. A common table expression hangs below the node that defines it, but runs in its scans.
"""

from __future__ import annotations

from typing import Any

from scripts.parse.errors import ParseError, shorten, to_integer, to_number
from scripts.parse.json_text import load_records
from scripts.parse.rows import PlanNode

PAGE_BYTES = 8192
CONDITIONS = ("Hash Cond", "Merge Cond", "Index Cond", "Join Filter", "Filter")
_INDEX_SCANS = ("Index Scan", "Index Only Scan", "Bitmap Heap Scan")
# The only objects in a node, by commands/explain.c of PostgreSQL 15 to 18 (an incremental sort's):
# any other does not belong there, with the nodes that it holds.
_OBJECTS = ("Full-sort Groups", "Pre-sorted Groups")
_COSTS = ("time_ms", "hit", "read")

Node = dict[str, Any]


def read_plan(text: str, phase: str, query: str, source: str) -> list[PlanNode]:
    """Return a row a node, parents first. Raises ParseError for anything but a measured plan."""
    records = load_records(text, source)
    if len(records) != 1 or not isinstance(records[0].get("Plan"), dict):
        raise ParseError(source, None, "should hold one plan")
    reader = _Reader(phase, query, source)
    reader.find_expressions(records[0]["Plan"])
    reader.add(records[0]["Plan"], None)
    return reader.rows


class _Reader:
    def __init__(self, phase: str, query: str, source: str) -> None:
        self.phase, self.query, self.source = phase, query, source
        self.rows: list[PlanNode] = []
        self.expressions: dict[str, Node] = {}

    def find_expressions(self, node: Node) -> None:
        """Note the plans of common table expressions by name."""
        name = node.get("Subplan Name")
        if isinstance(name, str) and name.startswith("CTE "):
            self.expressions[name.removeprefix("CTE ")] = node
        for child in self._children(node):
            self.find_expressions(child)

    def add(self, node: Node, parent: int | None) -> None:
        """Add the rows of a node and of all below it."""
        index = len(self.rows)
        total = self._costs(node)
        inside = [child for child in self._children(node) if not self._is_expression(child)]
        scanned = self.expressions.get(str(node.get("CTE Name")))
        for child in [*inside, *([scanned] if scanned else [])]:
            total = {key: total[key] - self._costs(child)[key] for key in _COSTS}
        # Whole pages, but times are rounded; and only the first scan of an expression runs it.
        own = {key: max(total[key], 0) for key in _COSTS}
        loops = to_integer(node.get("Actual Loops"), self.source, None, "Actual Loops")
        operator = node.get("Node Type")
        if not isinstance(operator, str):
            raise ParseError(self.source, None, "a node has no Node Type")
        conditions = [node[key] for key in CONDITIONS if isinstance(node.get(key), str)]
        self.rows.append(
            PlanNode(
                phase=self.phase,
                query=self.query,
                node_index=index,
                parent_index=parent,
                operator=operator,
                join_method=self._join_method(operator, node),
                relation=self._text(node, "Relation Name"),
                index_name=self._text(node, "Index Name"),
                condition=" and ".join(conditions) or None,
                loops=loops,
                rows=self._number(node, "Actual Rows") * loops,
                rows_estimated=self._number(node, "Plan Rows") * loops,
                time_ms=round(own["time_ms"], 3),
                page_bytes=PAGE_BYTES,
                hit_pages=round(own["hit"]),
                read_pages=round(own["read"]),
            )
        )
        for child in self._children(node):
            self.add(child, index)

    def _costs(self, node: Node) -> dict[str, float]:
        loops = to_integer(node.get("Actual Loops"), self.source, None, "Actual Loops")
        return {
            "time_ms": self._number(node, "Actual Total Time") * loops,
            "hit": self._number(node, "Shared Hit Blocks"),
            "read": self._number(node, "Shared Read Blocks"),
        }

    def _children(self, node: Node) -> list[Node]:
        for key, value in node.items():
            nodes = value if isinstance(value, list) else []
            if key != "Plans" and any(isinstance(c, dict) and "Node Type" in c for c in nodes):
                raise ParseError(self.source, None, f"nodes stand in {shorten(key)}, not in Plans")
            if isinstance(value, dict) and key not in _OBJECTS:
                raise ParseError(self.source, None, f"{shorten(key)} stands in a node")
        children = node.get("Plans", [])
        if not isinstance(children, list) or not all(isinstance(c, dict) for c in children):
            raise ParseError(self.source, None, "Plans should be a list of nodes")
        return children

    @staticmethod
    def _is_expression(node: Node) -> bool:
        return str(node.get("Subplan Name", "")).startswith("CTE ")

    def _join_method(self, operator: str, node: Node) -> str | None:
        if operator in ("Hash Join", "Merge Join"):
            return operator.split()[0].lower()
        if operator != "Nested Loop":
            return None
        inner = [c for c in self._children(node) if c.get("Parent Relationship") == "Inner"]
        while inner and inner[0].get("Node Type") == "Memoize":
            inner = self._children(inner[0])
        indexed = bool(inner) and inner[0].get("Node Type") in _INDEX_SCANS
        return "index nested loop" if indexed else "nested loop"

    def _number(self, node: Node, key: str) -> float:
        return to_number(node.get(key), self.source, None, key)

    @staticmethod
    def _text(node: Node, key: str) -> str | None:
        value = node.get(key)
        return value if isinstance(value, str) else None
