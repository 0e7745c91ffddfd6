"""The rows of many cells: those that have changed, by a few processes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cell_folders import make_cell

from scripts.ingest.__main__ import main
from scripts.ingest.many import parse_cells

NAMES = [f"cell-{number}" for number in range(9)]


@pytest.fixture
def cells(tmp_path: Path) -> Path:
    """Nine cells, alike."""
    made = make_cell(tmp_path / "made")
    for name in NAMES:
        shutil.copytree(made, tmp_path / "cells" / name)
    return tmp_path / "cells"


def contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def times(folder: Path) -> dict[str, int]:
    return {name: (folder / name / "rows.json").stat().st_mtime_ns for name in NAMES}


def test_several_processes_write_the_same_bytes_as_one(cells: Path, tmp_path: Path) -> None:
    for workers, out in ((1, "one"), (3, "three")):
        assert parse_cells(NAMES, cells, tmp_path / out, "a", workers) == []
    assert contents(tmp_path / "one") == contents(tmp_path / "three")
    made = json.loads((tmp_path / "one/rows.json").read_text())["cells"]
    assert list(made) == NAMES


def test_only_what_has_changed_is_parsed_again(cells: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows"
    parse_cells(NAMES, cells, out, "a", 1)
    before = times(out)
    outcome = json.loads((cells / NAMES[1] / "outcome.json").read_text())
    (cells / NAMES[1] / "outcome.json").write_text(json.dumps(outcome | {"virtual_s": 1.0}))
    (out / NAMES[2] / "phases.parquet").unlink()
    (out / NAMES[3] / "phases.parquet").write_text("damaged")
    (out / NAMES[4] / "rows.json").write_text("[")
    parse_cells(NAMES, cells, out, "a", 2)
    after = times(out)
    assert [name for name in NAMES if after[name] != before[name]] == NAMES[1:5]
    parse_cells(NAMES, cells, out, "b", 1)
    assert not [name for name in NAMES if times(out)[name] == after[name]], "other parsers"


def test_cell_that_is_none_costs_no_other_its_rows(
    cells: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (cells / NAMES[0] / "job.json").unlink()
    (tmp_path / "names").write_text("".join(f"{name}\n" for name in NAMES))
    out = tmp_path / "rows"
    command = ["cells", str(cells), "--names", str(tmp_path / "names"), "--out", str(out)]
    assert main([*command, "--workers", "2"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "not a cell, as job.json is missing" in said
    assert not (out / "rows.json").exists()
    assert all((out / name / "rows.json").exists() for name in NAMES[1:])
