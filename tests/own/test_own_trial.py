"""A workload on the engines themselves: what they refuse, and where they differ."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from sqlglot import parse_one

from scripts.advise.workload.fidelity import engine_to_ask
from scripts.data.own.content import read_rows
from scripts.data.own.schema import read_schema_of
from scripts.engines.mysql_protocol import trial as mysql_protocol
from scripts.engines.postgresql import trial as postgresql
from scripts.engines.trial import Answer
from scripts.own.__main__ import main
from scripts.own.compare import differences
from scripts.own.sample import contents_of, sample_of
from scripts.own.servers import (
    NoAnswerError,
    TrialError,
    asked,
    built_engines,
    newest_of,
    sweep,
)
from scripts.own.together import Together
from scripts.own.trial import IN_THE_END, Place, Trial
from scripts.own.values import Draws, NoValueError

PLACE = Place("transactions.sql", 3)


def said(*rows: tuple[str | None, ...], ordered: bool = False) -> Trial:
    return Trial("", [(PLACE, Answer(("a", "b"), rows), ordered)])


def found(one: Trial, another: Trial) -> list[str]:
    one.engine, another.engine = "one", "another"
    return [words for _, words in differences([one, another])]


@pytest.mark.parametrize(
    ("one", "another"),
    [
        (("t", "x"), ("1", "x")),
        (("12:00:00", "1:00:00.5"), ("12:00:00.000000", "1:00:00.500000")),
        (("ab   ", None), ("ab", None)),
        (("1.50", "3.3333"), ("1.5", "3.3333333333333333")),
        (("2026-01-01 10:00:00+00", "y"), ("2026-01-01 10:00:00.000000", "y")),
        (('{"a": 1, "b": [2]}', "x"), ('{"b":[2],"a":1}', "x")),
        (("\\x6162", "x"), ("ab", "x")),
        (
            ("0d4e2a3c-0000-4000-8000-000000000001", "x"),
            ("a1b2c3d4-0000-4000-8000-000000000002", "x"),
        ),
    ],
)
def test_what_is_only_written_otherwise_is_the_same(
    one: tuple[str | None, ...], another: tuple[str | None, ...]
) -> None:
    assert found(said(one), said(another)) == []


@pytest.mark.parametrize(
    ("one", "another", "words"),
    [
        (said(("1", "2")), said(("1", "2.5")), "b is 2 in one, and 2.5 in another"),
        (said(("1", None)), said(("1", "0")), "b is null in one, and 0 in another"),
        (said(("1", "x")), said(), "rows: 1 in one, and 0 in another"),
        (
            said(("1", "x"), ("2", "y"), ordered=True),
            said(("2", "y"), ("1", "x"), ordered=True),
            "the same rows come in another order",
        ),
        (
            said(("109000777777777778", "x")),
            said(("109000777777777776", "x")),
            "a is 109000777777777778 in one, and 109000777777777776 in another",
        ),
        (said(("a", "x")), said(("A", "x")), "a is a in one, and A in another"),
    ],
)
def test_what_differs_is_told_with_each_side(one: Trial, another: Trial, words: str) -> None:
    assert found(one, another) == [words]


def test_rows_without_an_order_may_come_in_any() -> None:
    one, another = said(("1", "x"), ("10", "y")), said(("10", "y"), ("1", "x"))
    assert found(one, another) == []


UUIDS = ("0d4e2a3c-0000-4000-8000-000000000001", "a1b2c3d4-0000-4000-8000-000000000002")


def test_values_of_rows_are_compared_whatever_they_are() -> None:
    one, another = said((UUIDS[0], "x")), said((UUIDS[1], "x"))
    one.engine, another.engine = "one", "another"
    assert [*differences([one, another])] == []
    words = f"a is {UUIDS[0]} in one, and {UUIDS[1]} in another"
    assert [*differences([one, another], UUIDS)] == [(PLACE, words)]
    assert len([*differences([one, another], [UUIDS[1].upper()])]) == 1
    times = ("2026-01-31 23:00:00", "2026-01-31 23:01:00")
    assert found(said((times[0], "x")), said((times[1], "x"))) == [
        f"a is {times[0]} in one, and {times[1]} in another"
    ]


def test_times_of_now_and_reckoned_from_now_are_the_same() -> None:
    for days in (0, 1, -400):
        one, another = said(), said()
        another.ended_s = one.began_s + 30
        moments = (one.began_s + 86400 * days, one.began_s + 86400 * days + 25)
        texts = [f"{datetime.fromtimestamp(each, UTC):%Y-%m-%d %H:%M:%S}.123" for each in moments]
        for trial, text in zip((one, another), texts, strict=True):
            trial.answers = [(PLACE, Answer(("a",), ((text,), ("x",))), False)]
        assert found(one, another) == []
        another.ended_s = one.began_s + 3
        assert bool(found(one, another)) == bool(days) or days == 0


def test_drawn_values_do_not_hide_other_columns() -> None:
    one = said((UUIDS[0], "1"), ("f" * 8 + UUIDS[0][8:], "2"))
    another = said((UUIDS[1], "2"), ("e" * 8 + UUIDS[0][8:], "1"))
    assert found(one, another) == []


def test_engines_wait_for_each_other_until_one_leaves() -> None:
    together = Together(3)
    with ThreadPoolExecutor(3) as pool:
        heard = [*pool.map(together.agree, range(3))]
        assert [sorted(each) for each in heard] == [[0, 1, 2]] * 3
        waiting = [pool.submit(together.agree, each) for each in "ab"]
        together.leave()
        assert {tuple(sorted(each.result(10))) for each in waiting} == {("a", "b")}


def test_rows_in_the_end_are_compared() -> None:
    place = Place("schema.sql", 1, f"the rows of t, {IN_THE_END}")
    one, another = (Trial("", [(place, Answer(("a",), rows), False)]) for rows in ([("1",)], []))
    assert found(one, another) == [f"the rows of t, {IN_THE_END}: rows: 1 in one, and 0 in another"]


def test_answers_of_psql() -> None:
    answer = postgresql.read('NOTICE:  table "t" does not exist, skipping\na,b\n1,\\N\n"x,y",\n')
    assert answer == Answer(("a", "b"), (("1", None), ("x,y", "")))
    assert postgresql.read("").rows == ()
    assert postgresql.read("ERROR:  no such thing at character 8\n").problem == (
        "no such thing at character 8"
    )
    text = postgresql.prepared("s1", "UPDATE t SET a = ? WHERE b = ?", 2)[0]
    assert text == "PREPARE s1 (bigint, bigint) AS UPDATE t SET a = $1 WHERE b = $2"


def test_answers_of_clients_in_batch_mode() -> None:
    assert mysql_protocol.read("a\tb\n1\tNULL\nx\\ty\t\nmark\n") == Answer(
        ("a", "b"), (("1", None), ("x\ty", ""))
    )
    assert mysql_protocol.read("mark\n") == Answer()
    refused = mysql_protocol.read("ERROR 1064 (42000) at line 7: near 'x'\nmark\n")
    assert refused.problem == "near 'x'"
    assert mysql_protocol.prepared("s1", "SELECT 'it''s'", 0)[0] == (
        "PREPARE s1 FROM 'SELECT ''it''''s'''"
    )


def test_sample_has_what_its_rows_refer_to(shop: Path) -> None:
    schema = read_schema_of(shop)
    rows = sample_of(shop, schema, 3)
    customers = {row[0] for row in rows["customers"]}
    assert {row[1] for row in rows["orders"]} <= customers
    assert len(rows["products"]) == 3
    assert len(rows["customers"]) >= 3
    assert {*read_rows(shop, schema)} == {*rows}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("random(1, max(products.id))", 2),
        ("min(products.id) + 9223372036854775807 - 1", 9223372036854775807),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("sequence(orders.id)", 4),
        ("count(orders)", 3),
        ("choose('a', 'b')", "b"),
        ("random_text(3, 5)", "abc"),
        ("greatest(1, 2.5)", 2.5),
    ],
)
def test_expressions_have_values_of_the_sample(shop: Path, expression: str, value: object) -> None:
    schema = read_schema_of(shop)
    rows = sample_of(shop, schema, 3)
    draws = Draws(schema, rows, contents_of(schema, rows), drawn=count(1))
    tree = parse_one(f"SELECT {expression}", dialect="postgres").expressions[0]
    assert draws.value(tree) == value


def test_expression_without_a_value_says_why(shop: Path) -> None:
    schema = read_schema_of(shop)
    rows = {name: [] for name in schema}
    draws = Draws(schema, rows, contents_of(schema, rows))
    tree = parse_one("SELECT max(orders.id)", dialect="postgres").expressions[0]
    with pytest.raises(NoValueError, match="there is no value"):
        draws.value(tree)


@pytest.fixture
def layers(tmp_path: Path) -> Path:
    """Layers of two releases, of a build from source, and of a patch."""
    names = ("postgresql-17", "postgresql-18", "postgresql-18-source")
    for name in (*names, "postgresql-18-flush-each-page-f686959051d9", "mariadb-99.1"):
        (tmp_path / "layers" / name).mkdir(parents=True)
        (tmp_path / "layers" / name / "image.erofs").touch()
    return tmp_path / "layers"


def test_patched_build_is_not_asked_unless_it_is_named(layers: Path) -> None:
    assert built_engines(layers) == ["postgresql-17", "postgresql-18"]
    assert newest_of(built_engines(layers)) == ["postgresql-18"]
    assert engine_to_ask("postgresql-16", layers) == "postgresql-18"
    patched = "postgresql-18-flush-each-page-f686959051d9"
    assert engine_to_ask(patched, layers) == patched
    assert engine_to_ask("mariadb-10.11", layers) is None


@pytest.mark.parametrize("engine", ["postgresql-77", "mysql", "../toolchain"])
def test_engine_that_is_not_there_is_not_advised_to_be_built(layers: Path, engine: str) -> None:
    with pytest.raises(TrialError) as caught, asked(engine, layers):
        pass
    words = str(caught.value)
    assert words.startswith(f'unknown engine "{engine}" (built: postgresql-17, postgresql-18; not')
    assert "mysql-9.7" in words
    with (
        pytest.raises(TrialError, match=r"build envs/mysql-9\.7\.yaml"),
        asked("mysql-9.7", layers),
    ):
        pass


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    living, dead = (f"bandwise-own-{number}-abc" for number in (os.getpid(), ended.pid))
    for name in (living, dead, "bandwise-own-other-1", "another"):
        (tmp_path / name / "tree").mkdir(parents=True)
    sweep(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {living, "bandwise-own-other-1", "another"}


def test_families_without_a_layer_are_named(
    shop: Path, layers: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (shop / "study.yaml").unlink()
    monkeypatch.setattr("scripts.own.__main__._tried", lambda *_: ([], set()))
    assert main(["check", str(shop), "--layers", str(layers)]) == 0
    said = capsys.readouterr().out
    assert "\nnot asked, as no layer of it is built yet: mariadb, mysql, myrocks\n" in said
    assert said.startswith("table ")
    assert "asked postgresql-18 with" in said
    assert said.endswith(", which refuses nothing; not asked: mariadb, mysql, myrocks\n")
    (layers / "mariadb-11.8").mkdir()
    (layers / "mariadb-11.8/image.erofs").touch()
    assert main(["check", str(shop), "--layers", str(layers)]) == 0
    assert capsys.readouterr().out.endswith(", and these agree; not asked: mysql, myrocks\n")


@pytest.mark.parametrize(("kind", "code"), [(TrialError, 0), (NoAnswerError, 1)])
def test_statement_without_an_end_is_an_error_and_a_server_without_a_start_is_none(
    shop: Path, layers: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Exception], code: int
) -> None:
    def tried(*_: object) -> object:
        raise kind("postgresql-18 gave no answer in 30 s to: SELECT 1")

    monkeypatch.setattr("scripts.own.__main__._tried", tried)
    assert main(["check", str(shop), "--layers", str(layers)]) == code
