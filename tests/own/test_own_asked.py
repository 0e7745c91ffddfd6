"""A workload on real servers in their layers: what they refuse, and where they differ."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.data.own.differences import DIFFERENCES
from scripts.own.servers import MEMORY, built_engines

ROOT = Path(__file__).parents[2]
LAYERS = ROOT / "results/layers"
ENGINES = ("postgresql-17", "mariadb-11.8")
UUIDS = ("0d4e2a3c-0000-4000-8000-000000000001", "a1b2c3d4-0000-4000-8000-000000000002")
SCHEMA = """
CREATE TABLE t (id BIGINT PRIMARY KEY, score INTEGER, born DATE, "Key" TEXT, ok BOOLEAN);
CREATE TABLE u (id SERIAL PRIMARY KEY, t_id BIGINT REFERENCES t (id) ON DELETE CASCADE, j JSONB);
CREATE INDEX u_t ON u (t_id DESC);
"""
ROWS = """
INSERT INTO t VALUES (109000777777777778, 5, '2000-01-31', 'a\\b', true);
INSERT INTO t VALUES (3, NULL, NULL, 'c', NULL);
INSERT INTO u (t_id, j) VALUES (3, '{"a": [1, 2]}'), (109000777777777778, NULL);
"""
SCRIPT = """\\set s from_column(t.id)
\\transaction read 3
SELECT id, "Key", ok FROM t WHERE id = :s;
SELECT score / 2 AS half FROM t WHERE id = 109000777777777778;
SELECT j FROM u ORDER BY id;
\\transaction write 1
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT score FROM t WHERE id = :s FOR UPDATE \\gset
UPDATE t SET score = :score + 1 WHERE id = :s;
INSERT INTO u (t_id) VALUES (:s);
COMMIT;
\\transaction bad 1
SELECT initcap("Key") AS n FROM t;
"""


TYPES = """
CREATE TYPE mood AS ENUM ('sad', 'it''s');
CREATE TABLE t (
    id BIGINT PRIMARY KEY, "Key" INTEGER, u UUID, j JSON, jb JSONB, b BYTEA, e mood, n NUMERIC,
    d DECIMAL(10,3), ts TIMESTAMP, tz TIMESTAMPTZ, ti TIME, da DATE, ok BOOLEAN, c CHAR(5),
    v VARCHAR(20), x TEXT, r REAL, ip INET, arr INTEGER[], bits BIT(4), iv INTERVAL,
    g INTEGER GENERATED ALWAYS AS (id % 7 + 1) STORED
);
CREATE TABLE "release" (
    id SERIAL PRIMARY KEY, t_id BIGINT REFERENCES t, "Order Details" TEXT UNIQUE
);
"""
OF_TYPES = r"""id,key,u,j,jb,b,e,n,d,ts,tz,ti,da,ok,c,v,x,r,ip,arr,bits,iv
9007199254740993,1,123E4567-E89B-12D3-A456-426614174000,"{""a"": [1, 2]}","[1, ""x,y""]",\x6869,\
it's,1.5,12.125,2026-01-31 23:59:59,2026-01-31 23:59:59+01:00,12:00:00,2026-01-31,t,ab,NULL,\
"a ""q"", b\c",1.5,10.0.0.1,"{1,2}",0101,1 day
2,,,,,,,,,,,,,,,,,,,,,
"""


@pytest.fixture
def checked(tmp_path: Path) -> Callable[[dict[str, str]], subprocess.CompletedProcess[str]]:
    """What `own check` says of a folder with these files."""

    def check(files: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        (tmp_path / "study.yaml").write_text(f"engines: [{', '.join(ENGINES)}]\n")
        command = [sys.executable, "-m", "scripts.own", "check", tmp_path]
        with subprocess.Popen(command, cwd=ROOT, stdout=-1, stderr=-1, text=True) as process:
            said, errors = process.communicate(timeout=300)
        # Other runs have folders there, too.
        assert list(MEMORY.glob(f"bandwise-own-{process.pid}-*")) == []
        return subprocess.CompletedProcess(command, process.returncode, said, errors)

    return check


Checked = Callable[[dict[str, str]], subprocess.CompletedProcess[str]]
lab = pytest.mark.lab
built = pytest.mark.skipif(not {*ENGINES} <= {*built_engines(LAYERS)}, reason="needs their layers")


@lab
@built
def test_rows_of_all_types_are_loaded_alike(checked: Checked) -> None:
    done = checked(
        {
            "schema.sql": TYPES,
            "accepted.txt": "enum-order numeric text-key type",
            "t.csv": OF_TYPES.replace("\\\n", ""),
            "release.csv": 'id,t_id,Order Details\n1,2,"x"\n2,9007199254740993,\n',
            "transactions.sql": 'SELECT g, "Key" FROM release r JOIN t ON t.id = r.t_id;\n'
            'UPDATE "release" SET "Order Details" = t_id WHERE release.id = 1;\n',
        }
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(", and all agree\n"), done.stdout


@lab
@built
@pytest.mark.parametrize("dump", ["pg_dump", "mysqldump"])
def test_dump_is_made_by_each_engine(checked: Checked, dump: str) -> None:
    done = checked(
        {
            "schema.sql": (Path(__file__).parent / "schemas" / f"{dump}.sql").read_text(),
            "accepted.txt": " ".join(DIFFERENCES),
            "data.sql": "INSERT INTO release (id) VALUES (7);\n",
            "transactions.sql": 'SELECT "Key", (SELECT count(*) FROM orders) AS n FROM release;\n',
        }
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(", and all agree\n"), done.stdout


@lab
@built
def test_engines_are_asked(checked: Checked) -> None:
    done = checked({"schema.sql": SCHEMA, "data.sql": ROWS, "transactions.sql": SCRIPT})
    lines = [line for line in done.stdout.splitlines() if line.startswith("transactions.sql")]
    assert len(lines) == 2, done.stdout + done.stderr
    assert lines[0].startswith("transactions.sql:4: half is 2")
    assert "refuses it: FUNCTION own.INITCAP does not exist" in lines[1]
    assert done.returncode == 1


@lab
@built
def test_refused_change_makes_nothing_else_differ(checked: Checked) -> None:
    script = """\\transaction refused 1
DELETE FROM t USING u WHERE u.t_id = t.id AND u.x = initcap('Gone');
SELECT count(*) AS a FROM t;
\\transaction after 1
SELECT count(*) AS b FROM t;
\\transaction half 1
BEGIN;
INSERT INTO u (t_id, x) VALUES (1, 'more');
SELECT initcap('x') AS y;
COMMIT;
\\transaction last 1
DELETE FROM t WHERE id = 2;
SELECT count(*) AS c FROM u;
"""
    done = checked(
        {
            "schema.sql": "CREATE TABLE t (id BIGINT PRIMARY KEY);\nCREATE TABLE u (id BIGSERIAL "
            "PRIMARY KEY, t_id BIGINT REFERENCES t ON DELETE CASCADE, x VARCHAR(9), n UUID "
            "DEFAULT gen_random_uuid());\n",
            "data.sql": "INSERT INTO t (id) VALUES (1), (2), (3);\n"
            "INSERT INTO u (t_id, x, n) VALUES "
            f"(1, 'Gone', '{UUIDS[0]}'), (2, 'a', '{UUIDS[1]}'), (2, 'b', NULL);\n",
            "transactions.sql": script,
        }
    )
    lines = done.stdout.splitlines()
    told = [line for line in lines if line.startswith(("transactions.sql", "schema.sql"))]
    assert len(told) == 2, done.stdout + done.stderr
    assert told[0].startswith(f"transactions.sql:2: {ENGINES[1]} refuses it: ")
    assert told[1].startswith(f"transactions.sql:9: {ENGINES[1]} refuses it: ")


@lab
@built
def test_row_that_comes_first_on_one_engine_is_told_by_its_uuid(checked: Checked) -> None:
    done = checked(
        {
            "schema.sql": "CREATE TABLE t (id UUID PRIMARY KEY, rank INTEGER);\n",
            "data.sql": f"INSERT INTO t VALUES ('{UUIDS[0]}', NULL), ('{UUIDS[1]}', 1);\n",
            "transactions.sql": "SELECT id FROM t ORDER BY rank LIMIT 1;\n",
        }
    )
    words = f"id is {UUIDS[1]} in {ENGINES[0]}, and {UUIDS[0]} in {ENGINES[1]}"
    assert f"transactions.sql:1: {words}\n" in done.stdout
