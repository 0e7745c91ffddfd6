"""The statements on real servers, started in their layers: what they answer is read and adds up."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from advise_cases import HOUR_US

from scripts.advise.answer import answer, in_text, volumes
from scripts.advise.between import between
from scripts.advise.readings import parse_reading
from scripts.own.servers import Client, asked, built_engines

ROOT = Path(__file__).parents[2]
LAYERS = ROOT / "results/layers"
CACHE_BYTES = 1 << 20
ENGINES = ("postgresql-15", "postgresql-17", "postgresql-18", "mysql-9.7", "mariadb-11.8")
MOST_S = 5
STATEMENTS = 10_000

pytestmark = pytest.mark.lab


@contextmanager
def counting(engine: str) -> Iterator[Client]:
    """A server that counts its statements."""
    if engine not in built_engines(LAYERS):
        pytest.skip(f"the layer of {engine} is not built")
    with asked(engine, LAYERS, cache_bytes=CACHE_BYTES) as client:
        for statement in client.server.recount:
            assert not client.ask(statement).problem
        yield client


def file_of(client: Client, folder: str) -> str:
    family = client.engine.partition("-")[0]
    # Both of MySQL's line have the same digests.
    name = "mysql" if folder and family == "mariadb" else family
    return (ROOT / "sql/advise" / folder / f"{name}.sql").read_text(encoding="utf-8")


def taken(client: Client) -> str:
    """A reading with its statements, as a reader pastes them."""
    said = client.tell(file_of(client, ""), 60) + client.tell(file_of(client, "statements"), 60)
    # MySQL's statement chooses a database.
    client.tell(client.server.opened)
    return said


def settle(client: Client) -> None:
    """A session of PostgreSQL tells its counts at the end of a statement, once per second."""
    time.sleep(1.2)
    client.ask("SELECT 1")


def hour_later(text: str) -> str:
    """The test has no hour."""
    return re.sub(
        r"(taken_us\W+)(\d+)", lambda found: found[1] + str(int(found[2]) + HOUR_US), text
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_real_load_is_read_and_its_costliest_statement_named(engine: str) -> None:
    with counting(engine) as client:
        client.ask("CREATE TABLE large (id INTEGER PRIMARY KEY, filler CHAR(200))")
        client.ask("CREATE TABLE small (id INTEGER PRIMARY KEY, n INTEGER)")
        for first in range(0, 20_000, 1000):
            rows = ", ".join(f"({number}, 'x')" for number in range(first, first + 1000))
            assert not client.ask(f"INSERT INTO large VALUES {rows}").problem
        client.ask("INSERT INTO small VALUES (1, 0)")
        settle(client)
        before = taken(client)
        for number in range(150):
            client.ask("BEGIN")
            client.ask(f"UPDATE small SET n = n + {number} WHERE id = 1")
            client.ask("COMMIT")
            if number % 15 == 0:
                client.ask(f"SELECT max(filler) FROM large WHERE id > {number}")
        settle(client)
        after = taken(client)
    readings = [parse_reading(before, "before"), parse_reading(hour_later(after), "after")]
    found = between(*readings, clients=1)
    assert found.counted_as == "transactions"
    assert 150 <= found.transactions < 600
    assert found.statements is not None
    family = engine.partition("-")[0]
    by = "pages_read" if family == "postgresql" else "rows_examined"
    assert found.statements["by"] == by
    costliest = found.statements["statements"][0]
    assert re.search(r"max\s*\(\s*`?filler", costliest["text"], re.IGNORECASE), costliest
    assert costliest["calls"] == 10
    assert costliest[f"{by}_per_call"] > (400 if by == "pages_read" else 15_000)
    text = "\n".join(in_text(answer(found, volumes(), 2)))
    assert f"Statements by {by.replace('_', ' ')}:" in text


@pytest.mark.parametrize("engine", ["mysql-9.7", "mariadb-10.11", "mariadb-11.8"])
def test_a_replica_that_is_stopped_is_known(engine: str) -> None:
    words = "SOURCE" if engine.startswith("mysql") else "MASTER"
    to = "REPLICATION SOURCE" if words == "SOURCE" else words
    with counting(engine) as client:
        assert parse_reading(taken(client), "x").counts["replica"] == 0
        # 192.0.2.1 is nobody's, and nothing asks for it.
        told = client.ask(f"CHANGE {to} TO {words}_HOST = '192.0.2.1', {words}_USER = 'x'")
        assert not told.problem
        assert parse_reading(taken(client), "x").counts["replica"] == 1
        client.ask("CREATE DATABASE shop")
        client.tell("USE shop;")
        assert re.search(r'"replica": (1|true)', client.tell(file_of(client, "workload")))


@pytest.mark.parametrize("engine", ["postgresql-17", "mysql-9.7", "mariadb-11.8"])
def test_ten_thousand_statements_are_taken_in_seconds(engine: str) -> None:
    with counting(engine) as client:
        columns = [f"c{number}" for number in range(100)]
        client.ask(f"CREATE TABLE wide ({', '.join(f'{name} INTEGER' for name in columns)})")
        for one in columns:
            asking = (f"SELECT {one}, {other} FROM wide;\n" for other in columns)
            client.tell("".join(asking), 60)
        start = time.monotonic()
        text = taken(client)
        took_s = time.monotonic() - start
    found = parse_reading(text, "x")
    assert len(found.statements) >= STATEMENTS
    assert took_s < MOST_S
