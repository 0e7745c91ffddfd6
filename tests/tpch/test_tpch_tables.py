"""The generated tables are the same bytes each time, and what the schema says."""

from __future__ import annotations

import csv
from pathlib import Path

import duckdb
import pytest

from scripts.data.errors import DataError
from scripts.data.tpch.reference import load
from scripts.data.tpch.tables import generate, schema


def test_two_generations_give_the_same_bytes(tables: Path, tmp_path: Path) -> None:
    generate(0.01, tmp_path / "again")
    for path in sorted(path for path in tables.iterdir() if path.is_file()):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name
    assert not list(tmp_path.rglob("work-*"))


def test_schema_has_the_columns_of_the_files_in_their_order(tables: Path) -> None:
    for name, table in schema().items():
        with (tables / f"{name}.csv").open() as file:
            assert next(csv.reader(file)) == list(table["columns"]), name


def test_keys_are_keys_and_refer_to_rows(tables: Path) -> None:
    with duckdb.connect() as connection:
        load(connection, tables)
        for name, table in schema().items():
            key = ", ".join(table["primary_key"])
            query = f"SELECT count(*), count(DISTINCT ({key})) FROM {name}"
            rows, keys = connection.execute(query).fetchone() or (0, 0)
            assert rows == keys > 0, name
            for columns in table.get("indexes", {}).values():
                assert set(columns) <= set(table["columns"])
        orphans = """
            SELECT count(*) FROM lineitem
            WHERE (l_partkey, l_suppkey) NOT IN (SELECT (ps_partkey, ps_suppkey) FROM partsupp)
        """
        assert connection.execute(orphans).fetchone() == (0,)


def test_sizes_are_those_of_the_specification(tables: Path) -> None:
    """Clause 4.2.5: rows by scale factor; lineitem has 1 to 7 an order."""
    fixed = {"region": 5, "nation": 25, "supplier": 100, "customer": 1500, "part": 2000}
    for name, rows in (fixed | {"partsupp": 8000, "orders": 15000}).items():
        assert len((tables / f"{name}.csv").read_text().splitlines()) - 1 == rows, name


def test_spoilt_file_is_named_with_the_fix(tables: Path, tmp_path: Path) -> None:
    for path in tables.glob("*.csv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    orders = tmp_path / "orders.csv"
    orders.write_bytes(orders.read_bytes()[:-40])
    with duckdb.connect() as connection, pytest.raises(DataError, match=r"orders\.csv: .*delete"):
        load(connection, tmp_path)
