"""Statistics become a workload of the same kind, without a value of the data, or are refused."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from production import SCHEMA, SECRET
from workload_cases import FOLDER, REAL

from scripts.advise.__main__ import main
from scripts.advise.rules import AdviseError
from scripts.advise.workload.fidelity import Compared, in_text
from scripts.advise.workload.folder import in_text as made_in_text
from scripts.advise.workload.folder import make_folder, sharing
from scripts.advise.workload.rows import make_rows
from scripts.advise.workload.statements import written
from scripts.advise.workload.statistics import (
    ColumnFacts,
    StatementFacts,
    Statistics,
    TableFacts,
    parse_statistics,
)
from scripts.advise.workload.trees import NoStatementError
from scripts.data.own.content import Content
from scripts.data.own.folder import read_folder
from scripts.data.own.schema import read_schema

VALUES = (FOLDER / "postgresql-17-values.txt").read_text(encoding="utf-8")


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    file = tmp_path / "dump.sql"
    file.write_text(SCHEMA)
    return file


def texts(folder: Path) -> str:
    return "".join(file.read_text() for file in folder.iterdir())


def column(folder: Path, table: str, name: str) -> list[str]:
    with (folder / f"{table}.csv").open() as file:
        return [row[name] for row in csv.DictReader(file)]


def test_a_workload_is_right_and_like_its_server(dump: Path, tmp_path: Path) -> None:
    found = parse_statistics(REAL, "s.txt")
    made = make_folder(tmp_path / "made", dump, found)
    folder = read_folder(tmp_path / "made")
    assert folder.tables == {"members": 500, "topics": 1000, "posts": 8000, "likes": 1246}
    assert [reason for _, reason in made.left] == ["reads no table"]
    # One member in 16 of those who liked, as in production; and 5 % of the topics are open.
    likes = Counter(column(tmp_path / "made", "likes", "member_id")).most_common(1)[0][1]
    assert likes / 1246 == pytest.approx(0.062, abs=0.02)
    states = Counter(column(tmp_path / "made", "topics", "state"))
    assert sorted(states.values())[0] / 1000 == pytest.approx(0.05, abs=0.02)
    assert len(set(column(tmp_path / "made", "members", "city"))) == pytest.approx(61, abs=4)
    bodies = column(tmp_path / "made", "posts", "body")
    assert np.mean([*map(len, bodies)]) == pytest.approx(204, abs=3)
    script = (tmp_path / "made/transactions.sql").read_text()
    assert "\\transaction select_posts_1 1514" in script
    assert "BETWEEN :v1 AND :v2" in script
    assert "\\set v2 :v1 + 19" in script
    assert re.search(r"BEGIN;\nUPDATE topics .*\nINSERT INTO posts .*\nCOMMIT;", script)
    # A client that held as many bodies as it draws from would need megabytes.
    assert "random_text(204, 204)" in script


def test_no_value_of_the_data_is_used_unless_it_is_asked_for(dump: Path, tmp_path: Path) -> None:
    assert SECRET in VALUES
    given = parse_statistics(REAL + VALUES, "s.txt")
    make_folder(tmp_path / "without", dump, given)
    assert SECRET not in texts(tmp_path / "without")
    make_folder(tmp_path / "kept", dump, given, keep_values=True)
    cities = column(tmp_path / "kept", "members", "city")
    share = cities.count(SECRET) / len(cities)
    facts = given.tables["members"].columns["city"]
    assert share == pytest.approx(facts.common[facts.values.index(SECRET)], abs=0.05)
    with pytest.raises(AdviseError, match=r"append the answer of .*postgresql_values\.sql"):
        make_folder(tmp_path / "no", dump, parse_statistics(REAL, "s.txt"), keep_values=True)


def test_cache_and_data_keep_their_proportion(dump: Path, tmp_path: Path) -> None:
    found = parse_statistics(REAL, "s.txt")
    tables = {
        name: replace(each, rows=each.rows * 64, bytes=each.bytes * 1000)
        for name, each in found.tables.items()
    }
    large = replace(found, tables=tables, memory_bytes=8 << 30, cache_bytes=2 << 30)
    made = make_folder(tmp_path / "made", dump, large)
    assert made.memory_mib == 128
    assert made.share == pytest.approx(128 / 8192)
    assert read_folder(tmp_path / "made").tables["posts"] == 8000
    assert made.cache_bytes == 32 << 20
    study = (tmp_path / "made/study.yaml").read_text()
    assert "engine_memory_mib: 128\n" in study
    assert "engines: [postgresql-17]" in study


@pytest.mark.parametrize(
    ("correlation", "low", "high"), [(1.0, 0.99, 1.0), (0.0, -0.05, 0.05), (-0.9, -1.0, -0.8)]
)
def test_rows_come_in_the_order_of_the_column(correlation: float, low: float, high: float) -> None:
    schema = read_schema("CREATE TABLE t (id BIGINT PRIMARY KEY, n INTEGER NOT NULL);")
    facts = TableFacts(5000, 1, {"n": ColumnFacts(-0.5, 0, 4, correlation)})
    made = make_rows(schema, statistics({"t": facts}), 1.0)
    values = [int(each or 0) for each in made.tables["t"]["n"]]
    assert low <= np.corrcoef(np.arange(5000), np.argsort(np.argsort(values)))[0, 1] <= high
    assert len(set(values)) == 2500


def statistics(tables: dict[str, TableFacts], family: str = "postgresql") -> Statistics:
    return Statistics("s", family, "17.1", 1 << 20, 1 << 30, 5, tables, ())


def test_every_type_has_values_that_the_check_takes() -> None:
    schema = read_schema(
        """CREATE TYPE mood AS ENUM ('sad', 'glad');
        CREATE TABLE t (id BIGSERIAL PRIMARY KEY, a SMALLINT UNIQUE, b DECIMAL(6,2),
        c CHAR(3) UNIQUE, d DATE, e TIMESTAMPTZ, f UUID UNIQUE, g JSONB, h BOOLEAN, i mood,
        j BYTEA, k INET, l TEXT[], m REAL, n TIME, o BIT(4), p VARCHAR(5) UNIQUE, q NUMERIC,
        r INTERVAL, s TSVECTOR, w INT4RANGE, u TEXT CHECK (u IN ('x', 'y')));""",
        ["enum-order", "numeric", "type", "text-key", "check"],
    )
    made = make_rows(schema, statistics({"t": TableFacts(3000, 1)}), 1.0)
    assert made.rows("t") == 3000
    assert set(made.tables["t"]["u"]) == {"x", "y"}
    assert set(made.tables["t"]["w"]) == {None}
    assert any("w: int4range" in note for note in made.notes)


CYCLE = """
CREATE TABLE a (b_id BIGINT PRIMARY KEY);
CREATE TABLE b (a_id BIGINT PRIMARY KEY);
ALTER TABLE b ADD FOREIGN KEY (a_id) REFERENCES a (b_id);
ALTER TABLE a ADD FOREIGN KEY (b_id) REFERENCES b (a_id);
"""


def test_a_cycle_of_foreign_keys_is_filled_or_refused() -> None:
    tables = {"a": TableFacts(50, 1), "b": TableFacts(50, 1)}
    refused = read_schema(CYCLE)
    with pytest.raises(AdviseError, match=r"a, b refer to each other in a cycle"):
        make_rows(refused, statistics(tables), 1.0)
    plain = read_schema(
        "CREATE TABLE a (id BIGINT PRIMARY KEY, b_id BIGINT NOT NULL);"
        "CREATE TABLE b (id BIGINT PRIMARY KEY, a_id BIGINT REFERENCES a (id));"
        "ALTER TABLE a ADD FOREIGN KEY (b_id) REFERENCES b (id);"
    )
    made = make_rows(plain, statistics(tables), 1.0)
    assert {*made.tables["a"]["b_id"]} <= {*made.tables["b"]["id"]}
    assert {*made.tables["b"]["a_id"]} <= {*made.tables["a"]["id"]}


@pytest.mark.parametrize("key", ["", " NOT NULL", " UNIQUE"])
def test_rows_of_a_tree_have_no_circle(key: str) -> None:
    """A recursive statement would come to no end."""
    columns = f"id BIGINT PRIMARY KEY, p BIGINT{key} REFERENCES t (id)"
    schema = read_schema(f"CREATE TABLE t ({columns});")
    made = make_rows(schema, statistics({"t": TableFacts(3000, 1)}), 1.0).tables["t"]
    parents = dict(zip(made["id"], made["p"], strict=True))
    assert len(parents) > 2000
    root = made["id"][0]
    assert parents.pop(root) == (root if "NOT" in key else None)
    assert all(parent is None or int(parent) < int(child) for child, parent in parents.items())


SHOP = read_schema(
    """CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(30), code UUID UNIQUE, day DATE,
    n INTEGER);
    CREATE TABLE u (t_id BIGINT REFERENCES t (id), m BIGINT REFERENCES t (id),
    PRIMARY KEY (t_id, m));
    CREATE TABLE v (t_id BIGINT REFERENCES t (id), line SMALLINT, at TIMESTAMPTZ, j JSONB,
    PRIMARY KEY (t_id, line));"""
)
CONTENTS = {
    "t": Content(50_000, 1, {"id": 1, "n": 1}, {"id": 50_000, "n": 100}),
    "u": Content(50_000, 1, {"t_id": 1, "m": 1}, {"t_id": 50_000, "m": 50_000}),
    "v": Content(50_000, 1, {"t_id": 1, "line": 1}, {"t_id": 50_000, "line": 9}),
}


def as_written(text: str, family: str = "postgresql", rows: int = 10) -> tuple[str, dict[str, str]]:
    facts = StatementFacts("1", text, 10, rows)
    found = written(facts, statistics({}, family), SHOP, CONTENTS)
    return found.text, dict(found.draws)


@pytest.mark.parametrize(
    ("text", "family", "expected", "draws"),
    [
        ("SELECT name FROM t WHERE id = $1 FOR UPDATE SKIP LOCKED", "postgresql",
         "SELECT name FROM t WHERE id = :v1 FOR UPDATE SKIP LOCKED",
         {"v1": "random(1, max(t.id))"}),
        ("SELECT name FROM t WHERE id = $1 FOR UPDATE NOWAIT", "postgresql",
         "SELECT name FROM t WHERE id = :v1 FOR UPDATE", {"v1": "random(1, max(t.id))"}),
        ("SELECT name FROM t AS x WHERE x.name = $1::text AND x.id > $2 LIMIT $3", "postgresql",
         "SELECT name FROM t AS x WHERE x.name = :v1 AND x.id > :v2 LIMIT 1",
         {"v1": "from_rows(t.name)", "v2": "random(1, max(t.id))"}),
        ("SELECT name FROM t WHERE id IN ($1,$2)", "postgresql",
         "SELECT name FROM t WHERE id IN (:v1, :v2)",
         {"v1": "random(1, max(t.id))", "v2": "random(1, max(t.id))"}),
        ("SELECT * FROM t WHERE id = ANY($1)", "postgresql",
         "SELECT * FROM t WHERE id IN (:v1)", {"v1": "random(1, max(t.id))"}),
        ("UPDATE t SET n = n + $1 WHERE id = $2 RETURNING n", "postgresql",
         "UPDATE t SET n = n + 1 WHERE id = :v1", {"v1": "random(1, max(t.id))"}),
        ("INSERT INTO t (id, name, n) VALUES ($1, $2, $3)", "postgresql",
         "INSERT INTO t (id, name, n) VALUES (:v1, :v2, :v3)",
         {"v1": "sequence(t.id)", "v2": "from_rows(t.name)", "v3": "from_rows(t.n)"}),
        ("INSERT INTO u VALUES ($1, $2)", "postgresql",
         "INSERT INTO u VALUES (:v1, :v2) ON CONFLICT DO NOTHING",
         {"v1": "from_rows(u.t_id)", "v2": "from_rows(u.m)"}),
        ("SELECT id FROM t WHERE lower(name) = lower($1) AND n IS NULL", "postgresql",
         "SELECT id FROM t WHERE LOWER(name) = LOWER(:v1) AND n IS NULL",
         {"v1": "from_rows(t.name)"}),
        ("SELECT count(*) FROM v WHERE at > now() - interval $1 AND line = $2", "postgresql",
         "SELECT COUNT(*) FROM v WHERE at > CURRENT_TIMESTAMP - INTERVAL '1 DAY' AND line = :v1",
         {"v1": "from_rows(v.line)"}),
        ("SELECT 1 FROM v WHERE at > now() - $1::interval AND at < now() - $2", "postgresql",
         "SELECT 1 FROM v WHERE at > CURRENT_TIMESTAMP - INTERVAL '1 DAY' AND at < "
         "CURRENT_TIMESTAMP - INTERVAL '1 DAY'", {}),
        ("SELECT date_trunc($1, at) AS d, j->>$2 FROM v WHERE at >= $3", "postgresql",
         "SELECT DATE_TRUNC('DAY', at) AS d, j ->> 'v' FROM v WHERE at >= :v1",
         {"v1": "from_rows(v.at)"}),
        ("SELECT CASE WHEN n = $1 THEN $2 ELSE $3 END AS x FROM t WHERE length(name) > $4",
         "postgresql", "SELECT CASE WHEN n = :v1 THEN 1 ELSE 1 END AS x FROM t WHERE "
         "LENGTH(name) > 1", {"v1": "from_rows(t.n)"}),
        ("SELECT `n` FROM `t` WHERE `day` > NOW ( ) - INTERVAL ? MONTH", "mysql",
         "SELECT n FROM t WHERE day > NOW() - INTERVAL '1 MONTH'", {}),
        # Of numbers that end soon, a sequence would end the run.
        ("INSERT INTO v (t_id, line) VALUES ($1, $2)", "postgresql",
         "INSERT INTO v (t_id, line) VALUES (:v1, :v2) ON CONFLICT DO NOTHING",
         {"v1": "from_rows(v.t_id)", "v2": "random(1, 32767)"}),
        ("SELECT `name` FROM `t` WHERE `id` IN (...)", "mysql",
         "SELECT name FROM t WHERE id IN (:v1)", {"v1": "random(1, max(t.id))"}),
        ("INSERT INTO `t` ( `id` , `name` ) VALUES (...) /* , ... */", "mariadb",
         "INSERT INTO t (id, name) VALUES (:v1, :v2)",
         {"v1": "sequence(t.id)", "v2": "from_rows(t.name)"}),
        ("SELECT COUNT ( * ) FROM `t` WHERE `n` >= ? AND `n` < ?", "mysql",
         "SELECT COUNT(*) FROM t WHERE n >= :v1 AND n <= :v2",
         {"v1": "from_rows(t.n)", "v2": ":v1 + 0"}),
    ],
)  # fmt: skip
def test_a_statement_draws_from_its_columns(
    text: str, family: str, expected: str, draws: dict[str, str]
) -> None:
    found, got = as_written(text, family)
    assert re.sub(r'["`]', "", found) == expected
    assert got == draws


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SELECT 1", "reads no table"),
        ("VACUUM t", "is no SELECT"),
        ("SELECT * FROM other WHERE id = $1", "table other is not in the schema"),
        ("SELECT * FROM t WHERE missing = $1", "column missing is not in the schema"),
        ("SELECT n FROM t WHERE width_bucket(n, $1, 9, 3) = 1", r"stands in width_bucket\(\), of"),
        ("SELECT n FROM t WHERE md5(name) = $1", r"is compared with md5\(\)"),
        ("SELECT CASE WHEN n = 1 THEN $1 ELSE name END FROM t", "stands in CASE"),
        ("INSERT INTO t (id, code) VALUES ($1, $2)", "no draw makes new values of t.code"),
        ("DELETE FROM t WHERE id = $1", "rows of u refer to what it deletes"),
        ("SELECT * FROM t WHERE name = ...", "cut off"),
        ("SELECT FROM WHERE ((", "is not SQL"),
    ],
)
def test_a_statement_that_is_left_out_says_why(text: str, why: str) -> None:
    with pytest.raises(NoStatementError, match=why):
        as_written(text)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("INSERT INTO members VALUES (1, 'a', 'b', '2020-01-01');", "is a dump with data"),
        ("COPY members FROM stdin;\n1\ta\tb\t2020-01-01\n\\.\n", "is a dump with data"),
        ("CREATE TABLE x (y FRUIT);", "unknown type FRUIT"),
    ],
)
def test_a_dump_that_does_not_fit_is_refused_and_leaves_nothing(
    dump: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str, words: str
) -> None:
    dump.write_text(SCHEMA + more)
    (tmp_path / "s.txt").write_text(REAL)
    given = [str(tmp_path / "made"), "--schema", str(dump), "--statistics", str(tmp_path / "s.txt")]
    assert main(["workload", *given]) == 1
    assert words in capsys.readouterr().err
    assert {each.name for each in tmp_path.iterdir()} == {"dump.sql", "s.txt"}


def test_a_dump_is_read_as_powershell_writes_it_and_as_text_alone(
    dump: Path, tmp_path: Path
) -> None:
    found = parse_statistics(REAL, "s.txt")
    dump.write_text(SCHEMA, encoding="utf-16")
    made = make_folder(tmp_path / "made", dump, found)
    assert len(made.statements) > 5
    dump.write_bytes(b"PGDMP\x01\x10")
    with pytest.raises(AdviseError, match=r"dump\.sql: is no plain text: take a dump without -F"):
        make_folder(tmp_path / "other", dump, found)


def test_differences_between_engines_are_accepted_and_said(dump: Path, tmp_path: Path) -> None:
    dump.write_text(SCHEMA + "CREATE INDEX part ON topics (id) WHERE state = 'open';")
    made = make_folder(tmp_path / "made", dump, parse_statistics(REAL, "s.txt"))
    assert made.accepted == ["partial-index"]
    assert (tmp_path / "made/accepted.txt").read_text() == "partial-index\n"


def test_statements_of_a_transaction_share_the_rows_that_they_draw_by_a_key() -> None:
    texts = (
        "SELECT n FROM t WHERE id = $1 FOR UPDATE",
        "UPDATE t SET n = $1 WHERE id = $2",
        "UPDATE t SET n = $1 WHERE id IN ($2, $3)",
    )
    facts = [StatementFacts("1", text, 10, 10) for text in texts]
    found = [written(each, statistics({}), SHOP, CONTENTS) for each in facts]
    draws = [each.draws for each in sharing(found, ["a", "b", "c"], SHOP)]
    assert draws == [
        [("v1", "random(1, max(t.id))")],
        [("v1", "from_rows(t.n)"), ("v2", ":av1")],
        [("v1", "from_rows(t.n)"), ("v2", ":av1"), ("v3", "random(1, max(t.id))")],
    ]


def test_what_is_off_is_named_before_the_table() -> None:
    good = Compared("select_a_1", 0.5, 10, {"pages_read": (2.0, 3.0), "rows": (1.0, 1.0)})
    bad = Compared("select_b_1", 0.5, 10, {"pages_read": (2.0, 5.0), "rows": (1.0, 0.0)})
    small = Compared("select_c_1", 0.0, 0, {"pages_read": (0.1, 0.4)})
    lines = in_text([good, bad, small], "postgresql-17")
    assert lines[1] == "OFF BY MORE THAN 2 TIMES: select_b_1 (pages read, rows)"
    assert lines[2].endswith("not compared: select_c_1")
    assert (good.off, small.off) == ([], [])
    assert "No count is off" in in_text([good], "postgresql-17")[1]


def test_names_in_statistics_stay_in_their_line(dump: Path, tmp_path: Path) -> None:
    rows = [row[0] for row in csv.reader(REAL.splitlines()) if row]
    fact = {"kind": "statement", "id": "9", "calls": 5, "rows": 5,
            "text": "SELECT\n\\transaction evil 9 \x1b[31m FROM t -- $1"}  # fmt: skip
    rows.insert(5, f"bandwise_workload {json.dumps(fact)}")
    made = make_folder(tmp_path / "made", dump, parse_statistics("\n".join(rows), "s.txt"))
    assert "evil" not in (tmp_path / "made/transactions.sql").read_text()
    assert len(made.left) == 2
    said = "\n".join(made_in_text(made, parse_statistics("\n".join(rows), "s.txt")))
    assert "\x1b" not in said
    assert "evil 9 ?[31m FROM t" in said


def test_a_dump_of_another_database_is_refused_and_a_smaller_one_said(
    dump: Path, tmp_path: Path
) -> None:
    found = parse_statistics(REAL, "s.txt")
    dump.write_text("CREATE TABLE other (id BIGINT PRIMARY KEY);")
    with pytest.raises(AdviseError, match=r"no statement can be .*not in the schema"):
        make_folder(tmp_path / "made", dump, found)
    dump.write_text(SCHEMA.partition("CREATE TABLE likes")[0])
    made = make_folder(tmp_path / "made", dump, found)
    assert "in the statistics and not in the schema: likes" in made.notes
