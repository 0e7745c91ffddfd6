"""Measured rows against the published ones, on the published rows themselves."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from scripts.plan import load_study, plan
from scripts.verify.__main__ import main
from scripts.verify.published import compare_published, published_cells

REFERENCE = Path(__file__).parents[2] / "reference"
DEFAULT = Path(__file__).parents[2] / "config/config.yaml"


@pytest.fixture
def cell(tmp_path: Path) -> Path:
    """The rows folder of one published cell, as measuring it would leave it."""
    folder = tmp_path / min(published_cells(REFERENCE))
    folder.mkdir()
    for file in REFERENCE.glob("*.parquet"):
        columns = duckdb.execute("DESCRIBE FROM read_parquet(?)", [str(file)]).fetchall()
        if "cell_id" in [name for name, *_ in columns]:
            copy(f"FROM '{file}' WHERE cell_id = '{folder.name}'", folder / file.name)
    (folder / "rows.json").write_text("{}")
    return folder


def verify(cell: Path) -> int:
    """Compare the cell's rows with the published ones as the workflow does; the exit code."""
    out, names = cell.with_name("published.json"), cell.with_name("names")
    names.write_text(f"{cell.name}\n")
    rows = [
        str(cell.parent),
        "--names",
        str(names),
        "--reference",
        str(REFERENCE),
        "--out",
        str(out),
    ]
    return main(["published", *rows]) or main(["report-published", str(out)])


def copy(query: str, path: Path) -> None:
    """Write what a query gives as a Parquet file."""
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")


def change(cell: Path, table: str, query: str) -> None:
    """Write a cell's table again, as `query` on ``t`` gives it."""
    path, beside = cell / f"{table}.parquet", cell / "changed.parquet"
    copy(f"WITH t AS (FROM '{path}') {query}", beside)
    beside.replace(path)


def test_same_rows_are_as_published(cell: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(cell) == 0
    assert "every row equals the published one" in capsys.readouterr().out


def test_one_digit_of_one_row_differs(cell: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(cell, "steps", "SELECT * REPLACE (end_ns + (step_index = 1)::BIGINT AS end_ns) FROM t")
    assert compare_published(cell.name, cell, REFERENCE).differing == {"steps": 2}
    assert verify(cell) == 1
    assert "1 cells differ from the published rows" in capsys.readouterr().out


def test_row_that_stands_twice_differs(cell: Path) -> None:
    change(cell, "steps", "(FROM t) UNION ALL (FROM t WHERE step_index = 0)")
    assert compare_published(cell.name, cell, REFERENCE).differing == {"steps": 1}


def test_table_that_is_missing_differs(cell: Path) -> None:
    (cell / "steps.parquet").unlink()
    assert compare_published(cell.name, cell, REFERENCE).differing.keys() == {"steps"}


def test_which_qemu_it_was_is_no_result(cell: Path) -> None:
    other = "CASE WHEN key = 'machine/layer.qemu' THEN 'another' ELSE value END"
    change(cell, "provenance", f"SELECT * REPLACE ({other} AS value) FROM t")
    assert compare_published(cell.name, cell, REFERENCE).identical


def test_other_layer_is_named_as_the_first_place_to_look(
    cell: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query = "SELECT * REPLACE (replace(value, '0', '1') AS value) FROM t"
    change(cell, "provenance", query)
    verify(cell)
    assert "measured with another" in capsys.readouterr().out


def test_cell_that_was_not_measured_is_one_line(
    cell: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(cell)
    assert verify(cell) == 1
    assert "measure the cell" in capsys.readouterr().err


def test_rows_of_other_parsers_are_one_line(cell: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(cell, "steps", "SELECT *, 1 AS another FROM t")
    assert verify(cell) == 1
    assert "another version of the parsers" in capsys.readouterr().err


def test_default_study_can_be_held_against_the_published_rows() -> None:
    planned = plan(load_study(DEFAULT))
    published = published_cells(REFERENCE)
    assert len(published & {cell.id for cell in planned.cells}) > 50
    sample = planned.sample(2, among=published)
    assert len(sample) == 2
    assert set(sample) <= published
