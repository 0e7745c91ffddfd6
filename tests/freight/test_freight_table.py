"""The freight table: generated rows are the same bytes each time; the real file's are checked."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import duckdb
import pytest

from scripts.data.errors import DataError
from scripts.data.freight.columns import columns
from scripts.data.freight.rows import write_table

REAL = (
    '"","011","012","","","1","","01","1",12.5,3.25,1.5,"",120.1,"2012"\r\n'
    '"801","011","012","","3","1","","43","2",0.001,3e-3,1,2,3,"2018"\r\n'
)


def made(folder: Path, **dataset: Any) -> Path:
    """The file written for a dataset; ``file`` is in ``folder``."""
    write_table({"rows": None, "file": None, "seed": 1} | dataset, folder, folder)
    return folder / "faf451.csv"


def test_rows_are_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    text = made(tmp_path, rows=60_000).read_bytes()
    assert hashlib.sha256(text).hexdigest() == (
        "bdde25211de851ec09fce14e675d6c3f0a6943b2948bf967512bfcdff8cac286"
    )


def test_fewer_rows_are_the_first_of_more_only_by_whole_chunks(tmp_path: Path) -> None:
    more = made(tmp_path, rows=100_000).read_bytes()
    assert more.startswith(made(tmp_path, rows=50_000).read_bytes())
    assert more.count(b"\n") == 100_001


def test_another_seed_makes_other_rows(tmp_path: Path) -> None:
    assert made(tmp_path, rows=9).read_bytes() != made(tmp_path, rows=9, seed=2).read_bytes()


def test_generated_rows_have_the_table_s_types_and_its_nulls(tmp_path: Path) -> None:
    path = made(tmp_path, rows=20_000)
    types = ", ".join(f"{name} {kind}" for name, kind in columns().items())
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE faf451 ({types})")
        connection.execute(f"COPY faf451 FROM '{path}' (HEADER, NULLSTR 'NULL')")
        query = """
            SELECT count(*), count(*) FILTER (trade_type = '1'),
                bool_and((fr_origin IS NULL) = (trade_type <> '2')),
                bool_and((fr_dest IS NULL) = (trade_type <> '3')),
                bool_and((fr_origin IS NULL) = (fr_inmode IS NULL)),
                bool_and((fr_dest IS NULL) = (fr_outmode IS NULL)),
                bool_and((curval IS NULL) = (year NOT BETWEEN '2013' AND '2018')),
                max(length(dms_orig)), count(tons), min(tons) > 0
            FROM faf451
        """
        rows, domestic, *rules = connection.execute(query).fetchone() or ()
    assert rows == 20_000
    assert 0.45 < domestic / rows < 0.55
    assert rules == [True, True, True, True, True, 3, 20_000, True]


def test_real_rows_are_normalised(tmp_path: Path) -> None:
    heading = ",".join(columns())
    (tmp_path / "faf.csv").write_text(f"{heading}\n{REAL}")
    assert made(tmp_path, file="faf.csv").read_text().splitlines() == [
        heading,
        "NULL,011,012,NULL,NULL,1,NULL,01,1,12.5,3.25,1.5,NULL,120.1,2012",
        "801,011,012,NULL,3,1,NULL,43,2,0.001,3e-3,1,2,3,2018",
    ]


def test_real_file_is_loaded_again_until_there_are_rows_enough(tmp_path: Path) -> None:
    (tmp_path / "faf.csv").write_text(REAL)
    lines = made(tmp_path, file="faf.csv", rows=5).read_text().splitlines()[1:]
    assert lines == [lines[0], lines[1]] * 2 + [lines[0]]
    assert len(made(tmp_path, file="faf.csv", rows=1).read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("12.5", "12,5", "faf.csv:1: has 16 columns in place of 15"),
        ("12.5", "twelve", 'faf.csv:1: tons should be a number (got "twelve")'),
        ("12.5", "nan", 'faf.csv:1: tons should be a number (got "nan")'),
        ('"43"', '"143"', 'faf.csv:2: sctg2 should be a code of 2 at most (got "143")'),
        ('"801"', '"8\'1"', "faf.csv:2: fr_origin should be a code of 3 at most"),
    ],
)
def test_line_that_is_no_row_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "faf.csv").write_text(REAL.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        made(tmp_path, file="faf.csv")
    assert said in str(caught.value)


@pytest.mark.parametrize(("text", "said"), [(None, "No such file"), ("", "has no rows")])
def test_file_without_rows_is_named(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "faf.csv").write_text(text)
    with pytest.raises(DataError, match=rf"faf\.csv: .*{said}"):
        made(tmp_path, file="faf.csv", rows=3)
