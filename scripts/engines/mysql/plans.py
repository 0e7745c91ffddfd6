"""``EXPLAIN ANALYZE FORMAT=JSON`` of MySQL 9 (``explain_json_format_version`` 2, its default).

A tree of iterators: an input of a node is what it reads from. Times are of a loop and include all
inputs; the rows here have those of the node alone. MySQL reports no pages.
"""

from __future__ import annotations

from typing import Any

from scripts.parse.errors import ParseError, shorten, to_integer, to_number
from scripts.parse.json_text import load_object
from scripts.parse.rows import PlanNode

# What stands between a join and the table that it looks rows up in.
_PASSED_THROUGH = ("filter", "limit")
_OF_ALL_ROWS = ("index_scan",)
# Each restarts its first input whenever it is restarted itself.
_BEGIN_THEIR_INPUT = ("aggregate", "filter", "limit", "sort", "stream")
# Each reads one input; what else hangs below it is a subquery of its expressions.
_OF_ONE_INPUT = (*_BEGIN_THEIR_INPUT, "temp_table_aggregate")
# Where subqueries of the SELECT list stand.
_SELECT_LIST = "inputs_from_select_list"
_CONDITIONS = ("hash_condition", "lookup_condition", "condition")

Node = dict[str, Any]


def read_plan(text: str, phase: str, query: str, source: str) -> list[PlanNode]:
    """Return a row a node, parents first. Raises ParseError for anything but a measured plan."""
    document = load_object(text, source)
    plan = document.get("query_plan")
    if not isinstance(plan, dict):
        raise ParseError(source, None, "should hold a query_plan")
    if "inputs" in document:
        raise ParseError(source, None, "nodes stand beside the query_plan")
    reader = _Reader(phase, query, source)
    reader.add(plan, None)
    return reader.rows


class _Reader:
    def __init__(self, phase: str, query: str, source: str) -> None:
        self.phase, self.query, self.source = phase, query, source
        self.rows: list[PlanNode] = []

    def add(self, node: Node, parent: int | None) -> None:
        """Add the rows of a node and of all its inputs."""
        index = len(self.rows)
        inputs = self._inputs(node)
        # Run for each row that the node gives, and not in its time.
        beside = self._inputs(node, _SELECT_LIST)
        loops = self._loops(node)
        # Times are rounded, and a table that two parts of a query read is filled in one of them.
        time_ms = max(self._time_ms(node) - sum(map(self._time_ms, inputs)), 0.0)
        estimated = node.get("estimated_rows")
        self.rows.append(
            PlanNode(
                phase=self.phase,
                query=self.query,
                node_index=index,
                parent_index=parent,
                operator=self._operator(node),
                join_method=self._join_method(node, inputs),
                relation=self._text(node, "table_name"),
                index_name=self._text(node, "index_name"),
                condition=self._condition(node),
                loops=loops,
                rows=round(self._number(node, "actual_rows") * loops, 2) if loops else 0.0,
                rows_estimated=None
                if estimated is None
                else round(self._number(node, "estimated_rows") * loops, 2),
                time_ms=round(time_ms, 3),
                page_bytes=None,
                hit_pages=None,
                read_pages=None,
            )
        )
        begun = self._loops(inputs[0]) if inputs else loops
        if node.get("access_type") in _BEGIN_THEIR_INPUT and begun != loops:
            words = f"a {node['access_type']} of {loops} loops has an input of {begun}"
            raise ParseError(self.source, None, words)
        read = sum(not child.get("subquery") for child in inputs)
        if node.get("access_type") in _OF_ONE_INPUT and read != 1:
            words = f"a {node['access_type']} reads {read} inputs in place of 1"
            raise ParseError(self.source, None, words)
        for child in (*inputs, *beside):
            self.add(child, index)

    def _inputs(self, node: Node, name: str = "inputs") -> list[Node]:
        for key, value in node.items():
            nodes = value if isinstance(value, list) else []
            if key not in ("inputs", _SELECT_LIST) and any(
                isinstance(c, dict) and "actual_loops" in c for c in nodes
            ):
                raise ParseError(self.source, None, f"nodes stand in {shorten(key)}, not in inputs")
        inputs = node.get(name, [])
        if not isinstance(inputs, list) or not all(isinstance(each, dict) for each in inputs):
            raise ParseError(self.source, None, f"{name} should be a list of nodes")
        return inputs

    def _loops(self, node: Node) -> int:
        """How often the node was run: null, but there, where it never was."""
        if "actual_loops" not in node:
            raise ParseError(self.source, None, "a node has no actual_loops")
        loops = node["actual_loops"]
        return 0 if loops is None else to_integer(loops, self.source, None, "actual_loops")

    def _time_ms(self, node: Node) -> float:
        loops = self._loops(node)
        return self._number(node, "actual_last_row_ms") * loops if loops else 0.0

    def _operator(self, node: Node) -> str:
        kind = node.get("access_type")
        if not isinstance(kind, str):
            raise ParseError(self.source, None, "a node has no access_type")
        kind = "table_scan" if kind == "table" else kind
        closer = {"index": "index_access_type", "join": "join_type"}.get(kind, "")
        return str(node.get(closer) or kind).replace("_", " ")

    def _join_method(self, node: Node, inputs: list[Node]) -> str | None:
        if node.get("access_type") != "join":
            return None
        # Subqueries of its conditions hang below it, too.
        inputs = [child for child in inputs if not child.get("subquery")]
        if len(inputs) != 2:
            raise ParseError(self.source, None, f"a join of {len(inputs)} inputs in place of 2")
        algorithm = node.get("join_algorithm")
        if algorithm == "nested_loop":
            indexed = len(inputs) > 1 and self._looks_up(inputs[1])
            return "index nested loop" if indexed else "nested loop"
        if not isinstance(algorithm, str):
            raise ParseError(self.source, None, "a join has no join_algorithm")
        return algorithm.replace("_", " ")

    def _looks_up(self, node: Node) -> bool:
        """Whether rows of the inner side are found by an index, filtered or not."""
        while node.get("access_type") in _PASSED_THROUGH and self._inputs(node):
            node = self._inputs(node)[0]
        kind = node.get("index_access_type")
        return isinstance(kind, str) and kind not in _OF_ALL_ROWS

    def _condition(self, node: Node) -> str | None:
        found: list[str] = []
        for key in _CONDITIONS:
            value = node.get(key)
            parts = value if isinstance(value, list) else [value]
            found += [part for part in parts if isinstance(part, str)]
        return " and ".join(found) or None

    def _number(self, node: Node, key: str) -> float:
        return to_number(node.get(key), self.source, None, key)

    @staticmethod
    def _text(node: Node, key: str) -> str | None:
        value = node.get(key)
        return value if isinstance(value, str) else None
