"""The study that repeats a published cell, which its page names."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from scripts.plan.shipped import DEFAULT, studies_of_cells
from scripts.store.load import load_repeats

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def studies() -> dict[str, tuple[str, str]]:
    return studies_of_cells(REPOSITORY)


def test_each_published_cell_that_a_study_measures_names_it(
    published: Path, studies: dict[str, tuple[str, str]]
) -> None:
    with duckdb.connect(published, read_only=True) as connection:
        cells = {cell for (cell,) in connection.sql("SELECT cell_id FROM cells").fetchall()}
        repeats = connection.sql("SELECT cell_id, config_file, results_dir FROM repeats").fetchall()
    named = {cell: (file, folder) for cell, file, folder in repeats}
    assert named == {cell: study for cell, study in studies.items() if cell in cells}
    assert {DEFAULT, "config/survey.yaml", "config/releases.yaml"} <= {
        file for file, _ in named.values()
    }


def test_what_the_default_study_has_needs_no_other(studies: dict[str, tuple[str, str]]) -> None:
    """The survey has most of the default study's cells, too."""
    assert ("config/config.yaml", "results") in studies.values()
    assert ("config/releases.yaml", "results/releases") in studies.values()


def test_a_file_that_is_no_study_measures_nothing(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "claims.yaml").write_text((REPOSITORY / "config/claims.yaml").read_text("utf-8"))
    (config / "draft.yaml").write_text("engines: [")
    assert studies_of_cells(tmp_path) == {}


def test_a_database_without_the_cells_names_no_study_for_them() -> None:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE cells (cell_id VARCHAR)")
        connection.execute("CREATE TABLE repeats (cell_id VARCHAR, file VARCHAR, folder VARCHAR)")
        connection.execute("INSERT INTO cells VALUES ('a'), ('b')")
        load_repeats(connection, {"b": ("config/b.yaml", "results/b"), "c": ("c", "c")})
        assert connection.sql("FROM repeats").fetchall() == [("b", "config/b.yaml", "results/b")]
        load_repeats(connection, {})
