"""What a schema asks for reaches each engine, is refused with its line, or has to be accepted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.data.own.content import write_rows
from scripts.data.own.differences import DIFFERENCES, read_accepted
from scripts.data.own.errors import OwnError
from scripts.data.own.loading import for_loader
from scripts.data.own.lua import script_of
from scripts.data.own.schema import read_schema
from scripts.data.own.statements import DIALECTS
from scripts.data.own.transactions import read_script
from scripts.engines.reserved import reserved

DUMPS = Path(__file__).parent / "schemas"
POSTGRES = "postgresql"
OTHERS = [name for name in DIALECTS if name != POSTGRES]
TABLE = "CREATE TABLE t (id BIGINT PRIMARY KEY, a INTEGER, b VARCHAR(20), d DATE);\n"


def made(text: str, family: str, *accepted: str) -> str:
    """All that an engine is told to make."""
    tables, routines = for_loader(read_schema(text, accepted), family)
    return f"{tables}\n{routines}"


def refused(text: str, *accepted: str) -> list[str]:
    with pytest.raises(OwnError) as caught:
        read_schema(text, accepted)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("clause", "name", "postgres", "others"),
    [
        (
            "CREATE UNIQUE INDEX u ON t (a) WHERE d IS NULL;",
            "partial-index",
            "CREATE UNIQUE INDEX u ON t (a) WHERE d IS NULL",
            "CREATE INDEX u ON t (a)",
        ),
        (
            "CREATE INDEX u ON t (a) INCLUDE (b);",
            "covering-index",
            "CREATE INDEX u ON t (a) INCLUDE (b)",
            "CREATE INDEX u ON t (a, b)",
        ),
        (
            "CREATE INDEX u ON t (a DESC NULLS LAST);",
            "index-nulls",
            "'u': ['a DESC NULLS LAST']",
            "'u': ['a DESC']",
        ),
        (
            "CREATE INDEX u ON t USING brin (d);",
            "index-method",
            "CREATE INDEX u ON t USING brin (d)",
            "CREATE INDEX u ON t (d)",
        ),
        (
            "CREATE INDEX u ON t (a) WITH (fillfactor = 70);",
            "fillfactor",
            "ON t (a) WITH (fillfactor = 70)",
            "CREATE INDEX u ON t (a)",
        ),
        (
            "CREATE INDEX u ON t (lower(b));",
            "expression-index",
            "CREATE INDEX u ON t ((LOWER(b)))",
            "CREATE INDEX u ON t (b)",
        ),
        (
            "CREATE UNLOGGED TABLE w (id INTEGER PRIMARY KEY);",
            "unlogged",
            "ALTER TABLE w SET UNLOGGED",
            "'w': {'columns'",
        ),
        (
            "CREATE TABLE w (t_id BIGINT REFERENCES t DEFERRABLE INITIALLY DEFERRED);",
            "deferrable",
            "REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED",
            "REFERENCES t (id);",
        ),
        (
            "CREATE TABLE w (p NUMERIC, k TEXT UNIQUE);",
            "numeric text-key",
            "'p': 'NUMERIC', 'k': 'TEXT'",
            "'p': 'DECIMAL(38,10)', 'k': 'VARCHAR(255)'",
        ),
    ],
)
def test_what_is_not_the_same_everywhere_is_accepted_by_name(
    clause: str, name: str, postgres: str, others: str
) -> None:
    lines = refused(TABLE + clause)
    names = name.split()
    for each in names:
        assert any(re.match(rf"schema\.sql:2: .*\({each}\)$", line) for line in lines)
    assert lines[-1].startswith("accepted.txt: ")
    assert lines[-1].endswith(f": {name}")
    assert postgres in made(TABLE + clause, POSTGRES, *names)
    for family in OTHERS:
        assert others in made(TABLE + clause, family, *names)


@pytest.mark.parametrize(
    ("clause", "postgres", "others"),
    [
        ("CREATE INDEX u ON t (a DESC, b);", "['a DESC', 'b']", "['a DESC', 'b']"),
        (
            "CREATE TABLE w (t_id INTEGER REFERENCES t (id) ON DELETE CASCADE ON UPDATE SET NULL);",
            "REFERENCES t (id) ON DELETE CASCADE ON UPDATE SET NULL",
            "REFERENCES t (id) ON DELETE CASCADE ON UPDATE SET NULL",
        ),
        (
            "CREATE TABLE w (id INT GENERATED ALWAYS AS IDENTITY (START 1000) PRIMARY KEY);",
            "greatest(coalesce(max(id), 0) + 1, 1000)",
            "ALTER TABLE w AUTO_INCREMENT = 1000",
        ),
        ("CREATE TABLE w (a INT CHECK (a > 0));", "ADD CHECK (a > 0)", "ADD CHECK (a > 0)"),
        (
            "CREATE TABLE w (a INT, b INT GENERATED ALWAYS AS (a * 2) STORED);",
            "ADD COLUMN b INTEGER GENERATED ALWAYS AS (a * 2) STORED",
            "ADD COLUMN b INTEGER GENERATED ALWAYS AS (a * 2) STORED",
        ),
        (
            "CREATE TABLE w (u UUID DEFAULT gen_random_uuid(), j JSONB, z TIMESTAMPTZ);",
            "'u': 'UUID DEFAULT gen_random_uuid()', 'j': 'JSONB', 'z': 'TIMESTAMPTZ'",
            "'u': 'CHAR(36) DEFAULT (uuid())', 'j': 'JSON', 'z': 'DATETIME'",
        ),
        (
            "CREATE TABLE w (\"Key\" INTEGER, note TEXT DEFAULT '');",
            "{'\"key\"': 'INTEGER', 'note': \"TEXT DEFAULT ''\"}",
            "{'`key`': 'INTEGER', 'note': \"TEXT DEFAULT ('')\"}",
        ),
        ("CREATE TABLE w (a CHAR(300));", "'a': 'CHAR(300)'", "'a': 'VARCHAR(300)'"),
        ("CREATE TABLE w (a VARCHAR(70000));", "'a': 'VARCHAR(70000)'", "'a': 'LONGTEXT'"),
    ],
)
def test_clause_is_in_each_engine_s_words(clause: str, postgres: str, others: str) -> None:
    assert postgres in made(TABLE + clause, POSTGRES)
    for family in OTHERS:
        assert others in made(TABLE + clause, family)


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        ("CREATE TEMPORARY TABLE w (id INT);", '"CREATE TEMPORARY" is not known here'),
        ("CREATE TABLE w (id INT) INHERITS (t);", 'supports near "INHERITS (t)"'),
        ("CREATE TABLE w (LIKE t);", 'supports near "LIKE t"'),
        ("CREATE TABLE w AS SELECT * FROM t;", 'supports near "AS SELECT * FROM t"'),
        ("CREATE TABLE w (a INT REFERENCES t ON DELETE SET DEFAULT);", 'near "SET DEFAULT"'),
        (
            "CREATE TABLE w (a INT GENERATED ALWAYS AS IDENTITY (INCREMENT 10));",
            "a: not all engines can count by other than 1",
        ),
        ("CREATE TABLE w (a SERIAL PRIMARY KEY, b SERIAL);", "b is the second that counts up"),
        ("ALTER TABLE w ADD PRIMARY KEY (id);", 'unknown table "w"'),
        ("ALTER TABLE t DROP COLUMN a;", 'supports near "DROP COLUMN a"'),
    ],
)
def test_clause_that_no_engine_would_get_is_refused(clause: str, why: str) -> None:
    (line,) = refused(TABLE + clause)
    assert why in line
    assert line.startswith("schema.sql:2: ")


@pytest.mark.parametrize("name", ["pg_dump", "mysqldump"])
def test_dump_is_taken_as_it_is(name: str) -> None:
    text = (DUMPS / f"{name}.sql").read_text()
    accepted = refused(text)[-1].rpartition(": ")[2].split()
    schema = read_schema(text, accepted)
    assert {*schema} == {"customers", "orders", "release_"}
    assert schema["orders"].columns["id"].counts_up
    assert schema["orders"].primary_key == ["id"]
    assert [each.table for each in schema["orders"].foreign] == ["customers"]
    assert schema["customers"].columns["state"].choices == ("new", "old")
    for family in DIALECTS:
        assert "ADD FOREIGN KEY (customer_id)" in made(text, family, *accepted)
        assert "CHECK" in made(text, family, *accepted)
        assert "GENERATED ALWAYS AS" in made(text, family, *accepted)


def test_statements_name_what_the_dump_does() -> None:
    text = (DUMPS / "pg_dump.sql").read_text()
    schema = read_schema(text, DIFFERENCES)
    script = read_script(
        'SELECT release.id, "Key" FROM public.release WHERE release.id = 1;\n', "t.sql", schema, {}
    )
    assert r"SELECT release_.id, \"key\" FROM release_ WHERE" in script_of(script, POSTGRES, {})
    for family in OTHERS:
        assert "SELECT release_.id, `key` FROM release_ WHERE" in script_of(script, family, {})


def test_rows_of_a_reserved_table_are_in_a_file_of_its_name(tmp_path: Path) -> None:
    schema = read_schema('CREATE TABLE "release" (id INTEGER PRIMARY KEY, "Key" TEXT, u UUID);')
    (tmp_path / "release.csv").write_text(
        "id,Key,u\n1,a,123E4567-E89B-12D3-A456-426614174000\n", encoding="ascii"
    )
    out = tmp_path / "out"
    out.mkdir()
    write_rows(tmp_path, schema, out)
    rows = (out / "release_.csv").read_text().splitlines()
    assert rows == ["id,key,u", "1,a,123e4567-e89b-12d3-a456-426614174000"]


def test_accepted_names_are_read_and_checked(tmp_path: Path) -> None:
    (tmp_path / "accepted.txt").write_text("# why not\npartial-index, unlogged\n")
    assert read_accepted(tmp_path) == {"partial-index", "unlogged"}
    (tmp_path / "accepted.txt").write_text("partial_index\n")
    with pytest.raises(OwnError, match=r'accepted\.txt:1: unknown difference "partial_index"'):
        read_accepted(tmp_path)


def test_every_difference_is_in_the_guide() -> None:
    text = (Path(__file__).parents[2] / "docs/own-workload.md").read_text()
    assert [name for name in DIFFERENCES if f"`{name}`" not in text] == []


def test_reserved_words_are_of_all_engines() -> None:
    assert {"user", "condition", "rank", "key", "order"} <= reserved()
    assert not {"name", "id", "status", "price"} & reserved()


def test_dump_with_rows_says_how_to_make_one_without() -> None:
    lines = refused(TABLE + "INSERT INTO t (id) VALUES (1);\nCOPY t (id) FROM stdin;\n2\n\\.\n")
    assert lines[0].startswith("schema.sql:3: COPY (2 places) is not the same on all engines: rows")
    assert "pg_dump --schema-only" in lines[0]
