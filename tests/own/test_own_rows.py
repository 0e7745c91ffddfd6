"""Rows are what the user wrote, or are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.data.own.build import fitting
from scripts.data.own.content import read_rows, write_rows
from scripts.data.own.errors import OwnError
from scripts.data.own.expressions import ROWS_BYTES
from scripts.data.own.schema import read_schema

SCHEMA = """
CREATE TABLE owners (id BIGINT PRIMARY KEY, name VARCHAR(10) UNIQUE);
CREATE TABLE things (
    id SERIAL PRIMARY KEY,
    owner BIGINT REFERENCES owners (id),
    size REAL DEFAULT 1.5,
    made DATE DEFAULT CURRENT_DATE,
    note VARCHAR(20) DEFAULT 'none'
);
"""


def written(tmp_path: Path, inserts: str, table: str = "things") -> list[str]:
    """The rows of a table as loaders get them."""
    (tmp_path / "data.sql").write_text(inserts)
    out = tmp_path / "out"
    out.mkdir()
    write_rows(tmp_path, read_schema(SCHEMA), out)
    return (out / f"{table}.csv").read_text().splitlines()[1:]


def refused(tmp_path: Path, inserts: str) -> str:
    (tmp_path / "data.sql").write_text(inserts)
    with pytest.raises(OwnError) as caught:
        read_rows(tmp_path, read_schema(SCHEMA))
    return str(caught.value)


def test_literals_are_taken_as_they_are(tmp_path: Path) -> None:
    rows = written(
        tmp_path,
        "INSERT INTO owners VALUES (9223372036854775807, 'it''s'), (-5, NULL);\n"
        "INSERT INTO things VALUES (1, -5, -2.5, DATE '2026-01-31', 'a\\b');\n",
    )
    assert rows == ["1,-5,-2.5,2026-01-31,a\\b"]
    owners = (tmp_path / "out/owners.csv").read_text().splitlines()[1:]
    assert owners == ["9223372036854775807,it's", "-5,NULL"]


def test_column_that_is_left_out_gets_its_default(tmp_path: Path) -> None:
    rows = written(tmp_path, "INSERT INTO things (made) VALUES ('2026-01-31'), ('2026-02-01');")
    assert rows == ["1,NULL,1.5,2026-01-31,none", "2,NULL,1.5,2026-02-01,none"]


@pytest.mark.parametrize(
    "value",
    ["2*3", "1+4", "0x10", "'a' || 'b'", "upper('abc')", "abc", "'3'::int + 1", "-(1+2)", "now()"],
)
def test_expression_is_no_literal(tmp_path: Path, value: str) -> None:
    said = refused(tmp_path, f"INSERT INTO owners (id, name)\nVALUES (1, {value});")
    assert said.startswith("data.sql:1: owners.name must be a literal (got ")


@pytest.mark.parametrize(
    ("inserts", "expected"),
    [
        (
            "INSERT INTO things (id) VALUES (1);",
            "data.sql:1: things.made must be a literal (its default is CURRENT_DATE)",
        ),
        (
            "INSERT INTO owners VALUES (1, 'a') ON CONFLICT DO NOTHING;",
            "data.sql:1: must be INSERT INTO table (columns) VALUES (...), (...), and nothing more",
        ),
        (
            "INSERT INTO owners VALUES (1, 'a');\nINSERT INTO owners VALUES (2, 'a');",
            "data.sql:2: name a is there twice (first in line 1)",
        ),
        (
            "INSERT INTO owners VALUES (1, 'a'), (2, 'a ');",
            "name a  is there twice (first in line 1): some engines ignore spaces at the end",
        ),
        (
            "INSERT INTO things VALUES (1, 7, 1, '2026-01-31', '');",
            "data.sql:1: owner 7 is in no row of owners (id)",
        ),
        (
            "INSERT INTO things VALUES (1, NULL, 1e39, '2026-01-31', '');",
            "size must be a number of single precision, up to 3.4e38",
        ),
    ],
)
def test_row_that_an_engine_would_refuse(tmp_path: Path, inserts: str, expected: str) -> None:
    assert expected in refused(tmp_path, inserts)


def test_keys_with_a_null_may_be_there_twice(tmp_path: Path) -> None:
    (tmp_path / "data.sql").write_text("INSERT INTO owners VALUES (1, NULL), (2, NULL);")
    assert read_rows(tmp_path, read_schema(SCHEMA))["owners"].rows == 2


def test_csv_of_a_spreadsheet(tmp_path: Path) -> None:
    (tmp_path / "owners.csv").write_text("\ufeffid,name\n1,a\n", encoding="utf-8")
    assert read_rows(tmp_path, read_schema(SCHEMA))["owners"].rows == 1
    for text, message in (
        ("id;name\n1;a\n", r"owners\.csv:1: columns are .* and not by semicolons"),
        ("id\tname\n1\ta\n", r"owners\.csv:1: columns are .* and not by tabs"),
        ("id,name\n1,\\N\n", r"owners\.csv:2: \\N is no null here: leave the field empty"),
    ):
        (tmp_path / "owners.csv").write_text(text)
        with pytest.raises(OwnError, match=message):
            read_rows(tmp_path, read_schema(SCHEMA))


def test_values_that_scripts_hold_fit_a_guest() -> None:
    small = {"rows_t_a": ["1", "2"]}
    assert fitting(small) == small
    wide = {"rows_t_a": ["x" * 96] * 9_000, "rows_t_b": ["y" * 6] * 10_000}
    fitted = fitting(wide)
    assert sum(len(each) + 4 for values in fitted.values() for each in values) <= ROWS_BYTES
    assert len(fitted["rows_t_a"]) / 9_000 == pytest.approx(len(fitted["rows_t_b"]) / 10_000, 0.01)
