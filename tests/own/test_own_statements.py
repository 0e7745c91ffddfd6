"""A statement means the same on each engine, or is refused."""

from __future__ import annotations

import pytest

from scripts.data.own.content import Content
from scripts.data.own.errors import OwnError
from scripts.data.own.lua import script_of
from scripts.data.own.schema import read_schema
from scripts.data.own.statements import DIALECTS
from scripts.data.own.transactions import read_script

SCHEMA = read_schema(
    "CREATE TABLE c (k BIGINT PRIMARY KEY, n INTEGER, m INTEGER, born DATE);\n"
    "CREATE TABLE two (k BIGINT PRIMARY KEY, u INTEGER UNIQUE);\n"
)
CONTENTS = {name: Content(rows=1, low={"k": 1}, high={"k": 9}) for name in SCHEMA}
POSTGRES = "postgresql"
OTHERS = [name for name in DIALECTS if name != POSTGRES]


def sent(statement: str, family: str) -> str:
    script = read_script(f"\\set x 1\n{statement};\n", "t.sql", SCHEMA, CONTENTS)
    return script_of(script, family, {})


def refused(statement: str) -> str:
    with pytest.raises(OwnError) as caught:
        sent(statement, POSTGRES)
    return str(caught.value)


@pytest.mark.parametrize(
    ("statement", "postgres", "others"),
    [
        (
            "SELECT k FROM c ORDER BY n DESC NULLS LAST",
            "ORDER BY n DESC NULLS LAST",
            'ORDER BY n DESC"',
        ),
        (
            "SELECT k FROM c ORDER BY n NULLS LAST",
            'ORDER BY n"',
            "ORDER BY CASE WHEN n IS NULL THEN 1 ELSE 0 END, n",
        ),
        ("SELECT k FROM c ORDER BY n DESC", 'ORDER BY n DESC"', 'ORDER BY n DESC"'),
        ("SELECT k FROM c ORDER BY 1", 'ORDER BY 1"', 'ORDER BY 1"'),
        (
            "DELETE FROM c WHERE born < now() - interval '1 day' OR born < current_timestamp(3)",
            "born < CURRENT_TIMESTAMP - INTERVAL '1 DAY' OR born < CURRENT_TIMESTAMP(3)",
            "born < CURRENT_TIMESTAMP(6) - INTERVAL '1' DAY OR born < CURRENT_TIMESTAMP(3)",
        ),
        ("SELECT k FROM c FOR SHARE", "FOR SHARE", "LOCK IN SHARE MODE"),
        (
            "INSERT INTO c (k, n) VALUES (:x, 1) "
            "ON CONFLICT (k) DO UPDATE SET n = c.n + excluded.n, m = c.n",
            "ON CONFLICT(k) DO UPDATE SET n = c.n + excluded.n, m = c.n",
            "ON DUPLICATE KEY UPDATE m = c.n, n = c.n + VALUES(n)",
        ),
        (
            "INSERT INTO two (k) VALUES (:x) ON CONFLICT DO NOTHING",
            "ON CONFLICT DO NOTHING",
            "ON DUPLICATE KEY UPDATE k = k",
        ),
        ("SELECT p.k FROM c AS p FOR UPDATE OF p", "FOR UPDATE OF p", "FOR UPDATE OF p"),
        ("UPDATE c SET n = DEFAULT", "SET n = DEFAULT", "SET n = DEFAULT"),
        (
            "SELECT p.u FROM c, LATERAL (SELECT u FROM two WHERE two.k = c.k) p",
            "LATERAL (SELECT u FROM two WHERE two.k = c.k) AS p",
            "LATERAL (SELECT u FROM two WHERE two.k = c.k) AS p",
        ),
        ("UPDATE c SET n = 3, m = n", "SET n = 3, m = n", "SET m = n, n = 3"),
        ("SELECT 'a\\b' AS t FROM c", r"'a\\b'", r"'a\\\\b'"),
        (
            "BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY; SELECT n FROM c; COMMIT",
            '"BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY"',
            '"SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"); '
            'own:control(2, "START TRANSACTION READ ONLY")',
        ),
    ],
)
def test_statement_is_in_each_engine_s_words(statement: str, postgres: str, others: str) -> None:
    assert postgres in sent(statement, POSTGRES)
    for family in OTHERS:
        assert others in sent(statement, family)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE c SET n = m, m = n", "would set n, m one after the other"),
        (
            "INSERT INTO two (k) VALUES (1) ON CONFLICT (k) DO UPDATE SET u = 1",
            "has no ON CONFLICT for one of several keys, and two has 2",
        ),
        ("INSERT INTO c (k) VALUES (1) ON CONFLICT (n) DO NOTHING", "that is no key of c"),
        (
            "INSERT INTO c (k) VALUES (1) ON CONFLICT (k) DO UPDATE SET n = 1 WHERE c.n < 3",
            "has no WHERE in ON CONFLICT",
        ),
        ("BEGIN ISOLATION LEVEL SERIALIZABLE DEFERRABLE", "of modes ISOLATION LEVEL"),
        ("COMMIT AND CHAIN", "COMMIT and ROLLBACK stand alone here"),
        ("SELECT n FROM c FOR NO KEY UPDATE", "FOR NO KEY UPDATE and FOR KEY SHARE"),
        ("SELECT /*+ SeqScan(c) */ n FROM c", "a hint (/*+ ... */) reaches no engine"),
        ("SELECT n FROM c ORDER BY n FETCH FIRST 3 ROWS WITH TIES", "WITH TIES is not in all"),
    ],
)
def test_statement_that_can_not_mean_the_same_is_refused(statement: str, why: str) -> None:
    assert why in refused(statement)
    assert refused(statement).startswith("t.sql:2: ")


@pytest.mark.parametrize(
    "expression", ["born + :x", "substr('abc', :x)", "round(n, :x)", "m / (n + :x * 1.5) + born"]
)
def test_variable_of_any_type_is_sent_as_text(expression: str) -> None:
    text = sent(f"SELECT k FROM c WHERE k = :x OR {expression} IS NULL", POSTGRES)
    assert "own:rows(2" in text
    assert "own:execute" not in text


def test_variable_beside_whole_numbers_is_prepared() -> None:
    assert "own:execute(2" in sent(
        "UPDATE c SET n = n - :x WHERE k = :x AND m IN (:x, 3)", POSTGRES
    )
