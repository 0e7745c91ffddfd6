"""``moved/log`` on the engines themselves moves the log's end as far as it is told, or nearly."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.engines.families import family_of
from scripts.own.servers import Client, asked, built_engines
from scripts.workloads.moved.kind import WORKLOAD

ROOT = Path(__file__).parents[2]
LAYERS = ROOT / "results/layers"
# What the place of the log's end is asked by; its value is the last of the row.
ENDS = {
    "postgresql-17": "SELECT pg_current_wal_insert_lsn() - '0/0'",
    "mariadb-11.8": "SHOW GLOBAL STATUS LIKE 'Innodb_lsn_current'",
}


def moved(client: Client, engine: str, count: int) -> float:
    """By how much the statements of the engine's dialect move the end for this many bytes."""
    (path,) = WORKLOAD.files("log", family_of(engine))
    before = end(client, engine)
    lines = (ROOT / path).read_text().splitlines()
    for statement in (line for line in lines if not line.startswith("--")):
        answer = client.ask(statement.rstrip(";").replace("{bytes}", str(count)))
        assert not answer.problem, answer.problem
    return end(client, engine) - before


def end(client: Client, engine: str) -> float:
    """Where the log ends."""
    return float(client.ask(ENDS[engine]).rows[0][-1] or 0)


@pytest.mark.parametrize("engine", ENDS)
def test_the_log_ends_further_by_what_is_asked_for(engine: str) -> None:
    if engine not in built_engines(LAYERS):
        pytest.skip(f"the layer of {engine} is not built")
    with asked(engine, LAYERS) as client:
        moved(client, engine, 1)
        # What the server logs by the way, after its start above all, is in some of these.
        few, many = (min(moved(client, engine, count) for _ in range(5)) for count in (1000, 61000))
    # Headers of pages come on top.
    assert 60_000 <= many - few < 72_000
