"""What expressions of `\\set` become: Lua that computes as pgbench does."""

from __future__ import annotations

import pytest
from sqlglot import parse_one

from scripts.data.own.expressions import Scope, compiled
from scripts.data.own.lua import script_of
from scripts.data.own.transactions import read_script


def lua(expression: str) -> str:
    tree = parse_one(f"SELECT {expression}", dialect="postgres").expressions[0]
    return compiled(tree, Scope({}, {}, {"x": "integer"})).lua


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("- -3", "-(-3)"),
        ("5 - - -3", "5 - -(-3)"),
        ("-(-:x)", "-(-v_x)"),
        ("- - -:x", "-(-(-v_x))"),
        ("-:x", "-v_x"),
    ],
)
def test_d17_two_signs_are_no_comment_of_lua(expression: str, expected: str) -> None:
    assert lua(expression) == expected
    assert "--" not in lua(expression)


def test_d17_a_remainder_has_the_sign_of_what_is_divided() -> None:
    assert lua("-5 % 3") == "math.fmod(-5, 3)"
    assert lua("(:x - 7) % 3 * 2") == "math.fmod((v_x - 7), 3) * 2"
    assert lua("mod(:x, 3) + 1").startswith("math.fmod(")


def test_d17_a_sign_before_a_variable_is_no_comment_of_sql() -> None:
    text = "\\set x -3\nSELECT 1 AS y \\gset\nSELECT -:x, 2 - :x, -:y;\n"
    script = read_script(text, "own.sql", {}, {})
    for family in ("postgresql", "mariadb"):
        sent = script_of(script, family, {})
        # Values that a row gave are sent as texts, so the statement is one text with all of them.
        assert "-(%s)" in sent
        assert "2 - %s" in sent
        assert "-%s" not in sent.replace("2 - %s", "")
