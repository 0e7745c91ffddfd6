"""The 22 queries: each dialect's statement is the same query, and the answers are right."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
import sqlglot
from sqlglot import exp

from scripts.data.errors import DataError
from scripts.data.tpch.check import wrong_answer
from scripts.data.tpch.queries import QUERIES, dialects, ordered_by, source
from scripts.data.tpch.reference import load, make_reference
from scripts.data.translated import translated

NAMES = [f"q{number}" for number in range(1, 23)]


@pytest.fixture(scope="module")
def database(tables: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    load(connection, tables)
    return connection


@pytest.fixture(scope="module")
def references(tables: Path) -> dict[str, dict]:
    found = {}
    for name in NAMES:
        make_reference(tables, name, tables / "reference" / f"{name}.json")
        found[name] = json.loads((tables / "reference" / f"{name}.json").read_text())
    return found


def test_there_are_22_queries() -> None:
    assert {path.stem for path in QUERIES.glob("q*.sql")} == set(NAMES)


@pytest.mark.parametrize("dialect", dialects())
@pytest.mark.parametrize("name", NAMES)
def test_statement_of_a_dialect_is_the_same_query(
    name: str, dialect: str, references: dict[str, dict], database: duckdb.DuckDBPyConnection
) -> None:
    """Read back from the engine's dialect and asked of DuckDB, it gives the reference's answer."""
    text = references[name]["statements"][dialect]
    assert "\n" not in text
    assert "--" not in text
    back = translated(sqlglot.parse_one(text, read=dialect), "duckdb")
    rows = database.execute(back).fetchall()
    shown = [[None if value is None else str(value) for value in row] for row in rows]
    assert wrong_answer(references[name], shown) is None


@pytest.mark.parametrize("name", NAMES)
def test_no_engine_gets_more_to_sort_by_than_another(name: str) -> None:
    tree = source(name, 1)
    written = [len(tree.args["order"].expressions) if tree.args.get("order") else 0]
    for dialect in dialects():
        again = sqlglot.parse_one(translated(tree, dialect), read=dialect)
        order = again.args.get("order")
        written.append(len(order.expressions) if order else 0)
        assert "NULLS" not in translated(tree, dialect)
    assert len(set(written)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_answer_is_ordered_by_columns_that_it_has(name: str) -> None:
    tree = source(name, 1)
    assert set(ordered_by(tree)) <= set(tree.named_selects)


def test_fraction_of_query_11_depends_on_the_scale() -> None:
    fractions = {
        scale: [node.this for node in source("q11", scale).find_all(exp.Literal) if node.is_number]
        for scale in (1, 0.05, 100)
    }
    assert fractions == {1: ["0.0001"], 0.05: ["0.002"], 100: ["0.000001"]}


def test_answers_of_single_tables_are_those_counted_by_hand(
    tables: Path, references: dict[str, dict]
) -> None:
    """Query 6 and the groups of query 1, from the file, line by line."""
    revenue, quantity = Decimal(0), {}
    for line in (tables / "lineitem.csv").read_text().splitlines()[1:]:
        fields = line.split(",", 13)  # a comma may stand in the comment, which is the last
        shipped, discount = fields[10], Decimal(fields[6])
        if (
            "1994-01-01" <= shipped < "1995-01-01"
            and Decimal("0.05") <= discount <= Decimal("0.07")
            and Decimal(fields[4]) < 24
        ):
            revenue += Decimal(fields[5]) * discount
        if shipped <= "1998-09-02":
            group = (fields[8], fields[9])
            quantity[group] = quantity.get(group, 0) + Decimal(fields[4])
    assert Decimal(references["q6"]["rows"][0][0]) == revenue > 0
    found = {(row[0], row[1]): Decimal(row[2]) for row in references["q1"]["rows"]}
    assert found == quantity


def test_large_orders_of_query_18_are_those_counted_by_hand(
    tables: Path, references: dict[str, dict]
) -> None:
    quantity: dict[str, Decimal] = {}
    for line in (tables / "lineitem.csv").read_text().splitlines()[1:]:
        fields = line.split(",", 5)
        quantity[fields[0]] = quantity.get(fields[0], Decimal(0)) + Decimal(fields[4])
    large = {order: total for order, total in quantity.items() if total > 300}
    assert {row[2]: Decimal(row[5]) for row in references["q18"]["rows"]} == large


def test_reference_is_the_same_each_time(tables: Path, tmp_path: Path) -> None:
    make_reference(tables, "q5", tmp_path / "one.json")
    make_reference(tables, "q5", tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_query_that_there_is_not_is_named() -> None:
    with pytest.raises(DataError, match=r"q23\.sql: no such query"):
        source("q23", 1)


def test_parameters_are_those_of_the_validation(references: dict[str, dict]) -> None:
    """Whoever changes one changes what S0 and S1 asked."""
    texts = {name: references[name]["statements"]["postgres"] for name in NAMES}
    assert "SUM(l_quantity) > 300" in texts["q18"]
    assert re.search(r"p_type LIKE '%BRASS'", texts["q2"])
    assert "'Brand#23'" in texts["q17"]
