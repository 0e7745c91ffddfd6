"""A large study is published in pieces: of a cell that was measured twice the newer rows count."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from study_rows import Study, phase_row

from scripts.store.__main__ import main

# Status by seed.
OLD = {1: "done", 2: "done", 3: "done", 5: "failed"}
NEW = {1: "not_run", 2: "done", 3: "failed", 4: "done", 5: "done", 6: "not_run"}


def measured(folder: Path, name: str, status: dict[int, str]) -> Path:
    """A database of one cell per seed, whose ids have the name in them."""
    study = Study(folder / name)
    study.folder.mkdir()
    for seed, ended in status.items():
        job = study.job("oltp", [("run", "sysbench/x")], {"engine": "mariadb-11.8", "seed": seed})
        job["cell_id"] += f"-{name}"
        if ended != "not_run":
            study.write(job, [phase_row(job, 0, 12)], status=ended)
    out = folder / f"{name}.duckdb"
    build = ["build", "--rows", str(study.rows), "--plan", str(study.plan()), "--partial"]
    assert main([*build, "--out", str(out)]) == 0
    return out


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """The old piece, with the new one added."""
    out = tmp_path / "kept"
    for name, status, add in (("old", OLD, []), ("new", NEW, ["--add"])):
        database = measured(tmp_path, name, status)
        assert main(["export", "--database", str(database), "--out", str(out), *add]) == 0
    return out


@pytest.mark.parametrize("table", ["cells", "phases"])
def test_newer_rows_are_taken_and_others_stay(published: Path, table: str) -> None:
    query = f"SELECT cell_id FROM '{published}/{table}.parquet' ORDER BY cell_id"
    assert [cell for (cell,) in duckdb.execute(query).fetchall()] == [
        "oltp-mariadb-11.8-1-old",
        "oltp-mariadb-11.8-2-new",
        "oltp-mariadb-11.8-3-old",
        "oltp-mariadb-11.8-4-new",
        "oltp-mariadb-11.8-5-new",
    ]


def test_pieces_are_one_study_again(published: Path, tmp_path: Path) -> None:
    restore = ["restore", "--reference", str(published), "--out", str(tmp_path / "all.duckdb")]
    assert main(restore) == 0
    with duckdb.connect(str(tmp_path / "all.duckdb")) as connection:
        assert connection.execute("SELECT count(*) FROM study").fetchall() == [(1,)]
        assert connection.execute("SELECT count(*) FROM experiments").fetchall() == [(1,)]


def test_rows_published_before_there_was_a_table_of_labs_take_new_ones(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    assert (
        main(["export", "--database", str(measured(tmp_path, "old", OLD)), "--out", str(out)]) == 0
    )
    (out / "labs.parquet").unlink()
    new = ["--database", str(measured(tmp_path, "new", NEW)), "--out", str(out), "--add"]
    assert main(["export", *new]) == 0
    assert duckdb.execute(f"SELECT lab FROM '{out}/labs.parquet'").fetchall() == [("virtual",)]
