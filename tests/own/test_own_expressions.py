"""What expressions of `\\set` become: Lua that computes as pgbench does."""

from __future__ import annotations

import pytest
from sqlglot import parse_one

from scripts.data.own.expressions import ExpressionError, Scope, compiled
from scripts.data.own.lua import script_of
from scripts.data.own.transactions import read_script


def lua(expression: str) -> str:
    tree = parse_one(f"SELECT {expression}", dialect="postgres").expressions[0]
    return compiled(tree, Scope({}, {}, {"x": "integer"})).lua


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("- -3", "number.negate(-3LL)"),
        ("5 - - -3", "number.subtract(5LL, number.negate(-3LL))"),
        ("-(-:x)", "number.negate(number.negate(v_x))"),
        ("9007199254740993", "9007199254740993LL"),
        ("-9223372036854775808", "(-9223372036854775807LL - 1)"),
        ("1.5 * :x", "number.multiply(1.5, v_x)"),
        ("-5 % 3", "number.remainder(-5LL, 3LL)"),
        ("(:x - 7) / 3", "number.divide(number.subtract(v_x, 7LL), 3LL)"),
    ],
)
def test_whole_numbers_are_computed_in_64_bits(expression: str, expected: str) -> None:
    assert lua(expression) == expected
    assert "--" not in lua(expression), "two signs begin a comment of Lua's"


def test_number_of_more_than_64_bits_is_refused() -> None:
    with pytest.raises(ExpressionError, match="has more than 64 bits"):
        lua("9223372036854775808")


def test_a_sign_before_a_variable_is_no_comment_of_sql() -> None:
    text = "\\set x -3\nSELECT 1 AS y \\gset\nSELECT -:x, 2 - :x, -:y;\n"
    script = read_script(text, "own.sql", {}, {})
    for family in ("postgresql", "mariadb"):
        sent = script_of(script, family, {})
        # Values that a row gave are sent as texts, so the statement is one text with all of them.
        assert "-(%s)" in sent
        assert "2 - %s" in sent
        assert "-%s" not in sent.replace("2 - %s", "")
