"""The payments' rows: money adds up, and conditions notice when it doesn't."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from guest.system import LIMIT_BASE_NS

from scripts.data.payments import rows as payments
from workloads.check import guest as check

ROOT = Path(__file__).parents[2]
JOB = {"limits": {"virtual_ns_and_base": LIMIT_BASE_NS + 60 * 10**9}}
PHASE = {"name": "check", "workload": "check/payments", "options": {}}
ACCOUNTS = 500


@pytest.fixture
def database(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    payments.write_tables(tmp_path, accounts=ACCOUNTS, seed=5)
    connection = duckdb.connect(config={"threads": 1})
    schema = yaml.safe_load((ROOT / "workloads/payments/schema.yaml").read_text())
    for name, table in schema.items():
        columns = ", ".join(f"{c} {kind} NOT NULL" for c, kind in table["columns"].items())
        key = ", ".join(table["primary_key"])
        connection.execute(f"CREATE TABLE {name} ({columns}, PRIMARY KEY ({key}))")
        connection.execute(f"COPY {name} FROM '{tmp_path}/{name}.csv' (HEADER)")
    return connection


@pytest.fixture(autouse=True)
def payload(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the conditions are."""
    monkeypatch.setattr("guest.workloads.PAYLOAD", ROOT)


def problem(database: duckdb.DuckDBPyConnection, folder: Path) -> str | None:
    class Engine:
        def sql(self, query: str, timeout_s: float) -> list[dict[str, Any]]:
            found = database.execute(query)
            names = [column[0] for column in found.description or []]
            return [dict(zip(names, map(str, row), strict=True)) for row in found.fetchall()]

    engine: Any = Engine()
    return check.run(PHASE, JOB, engine, folder)


def test_loaded_rows_meet_all_conditions(
    database: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    assert problem(database, tmp_path) is None
    counted = database.execute("SELECT count(*) FROM transfers").fetchone()
    assert counted == (ACCOUNTS * payments.TRANSFERS_PER_ACCOUNT,)
    to_itself = "SELECT count(*) FROM transfers WHERE source_account = target_account"
    assert database.execute(to_itself).fetchone() == (0,)
    approvers = "SELECT count(DISTINCT approver) FROM transfers"
    assert (database.execute(approvers).fetchone() or (0,))[0] <= ACCOUNTS // 10


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE id = 7", "1: money is neither made nor"),
        (
            "UPDATE accounts SET balance = balance + CASE id WHEN 7 THEN 1 ELSE -1 END "
            "WHERE id IN (7, 8)",
            "where no transfer was deleted (the first: id 7",
        ),
        ("DELETE FROM transfers WHERE id = 9", "condition violated (rows: 2)"),
    ],
)
def test_violated_condition_is_reported(
    database: duckdb.DuckDBPyConnection, tmp_path: Path, change: str, said: str
) -> None:
    database.execute(change)
    assert said in (problem(database, tmp_path) or "")


def test_each_user_has_a_token_and_a_card_that_no_other_has() -> None:
    numbers = [*range(1, 3000), 2_000_000]
    assert len({payments.digest(n) for n in numbers}) == len(numbers)
    assert len({payments.card(n) for n in numbers}) == len(numbers)
    assert {len(payments.digest(n)) for n in numbers} == {32}
    assert {len(payments.card(n)) for n in numbers} == {16}


def test_client_spreads_numbers_as_the_generator_does() -> None:
    text = (ROOT / "workloads/sysbench/payments.lua").read_text()
    assert f"{{{', '.join(map(str, payments.SPREADERS))}}}" in text
    assert f"local APPROVERS_APART = {payments.APPROVERS_APART}" in text
