"""Plans: what the nodes add up to, and which joins get which name."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from parse_goldens import TRANSCRIPTS, plan_rows

from scripts.engines.plans import plan_reader
from scripts.parse.errors import ParseError

PLANS = TRANSCRIPTS / "plans"
POSTGRESQL = sorted(PLANS.glob("postgresql-*.json"))
MYSQL = sorted(PLANS.glob("mysql-*.json"))
EVERY = sorted(PLANS.glob("*.json"))


def joins(name: str) -> Counter[str]:
    """How many joins of a transcript use each method."""
    return Counter(row.join_method for row in plan_rows(PLANS / name) if row.join_method)


@pytest.mark.parametrize("path", POSTGRESQL, ids=[path.stem for path in POSTGRESQL])
def test_pages_of_the_nodes_are_those_of_the_whole_plan(path):
    """Also where what hangs in one place of the plan runs in another."""
    whole = json.loads(path.read_text())[0]["Plan"]
    rows = plan_rows(path)
    assert sum(row.hit_pages for row in rows) == whole["Shared Hit Blocks"]
    assert sum(row.read_pages for row in rows) == whole["Shared Read Blocks"]
    if not any(row.operator == "Gather" for row in rows):  # workers take more time than passes
        whole_ms = whole["Actual Total Time"]
        assert sum(row.time_ms for row in rows) == pytest.approx(whole_ms, rel=0.02)


def test_initplan_is_counted_once():
    """It hangs below the aggregate, and runs in the scan that compares with its value."""
    aggregate, *_, scan = plan_rows(PLANS / "postgresql-initplan.json")
    assert (scan.relation, scan.hit_pages) == ("a", 561)
    assert aggregate.time_ms > 0


def test_published_queries_with_an_initplan_count_it_once():
    rows = plan_rows(PLANS / "postgresql-q22.json")
    assert [row.hit_pages for row in rows if row.relation == "customer"] == [72, 72]
    rows = plan_rows(PLANS / "postgresql-q11.json")
    aggregates = [row for row in rows if row.operator == "Aggregate"]
    assert [row.hit_pages for row in aggregates] == [0, 0]
    assert sum(row.hit_pages for row in rows) == 1749


def test_initplan_of_a_parallel_plan_runs_in_the_node_that_starts_the_workers():
    rows = plan_rows(PLANS / "postgresql-initplan-parallel.json")
    assert [(row.operator, row.hit_pages) for row in rows if row.condition or row.hit_pages] == [
        ("Seq Scan", 281),
        ("Hash Join", 162),
        ("Seq Scan", 281),
        ("Seq Scan", 561),
    ]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("Shared Hit Blocks", "Shared Hit Blocks of the nodes are .* those of the plan"),
        ("Actual Total Time", "the nodes take .* ms, the plan"),
    ],
)
def test_nodes_that_do_not_add_up_to_their_plan_are_noticed(key, said):
    plan = json.loads((PLANS / "postgresql-initplan.json").read_text())
    plan[0]["Plan"]["Plans"][1][key] *= 2
    with pytest.raises(ParseError, match=said):
        plan_reader("postgresql")(json.dumps(plan), "p", "q", "x")


@pytest.mark.parametrize("path", MYSQL, ids=[path.stem for path in MYSQL])
def test_times_of_mysqls_nodes_are_those_of_the_whole_plan(path):
    """Also with nodes that were never run, whose figures are null."""
    whole = json.loads(path.read_text())["query_plan"]["actual_last_row_ms"]
    assert sum(row.time_ms for row in plan_rows(path)) == pytest.approx(whole, rel=0.02)


@pytest.mark.parametrize("path", EVERY, ids=[path.stem for path in EVERY])
def test_parents_stand_ahead_of_their_children(path):
    rows = plan_rows(path)
    assert [row.node_index for row in rows] == list(range(len(rows)))
    assert rows[0].parent_index is None
    assert all(row.parent_index < row.node_index for row in rows[1:])


def test_join_methods_of_the_engines():
    assert joins("postgresql-q18.json") == {"hash": 3}
    assert joins("mariadb-q18.json") == {"index nested loop": 3}
    # A filter may stand between a join and the look-up inside it.
    assert joins("mysql-q2.json") == {"hash": 1, "index nested loop": 6}
    assert joins("mysql-q21.json") == {"index nested loop": 5}
    # The first two of four tables are inside a list of their own.
    assert joins("mariadb-q21.json") == {"index nested loop": 4}
    # A subquery's first table is joined to nothing, though it is looked up by an index.
    last = plan_rows(PLANS / "mariadb-q21.json")[-1]
    assert (last.relation, last.operator, last.join_method) == ("l3", "ref", None)


def test_results_of_several_queries_of_mariadb_are_nodes():
    """What UNION, INTERSECT and EXCEPT give is read as a table is."""
    for name, result, rows in (
        ("union", "<union1,2>", 5.0),
        ("intersect", "<intersect2,3>", 9.0),
        ("except", "<except1,2>", 4.0),
    ):
        found = [row for row in plan_rows(PLANS / f"mariadb-{name}.json") if row.relation == result]
        assert [(row.operator, row.rows) for row in found] == [("union_result", rows)]


def test_recursive_expression_that_mariadb_prints_for_each_of_its_readers_is_counted_once():
    rows = plan_rows(PLANS / "mariadb-recursive.json")
    assert [row.operator for row in rows].count("recursive_union") == 1
    assert sum(row.hit_pages or 0 for row in rows if row.relation == "e") == 1002


def test_node_of_mysql_that_never_ran_has_no_rows():
    ran, never = (
        [row for row in plan_rows(PLANS / "mysql-q15.json") if (row.loops > 0) is wanted]
        for wanted in (True, False)
    )
    assert ran
    assert {(row.rows, row.time_ms) for row in never} == {(0.0, 0.0)}


def test_subqueries_of_mysql_stand_beside_the_inputs_of_a_node():
    """Those of a SELECT list in a list of their own, by MySQL's explain_access_path.cc."""

    def node(kind, time_ms, **more):
        about = {"actual_loops": 1, "actual_rows": 2.0, "actual_last_row_ms": time_ms}
        return {"access_type": kind, **about, **more}

    tables = [node("table", 2.0, table_name=name) for name in ("a", "b")]
    condition = node("table", 1.0, table_name="c", subquery=True)
    projected = node("limit", 5.0, subquery=True, inputs=[node("table", 4.0, table_name="d")])
    plan = node("join", 6.0, join_algorithm="hash", inputs=[*tables, condition])
    plan["inputs_from_select_list"] = [projected]
    rows = plan_reader("mysql")(json.dumps({"query_plan": plan}), "p", "q", "x")
    assert [(row.operator, row.relation, row.parent_index, row.time_ms) for row in rows] == [
        ("join", None, None, 1.0),
        ("table scan", "a", 0, 2.0),
        ("table scan", "b", 0, 2.0),
        ("table scan", "c", 0, 1.0),
        ("limit", None, 0, 1.0),
        ("table scan", "d", 4, 4.0),
    ]


def test_buffered_join_of_mariadb_is_reported_by_its_type():
    """Of the documentation's shape: TPC-H's indexes leave no join to a buffer."""
    table = {"table_name": "t", "access_type": "ALL", "r_loops": 1, "rows": 9, "r_rows": 9.0}
    for kind, method in (("BNL", "block nested loop"), ("BNLH", "hash"), ("BKA", "batched key")):
        buffered = {"block-nl-join": {"table": table, "buffer_type": "flat", "join_type": kind}}
        block = {"select_id": 1, "nested_loop": [{"table": table}, buffered]}
        rows = plan_reader("mariadb")(json.dumps({"query_block": block}), "p", "q", "x")
        first, second = rows[1:]
        assert first.join_method is None
        assert second.join_method.startswith(method)


@pytest.mark.parametrize(
    ("family", "text", "said"),
    [
        ("postgresql", "[]", "should hold one plan"),
        ("postgresql", '[{"Plan": {"Node Type": "Limit"}}]', "Actual Loops should be a whole"),
        (
            "postgresql",
            '[{"Plan": {"Node Type": "Sort", "Actual Loops": 1, "Actual Total Time": 1,'
            ' "Shared Hit Blocks": 0, "Shared Read Blocks": 0,'
            ' "Planning": {"Plans": [{"Node Type": "Limit"}]}}}]',
            "'Planning' stands in a node",
        ),
        ("mysql", "{}", "should hold a query_plan"),
        ("mysql", '{"inputs": [], "query_plan": {}}', "nodes stand beside the query_plan"),
        ("mysql", '{"query_plan": {"access_type": "table"}}', "a node has no actual_loops"),
        ("mariadb", "{}", "should hold a query_block"),
        ("mariadb", '{"query_block": {"select_id": 1, "table": {}}}', "a table has no access_type"),
        (
            "mariadb",
            '{"query_block": {"select_id": 1, "table": {"access_type": "ref", "r_loops": 1,'
            f' "r_rows": 1, "possible_keys": ["{"x" * 65}"]}}}}}}',
            "possible_keys should be a list of names of 64 characters at most",
        ),
        (
            "mariadb",
            '{"query_block": {"select_id": 1, "filesort": {"sort_key": "a", "materialized": {}}}}',
            "what a table is made of stands in 'filesort'",
        ),
    ],
)
def test_what_is_no_measured_plan_is_reported(family, text, said):
    with pytest.raises(ParseError, match=said):
        plan_reader(family)(text, "p", "q", "plan.json")
