"""``ANALYZE FORMAT=JSON`` of MariaDB.

Joins are lists there: each table but the first is joined to all before it, in a
way that its access says. So the join method stands at the table that is joined. Pages are those
that InnoDB got for a table, and of these read from the device, by readahead or not.
"""

from __future__ import annotations

from typing import Any

from scripts.parse.errors import ParseError, shorten, to_number
from scripts.parse.json_text import load_object
from scripts.parse.rows import PlanNode

PAGE_BYTES = 16384
# What gets a row.
_NODES = ("query_block", "table", "filesort", "temporary_table", "expression_cache", "union_result",
          "recursive_union")  # fmt: skip
# Results of UNION, INTERSECT and EXCEPT, which are read as a table is; a recursive one is that of a
# common table expression.
_RESULTS = ("union_result", "recursive_union")
_JOINED = ("nested_loop", "duplicates_removal")
# What else holds blocks, by sql/sql_explain.cc of MariaDB 10.11 and 11.8. Any other name is an
# error: a misspelt block would lose its rows silently.
_PASSED = (
    "block-nl-join", "duplicate_removal", "index_merge", "intersect", "materialization",
    "materialized", "query_specifications", "r_keys", "range", "range-checked-for-each-record",
    "read_sorted_file", "rowid_filter", "sort_intersect", "sort_union", "sorts",
    "subqueries", "subquery_cache", "union", "window_functions_computation",
)  # fmt: skip
_NOT_PLANS = ("query_optimization", "r_engine_stats")
# What such a node always has, the one or the other.
_TOLD_BY = {"query_block": {"select_id", *_RESULTS}, "filesort": {"sort_key"},
            **{name: {"query_specifications"} for name in _RESULTS}}  # fmt: skip
# What Filesort_tracker::print_json_members() of MariaDB writes of a sort, and of nothing else.
_OF_A_SORT = {"r_used_priority_queue", "r_sort_passes", "r_buffer_size", "r_sort_mode", "sort_key"}
_BUFFERED = {"BNL": "block nested loop", "BNLH": "hash", "BKA": "batched key access",
             "BKAH": "batched key access"}  # fmt: skip
_BY_INDEX = ("ref", "eq_ref", "ref_or_null", "range", "fulltext", "index_merge", "unique_subquery",
             "index_subquery")  # fmt: skip
_OF_ONE_ROW = ("const", "system")
# Lists of names in a table, and how long one may be: NAME_CHAR_LEN, with its schema and table for a
# reference. A longer one has swallowed what stood behind it.
_NAME_LISTS = {"possible_keys": 64, "used_key_parts": 64, "ref": 194}

Value = dict[str, Any]


def read_plan(text: str, phase: str, query: str, source: str) -> list[PlanNode]:
    """Return a row a node, parents first. Raises ParseError for anything but a measured plan."""
    # MariaDB may write a plain member twice; of two blocks of one name, one would be lost.
    plan = load_object(text, source, doubled="plain")
    if not isinstance(plan.get("query_block"), dict):
        raise ParseError(source, None, "should hold a query_block")
    reader = _Reader(phase, query, source)
    reader.walk(plan, None, joined=None)
    return reader.rows


class _Reader:
    def __init__(self, phase: str, query: str, source: str) -> None:
        self.phase, self.query, self.source = phase, query, source
        self.rows: list[PlanNode] = []
        self.recursive: set[str] = set()

    def walk(self, value: Value, parent: int | None, joined: str | None) -> None:
        """Add the rows of all nodes in an object; ``joined`` is how what it holds is joined.

        None is not joined at all, as the first table of a list, and "" by its access.
        """
        for key, inner in value.items():
            if key in _NOT_PLANS:
                self._check_figures(key, inner)
                continue
            if key in _TOLD_BY and isinstance(inner, dict) and _TOLD_BY[key].isdisjoint(inner):
                words = " or ".join(sorted(_TOLD_BY[key]))
                raise ParseError(self.source, None, f"a {key} has no {words}")
            blocks = inner if isinstance(inner, list) else [inner]
            if key not in (*_NODES, *_JOINED, *_PASSED) and any(
                isinstance(block, dict) for block in blocks
            ):
                raise ParseError(self.source, None, f"unknown block {shorten(key)}")
            if key == "block-nl-join" and isinstance(inner, dict):
                self.walk(inner, parent, self._buffered(inner))
            elif isinstance(inner, dict):
                if key == "query_block" and self._is_seen(inner):
                    continue
                if key not in ("table", *_RESULTS) and "access_type" in inner:
                    raise ParseError(self.source, None, f"a table stands in {shorten(key)}")
                if key != "table" and "materialized" in inner:
                    words = f"what a table is made of stands in {shorten(key)}"
                    raise ParseError(self.source, None, words)
                if key != "filesort" and (misplaced := _OF_A_SORT & inner.keys()):
                    words = f"{', '.join(sorted(misplaced))} of a sort in a {shorten(key)}"
                    raise ParseError(self.source, None, words)
                below = self._add(key, inner, parent, joined) if key in _NODES else parent
                # What a table is made of, or a block holds, begins a list of joins of its own.
                passed = None if key in ("table", "query_block") else joined
                self.walk(inner, below, passed)
            elif isinstance(inner, list):
                for place, entry in enumerate(each for each in inner if isinstance(each, dict)):
                    # The first of a list is joined as the list itself is, if it is inside another.
                    how = joined if place == 0 else ""
                    self.walk(entry, parent, how if key in _JOINED else None)

    def _is_seen(self, block: Value) -> bool:
        """Whether a recursive expression is there again: once for each table that reads it."""
        result = block.get("recursive_union")
        name = self._text(result, "table_name") if isinstance(result, dict) else None
        seen = name in self.recursive
        if name is not None:
            self.recursive.add(name)
        return seen

    def _check_figures(self, key: str, value: object) -> None:
        """What holds measures holds numbers alone, or it is another block under its name."""
        if not isinstance(value, dict) or any(
            isinstance(v, dict | list | str) for v in value.values()
        ):
            raise ParseError(self.source, None, f"{key} should hold numbers alone")

    def _check_measures(self, table: Value) -> None:
        """What each measured table has, or lines of it stand elsewhere or are lost in another."""
        if missing := {"r_loops", "r_rows"} - table.keys():
            raise ParseError(
                self.source, None, f"a table has no {' and no '.join(sorted(missing))}"
            )
        for key, longest in _NAME_LISTS.items():
            names = table.get(key, [])
            if not isinstance(names, list) or any(len(str(name)) > longest for name in names):
                words = f"{key} should be a list of names of {longest} characters at most"
                raise ParseError(self.source, None, words)
        if ("r_table_time_ms" in table) != ("r_other_time_ms" in table):
            raise ParseError(self.source, None, "a table has one of its two times alone")

    def _buffered(self, value: Value) -> str:
        kind = value.get("join_type")
        if kind not in _BUFFERED:
            raise ParseError(self.source, None, f"unknown join_type {kind!r} of a block-nl-join")
        return _BUFFERED[kind]

    def _add(self, key: str, value: Value, parent: int | None, joined: str | None) -> int:
        is_table = key == "table"
        access = value.get("access_type")
        if is_table and not isinstance(access, str):
            access = "message" if "message" in value else None
            if access is None:
                raise ParseError(self.source, None, "a table has no access_type")
        if is_table and access != "message":
            self._check_measures(value)
        loops = self._optional(value, "r_loops")
        read = is_table or key in _RESULTS
        rows = self._optional(value, "r_rows" if read else "r_output_rows")
        estimated = self._optional(value, "rows")
        pages = value.get("r_engine_stats") if is_table else None
        times = [self._optional(value, name) for name in ("r_table_time_ms", "r_other_time_ms")]
        self.rows.append(
            PlanNode(
                phase=self.phase,
                query=self.query,
                node_index=len(self.rows),
                parent_index=parent,
                operator=str(access) if is_table else key,
                join_method=self._join_method(str(access), joined) if is_table else None,
                relation=self._text(value, "table_name"),
                index_name=self._text(value, "key"),
                condition=self._text(value, "attached_condition"),
                loops=None if loops is None else round(loops),
                rows=_product(rows, loops),
                rows_estimated=_product(estimated, loops),
                time_ms=round(sum(t or 0.0 for t in times), 6) if is_table else None,
                page_bytes=PAGE_BYTES if isinstance(pages, dict) else None,
                hit_pages=self._hit(pages) if isinstance(pages, dict) else None,
                read_pages=self._read(pages) if isinstance(pages, dict) else None,
            )
        )
        return len(self.rows) - 1

    @staticmethod
    def _join_method(access: str, joined: str | None) -> str | None:
        if joined is None or access in _OF_ONE_ROW:
            return None
        return joined or ("index nested loop" if access in _BY_INDEX else "nested loop")

    def _read(self, pages: Value) -> int:
        names = ("pages_read_count", "pages_prefetch_read_count")
        return round(sum(self._optional(pages, name) or 0 for name in names))

    def _hit(self, pages: Value) -> int:
        waited_for = self._optional(pages, "pages_read_count") or 0
        return round(max((self._optional(pages, "pages_accessed") or 0) - waited_for, 0))

    def _optional(self, value: Value, key: str) -> float | None:
        number = value.get(key)
        return None if number is None else to_number(number, self.source, None, key)

    @staticmethod
    def _text(value: Value, key: str) -> str | None:
        found = value.get(key)
        return found if isinstance(found, str) else None


def _product(one: float | None, other: float | None) -> float | None:
    # The engine prints rows per loop with seven digits; what they add up to is whole.
    return None if one is None or other is None else round(one * other, 2)
