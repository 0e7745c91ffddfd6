"""What is wrong in a folder is one line with file and line, before anything runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.data.own.errors import OwnError
from scripts.data.own.folder import read_folder

Replace = Callable[[str, str, str], None]
SCHEMA, SCRIPT = "schema.sql", "transactions.sql"
PROBLEMS = {
    "syntax error in the schema": (
        *(SCHEMA, "name VARCHAR(60) NOT NULL,", "name VARCHAR(60 NOT NULL,"),
        "schema.sql:5: is not SQL that bandwise supports",
    ),
    "unknown type": (
        *(SCHEMA, "stock INTEGER", "stock INTEGRE"),
        "schema.sql:7: products.stock: unknown type INTEGRE (known: SMALLINT, ",
    ),
    "type with two lengths": (
        *(SCHEMA, "city VARCHAR(30)", "city VARCHAR(30, 2)"),
        "schema.sql:14: customers.city: VARCHAR takes 1 numbers in parentheses",
    ),
    "column that is there twice": (
        *(SCHEMA, "note TEXT", "Status TEXT"),
        "schema.sql:23: column orders.status is there twice",
    ),
    "clause that is not known": (
        *(SCHEMA, "stock INTEGER NOT NULL", "stock INTEGER INVISIBLE"),
        'schema.sql:7: is not SQL that bandwise supports near "INVISIBLE"',
    ),
    "reference to no table": (
        *(SCHEMA, "REFERENCES customers (id)", "REFERENCES clients (id)"),
        'unknown table "clients" (known: customers, order_lines, orders, products)',
    ),
    "reference to no key": (
        *(SCHEMA, "REFERENCES customers (id)", "REFERENCES customers (city)"),
        "customers (city) is not a key: declare it UNIQUE",
    ),
    "index on no column": (
        *(SCHEMA, "orders (customer_id, ordered)", "orders (customer, ordered)"),
        'schema.sql:35: unknown column of orders "customer" (did you mean "customer_id"?',
    ),
    "statement that makes no table": (
        *(SCHEMA, "CREATE INDEX lines_of", "DROP TABLE orders;\nCREATE INDEX lines_of"),
        'schema.sql:36: "DROP TABLE" is not known here',
    ),
    "row of too few columns": (
        *("customers.csv", "\n3,", "\n"),
        "customers.csv:4: has 4 columns in place of 5",
    ),
    "heading of another table": (
        *("customers.csv", "id,name", "number,name"),
        "customers.csv:1: the heading must name the columns of customers: id, name, email",
    ),
    "text in place of a number": (
        *("orders.csv", "\n2,", "\ntwo,"),
        "orders.csv:3: id must be a whole number from -9223372036854775808 to",
    ),
    "key twice": (
        *("orders.csv", "\n3,", "\n2,"),
        "orders.csv:4: primary key 2 is there twice (first in line 3)",
    ),
    "text that is too long": (
        *("products.csv", "SKU000000001", "SKU00000000001"),
        'products.csv:2: sku must be a text of 12 characters at most (got "SKU00000000001")',
    ),
    "null in a column without": (
        *("orders.csv", "2026-01-02 12:00:00", ""),
        "orders.csv:2: ordered must be a time such as 2026-01-31 23:59:59",
    ),
    "syntax error in a transaction": (
        *(SCRIPT, "FROM products WHERE id = :product;", "FROM products WHERE id = = 1;"),
        "transactions.sql:6: is not SQL that bandwise supports",
    ),
    "quote that is not closed": (
        *(SCRIPT, "'shipped'", "'shipped"),
        "transactions.sql:30: is not valid SQL",
    ),
    "unknown table": (
        *(SCRIPT, "FROM products WHERE", "FROM product WHERE"),
        'transactions.sql:6: unknown table "product" (did you mean "products"?',
    ),
    "unknown column": (
        *(SCRIPT, "SET stock = stock -", "SET stocks = stock -"),
        'transactions.sql:16: unknown column "stocks" (did you mean "stock"?',
    ),
    "unknown column of an alias": (
        *(SCRIPT, "o.ordered, o.status", "o.ordered, o.state"),
        'unknown column of o "state" (did you mean "status"?',
    ),
    "unknown column of an insert": (
        *(SCRIPT, "ordered, status, note)", "ordered, status, notes)"),
        'transactions.sql:17: unknown column of orders "notes" (did you mean "note"?',
    ),
    "values for fewer columns": (
        *(SCRIPT, "CURRENT_TIMESTAMP, 'new', :note", "CURRENT_TIMESTAMP, :note"),
        "transactions.sql:17: 4 values for 5 columns of orders",
    ),
    "unknown variable": (
        *(SCRIPT, "id = :product;", "id = :produkt;"),
        'transactions.sql:6: unknown variable "produkt" (did you mean "product"?',
    ),
    "function of variables in a statement": (
        *(SCRIPT, "VALUES (:order, :customer", "VALUES (sequence(orders.id), :customer"),
        "transactions.sql:18: sequence() is of \\set alone: \\set variable sequence(...), then",
    ),
    "numbers that end soon": (
        *(SCRIPT, "sequence(orders.id)", "sequence(order_lines.line)"),
        "transactions.sql:10: sequence(order_lines.line): the column ends at 32767, which leaves",
    ),
    "unknown function": (
        *(SCRIPT, "random(1, 3)", "randomly(1, 3)"),
        'transactions.sql:12: unknown function "randomly" (did you mean "random"?',
    ),
    "function of an unknown column": (
        *(SCRIPT, "sequence(orders.id)", "sequence(orders.number)"),
        'transactions.sql:10: unknown column of orders "number"',
    ),
    "unknown command": (
        *(SCRIPT, "\\set quantity", "\\sets quantity"),
        'transactions.sql:12: unknown command "\\sets" (did you mean "\\set"?',
    ),
    "weight of nothing": (
        *(SCRIPT, "browse 60", "browse 0"),
        "transactions.sql:4: must be \\transaction, a name, and perhaps a weight of 1 or more",
    ),
    "statement that no transaction may have": (
        *(
            SCRIPT,
            "UPDATE orders SET status = 'shipped'",
            "DROP TABLE orders; UPDATE orders SET status = 'shipped'",
        ),
        '"DROP" can\'t be in a transaction',
    ),
    "what an engine lacks": (
        *(SCRIPT, "AND status = 'new';", "AND status = 'new' RETURNING id;"),
        "RETURNING can't be here, as not all engines have it",
    ),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problem_names_file_and_line(shop: Path, replace: Replace, name: str) -> None:
    file, old, new, expected = PROBLEMS[name]
    replace(file, old, new)
    with pytest.raises(OwnError) as caught:
        read_folder(shop)
    assert expected in str(caught.value)
    assert all(re.match(r"[\w.]+(:\d+)?: ", line) for line in str(caught.value).splitlines())


def test_the_shop_is_right_before_it_is_made_wrong(shop: Path) -> None:
    found = read_folder(shop)
    assert found.tables == {"products": 10, "customers": 40, "orders": 200, "order_lines": 500}
    assert list(found.scripts) == ["transactions"]


def test_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(OwnError, match="there is no such folder"):
        read_folder(tmp_path / "nothing")


def test_folder_without_a_schema(shop: Path) -> None:
    (shop / SCHEMA).unlink()
    with pytest.raises(OwnError, match=r"schema\.sql: is missing"):
        read_folder(shop)


def test_folder_without_transactions(shop: Path) -> None:
    (shop / SCRIPT).unlink()
    with pytest.raises(OwnError, match="has no transactions"):
        read_folder(shop)


def test_rows_of_no_table(shop: Path) -> None:
    (shop / "order.csv").write_text("id\n1\n")
    with pytest.raises(OwnError, match=r'order\.csv: unknown table "order"'):
        read_folder(shop)


def test_thousand_bad_rows_are_reported_by_some(shop: Path) -> None:
    text = (shop / "order_lines.csv").read_text()
    (shop / "order_lines.csv").write_text(text.replace(",1,", ",one,"))
    with pytest.raises(OwnError) as caught:
        read_folder(shop)
    assert len(str(caught.value).splitlines()) == 20
