"""TPC-C's rows: as many and such as the specification says, and conditions that can be violated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from guest.system import LIMIT_BASE_NS, GuestError
from guest.workloads import run

from scripts.data.tpcc import rows as tpcc
from workloads.check import guest as check

ROOT = Path(__file__).parents[2]
LIMITS = {"virtual_ns_and_base": LIMIT_BASE_NS + 60 * 10**9}
JOB = {"limits": LIMITS}
PHASE = {"name": "check", "workload": "check/tpcc", "options": {}}
ITEMS, CUSTOMERS = 400, 60


@pytest.fixture(autouse=True)
def payload(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the conditions are."""
    monkeypatch.setattr("guest.workloads.PAYLOAD", ROOT)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of two warehouses, with few items and customers."""
    folder = tmp_path_factory.mktemp("tpcc")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "ITEMS": ITEMS,
            "CUSTOMERS": CUSTOMERS,
            "DELIVERED": 42,
            "NAMED": 20,
        }.items():
            patch.setattr(tpcc, name, value)
        tpcc.write_tables(folder, warehouses=2, seed=7)
    return folder


@pytest.fixture
def database(rows: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(config={"threads": 1})
    for name, table in yaml.safe_load(tpcc.SCHEMA.read_text()).items():
        columns = ", ".join(f"{column} {kind}" for column, kind in table["columns"].items())
        connection.execute(f"CREATE TABLE {name} ({columns})")
        connection.execute(f"COPY {name} FROM '{rows}/{name}.csv' (HEADER, NULL 'NULL')")
        for column in table["columns"]:
            if column not in table.get("nullable", ()):
                connection.execute(f"ALTER TABLE {name} ALTER {column} SET NOT NULL")
    return connection


class Engine:
    """What a check needs of an adapter, answered by DuckDB."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def sql(self, query: str, timeout_s: float) -> list[dict[str, Any]]:
        found = self.connection.execute(query)
        names = [column[0] for column in found.description or []]
        return [dict(zip(names, map(str, row), strict=True)) for row in found.fetchall()]


def test_rows_of_a_seed_are_the_same_and_a_warehouse_has_its_own(tmp_path: Path) -> None:
    for name, warehouses, seed in (("one", 1, 3), ("two", 2, 3), ("other", 1, 4)):
        (tmp_path / name).mkdir()
        with pytest.MonkeyPatch.context() as patch:
            for constant, value in {
                "ITEMS": 50,
                "CUSTOMERS": 40,
                "DELIVERED": 28,
                "NAMED": 10,
            }.items():
                patch.setattr(tpcc, constant, value)
            tpcc.write_tables(tmp_path / name, warehouses=warehouses, seed=seed)
    for path in (tmp_path / "one").iterdir():
        first, two = path.read_text(), (tmp_path / "two" / path.name).read_text()
        assert two.startswith(first)
        assert (two == first) == (path.name == "item.csv")
        assert path.name == "new_order.csv" or first != (tmp_path / "other" / path.name).read_text()


def test_population_is_that_of_the_specification(database: duckdb.DuckDBPyConnection) -> None:
    def one(query: str) -> Any:
        return (database.execute(query).fetchone() or (None,))[0]

    counts = {"warehouse": 2, "district": 20, "item": ITEMS, "stock": 2 * ITEMS}
    counts |= dict.fromkeys(("customer", "history", "orders"), 20 * CUSTOMERS)
    counts |= {"new_order": 20 * (CUSTOMERS - 42)}
    for table, count in counts.items():
        assert one(f"SELECT count(*) FROM {table}") == count, table
    assert (
        5 <= one("SELECT min(o_ol_cnt) FROM orders") < one("SELECT max(o_ol_cnt) FROM orders") <= 15
    )
    assert one("SELECT count(DISTINCT (o_w_id, o_d_id, o_c_id)) FROM orders") == 20 * CUSTOMERS
    assert one("SELECT count(*) FROM item WHERE i_data LIKE '%ORIGINAL%'") == ITEMS // 10
    assert one("SELECT count(*) FROM customer WHERE c_credit = 'BC'") == 2 * CUSTOMERS
    undelivered = "SELECT count(*) FROM orders WHERE o_carrier_id IS NULL"
    assert one(undelivered) == counts["new_order"]
    assert (
        one("SELECT count(*) FROM order_line WHERE (ol_delivery_d IS NULL) <> (ol_amount > 0)") == 0
    )
    assert one("SELECT min(length(c_data)) FROM customer") >= 300
    assert one("SELECT count(DISTINCT c_last) FROM customer WHERE c_id <= 20") == 20


def test_last_names_are_syllables_of_digits() -> None:
    assert [tpcc.last_name(n) for n in (0, 371, 999)] == [
        "BARBARBAR", "PRICALLYOUGHT", "EINGEINGEING",
    ]  # fmt: skip


def test_constants_of_load_and_run_are_as_far_apart_as_they_must_be() -> None:
    """Clause 2.1.6.1."""
    text = (ROOT / "workloads/sysbench/modules/tpcc_input.lua").read_text()
    found = re.search(r"^local C_LAST = (\d+)$", text, re.MULTILINE)
    assert found
    delta = abs(int(found[1]) - tpcc.C_LAST)
    assert 65 <= delta <= 119
    assert delta not in (96, 112)


def test_loaded_rows_meet_all_conditions(
    database: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    assert check.run(PHASE, JOB, Engine(database), tmp_path) is None
    assert list(json.loads((tmp_path / "answer.json").read_text()).values()) == [[]] * 4
    assert len((tmp_path / "stdout.txt").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 3 AND d_w_id = 2",
            "1: a warehouse's W_YTD is the sum of its districts' D_YTD (the first: w_id 2, "
            "w_ytd 300000.00, d_ytd 300001.00)",
        ),
        (
            "UPDATE district SET d_next_o_id = 9 WHERE d_id = 3",
            "2: a district's D_NEXT_O_ID less 1",
        ),
        ("DELETE FROM new_order WHERE no_o_id = 50", "3: a district's rows of NEW-ORDER have"),
        (
            "DELETE FROM order_line WHERE ol_number = 5",
            "4: a district has as many rows of ORDER-LINE",
        ),
        (
            "DELETE FROM order_line WHERE ol_d_id = 5",
            "4: a district has as many rows of ORDER-LINE",
        ),
    ],
)
def test_violated_condition_is_reported(
    database: duckdb.DuckDBPyConnection, tmp_path: Path, change: str, said: str
) -> None:
    database.execute(change)
    problem = check.run(PHASE, JOB, Engine(database), tmp_path)
    assert problem
    assert said in problem


def test_cell_with_a_violated_condition_fails_and_keeps_the_answer(
    database: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    database.execute("UPDATE warehouse SET w_ytd = 0")
    engine: Any = Engine(database)
    with pytest.raises(
        GuestError, match=r"phase check: condition violated \(rows: 2\): 1: a warehouse's"
    ):
        run(PHASE, JOB, engine, tmp_path / "00-check")
    assert json.loads((tmp_path / "00-check/phase.json").read_text())["exit_code"] == 1
    assert (tmp_path / "00-check/answer.json").exists()
