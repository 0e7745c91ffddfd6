"""The table of labs: of cells of several labs, of rows that do not describe theirs."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from study_rows import Study, oltp_study

from scripts.lab.registry import lab_named
from scripts.store.__main__ import main

COLUMNS = "lab, deterministic, snapshots, real_time, exclusive, cpus, clock"
VIRTUAL = ("virtual", True, True, False, False, 8, "instructions")
VIRTUAL_BLOCK = lab_named("virtual").block()
HOST = ("host", False, False, True, True, None, "host")


def add_host_cell(study: Study) -> str:
    """One of the study's cells once more, in the other lab; its id."""
    first = study.jobs[0]
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], {"engine": "mariadb-11.8"})
    job |= {"cell_id": "oltp-host", "lab": lab_named("host").block(), "dataset": first["dataset"]}
    study.write(job, [])
    return job["cell_id"]


def describe(study: Study, cell_id: str, **more: object) -> Path:
    """Have a cell's rows describe its lab, as the parser does; their manifest."""
    manifest = study.rows / cell_id / "rows.json"
    content = json.loads(manifest.read_text())
    job = next(job for job in study.jobs if job["cell_id"] == cell_id)
    name = job["lab"] if isinstance(job["lab"], str) else job["lab"]["name"]
    manifest.write_text(json.dumps({**content, "lab": lab_named(name).block() | more}))
    return manifest


def build(study: Study, out: Path) -> int:
    return main(
        ["build", "--rows", str(study.rows), "--plan", str(study.plan()), "--out", str(out)]
    )


def rows(database: Path, query: str) -> list[tuple]:
    with duckdb.connect(str(database), read_only=True) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("described", [True, False])
def test_cells_of_two_labs_are_in_one_database(tmp_path: Path, described: bool) -> None:
    """Rows of before labs described themselves have their lab from the registry."""
    study = oltp_study(tmp_path)
    host = add_host_cell(study)
    if described:
        for job in study.jobs:
            describe(study, job["cell_id"])
    out = tmp_path / "two.duckdb"
    assert build(study, out) == 0
    assert rows(out, f"SELECT {COLUMNS} FROM labs ORDER BY lab") == [HOST, VIRTUAL]
    assert rows(out, "SELECT cell_id FROM cells WHERE lab = 'host'") == [(host,)]
    (count,) = rows(out, "SELECT count(*) FROM cells JOIN labs USING (lab) WHERE deterministic")
    assert count == (len(study.jobs) - 1,)


def test_what_rows_say_of_their_lab_is_what_the_database_has(tmp_path: Path) -> None:
    study = oltp_study(tmp_path)
    for job in study.jobs:
        describe(study, job["cell_id"], cpus=4)
    assert build(study, tmp_path / "one.duckdb") == 0
    assert rows(tmp_path / "one.duckdb", "SELECT lab, cpus FROM labs") == [("virtual", 4)]


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (
            VIRTUAL_BLOCK | {"cpus": 2},
            "describes the lab virtual in another way than the other cells",
        ),
        ({"name": "virtual"}, "is broken: delete the folder"),
        ("virtual", "is broken: delete the folder"),
    ],
)
def test_wrong_description_of_a_lab_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], block: object, words: str
) -> None:
    study = oltp_study(tmp_path)
    for job in study.jobs[:-1]:
        describe(study, job["cell_id"])
    manifest = describe(study, study.jobs[-1]["cell_id"])
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"lab": block}))
    assert build(study, tmp_path / "one.duckdb") == 1
    said = capsys.readouterr().err
    assert str(manifest) in said
    assert words in said
    assert len(said.splitlines()) == 1


def test_lab_of_another_version_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = oltp_study(tmp_path)
    study.write(study.jobs[0] | {"lab": {"name": "steel"}}, [])
    assert build(study, tmp_path / "one.duckdb") == 1
    assert 'unknown lab "steel"' in capsys.readouterr().err


def test_labs_come_back_from_exported_rows(tmp_path: Path) -> None:
    study = oltp_study(tmp_path)
    add_host_cell(study)
    assert build(study, tmp_path / "one.duckdb") == 0
    kept = tmp_path / "kept"
    assert main(["export", "--database", str(tmp_path / "one.duckdb"), "--out", str(kept)]) == 0
    for without in (False, True):
        if without:
            (kept / "labs.parquet").unlink()
            about = json.loads((kept / "provenance.json").read_text())
            del about["tables"]["labs"]
            (kept / "provenance.json").write_text(json.dumps(about))
        out = tmp_path / f"again-{without}.duckdb"
        assert main(["restore", "--reference", str(kept), "--out", str(out)]) == 0
        assert rows(out, f"SELECT {COLUMNS} FROM labs ORDER BY lab") == [HOST, VIRTUAL]
