"""The database as a whole: its schema, its errors, the same content from the same rows."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from database_content import content
from study_rows import Study, oltp_study, scan_cell

from scripts.analyse import tables
from scripts.ingest.job import parse_failed_row
from scripts.ingest.parquet import write_rows
from scripts.parse.rows import ROW_TYPES, ParseNote, schema_of
from scripts.site.export import export as export_queries
from scripts.site.publication.note import missing_note
from scripts.store.__main__ import main
from scripts.store.build import FOLDER, create_schema
from scripts.store.document import readme

DUCKDB_TYPES = {"int64": "BIGINT", "double": "DOUBLE", "string": "VARCHAR", "bool": "BOOLEAN"}


def build(study: Study, out: Path, *more: str, **plan: object) -> int:
    arguments = ["build", "--rows", str(study.rows), "--plan", str(study.plan(**plan))]
    return main([*arguments, "--out", str(out), *more])


def test_tables_are_those_of_the_rows():
    with duckdb.connect() as connection:
        create_schema(connection)
        for name, row_type in ROW_TYPES.items():
            described = connection.execute(f"DESCRIBE {name}").fetchall()
            found = [(column, kind, null == "YES") for column, kind, null, *_ in described]
            wanted = [
                (field.name, DUCKDB_TYPES[str(field.type)], field.nullable)
                for field in schema_of(row_type)
            ]
            assert found == wanted, name


def test_every_table_and_view_says_what_it_is():
    with duckdb.connect() as connection:
        create_schema(connection)
        for kind in ("table", "view"):
            query = f"SELECT {kind}_name FROM duckdb_{kind}s() WHERE NOT internal"
            silent = connection.execute(f"{query} AND comment IS NULL").fetchall()
            assert silent == []


def test_readme_is_up_to_date():
    assert (FOLDER / "README.md").read_text() == readme(), "run `python -m scripts.store docs`"


def test_same_rows_give_the_same_content(tmp_path):
    study = oltp_study(tmp_path)
    scan_cell(study)
    assert build(study, tmp_path / "one.duckdb") == 0
    shutil.move(study.rows, tmp_path / "rows-elsewhere")
    shutil.copytree(tmp_path / "rows-elsewhere", study.rows)
    assert build(study, tmp_path / "two.duckdb") == 0
    first, second = content(tmp_path / "one.duckdb"), content(tmp_path / "two.duckdb")
    assert first == second
    assert len(first["cells"]) == 13
    assert first["oltp_summary"]


def test_rows_of_cells_that_are_not_planned_stay_out(tmp_path):
    study = oltp_study(tmp_path)
    study.jobs = study.jobs[:3]
    assert build(study, tmp_path / "db") == 0
    planned = [job["cell_id"] for job in study.jobs]
    assert [row[0] for row in content(tmp_path / "db")["cells"]] == planned


def test_empty_plan_gives_an_empty_database(tmp_path):
    assert build(Study(tmp_path), tmp_path / "db") == 0
    found = content(tmp_path / "db")
    assert found.pop("study")
    assert found.pop("experiments")
    assert found.pop("compared_operations")
    assert found.pop("engine_families")
    assert found.pop("engine_measure_rules")
    assert found.pop("judged_measures")
    assert found.pop("setting_measures")
    assert not any(found.values())


def test_missing_cell_is_an_error_and_the_old_database_stays(tmp_path, capsys):
    study = oltp_study(tmp_path)
    (tmp_path / "db").write_text("the old one")
    shutil.rmtree(study.rows / study.jobs[4]["cell_id"])
    assert build(study, tmp_path / "db") == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"{study.jobs[4]['cell_id']} has no rows.json" in said
    assert (tmp_path / "db").read_text() == "the old one"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *(".db.lock", "db", "plan.json", "rows")
    ]


def test_partial_build_says_which_cells_were_not_run(tmp_path):
    study = oltp_study(tmp_path)
    missing = study.jobs[4]["cell_id"]
    shutil.rmtree(study.rows / missing)
    assert build(study, tmp_path / "db", "--partial") == 0
    found = content(tmp_path / "db")
    assert [(row[0], row[5]) for row in found["failed_cells"]] == [(missing, "not_run")]
    assert len(found["cells"]) == 12


def test_failed_cell_is_listed_and_in_no_summary(tmp_path):
    study = Study(tmp_path)
    factors = {"engine": "mariadb-11.8", "seed": 1}
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
    study.write(job, [], status="failed", reason="out of memory", cause="guest")
    assert build(study, tmp_path / "db") == 0
    found = content(tmp_path / "db")
    assert found["failed_cells"][0][-3:] == ("failed", "guest", "out of memory")
    assert not found["cell_settings"]


def test_parquet_that_does_not_match_rows_json_is_an_error(tmp_path, capsys):
    study = oltp_study(tmp_path)
    path = study.rows / study.jobs[0]["cell_id"] / "phases.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    assert build(study, tmp_path / "db") == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search(r"phases\.parquet does not match .*rows\.json: delete the folder", said)


@pytest.mark.parametrize(
    "text",
    [b"{", b"[]", b"{}", b'{"tables": 3}', b'{"tables": {"cells": 3}}',
     b'{"tables": {"cells": {}}}', b"\xff"],
)  # fmt: skip
def test_broken_rows_json_is_one_line(tmp_path, capsys, text):
    study = oltp_study(tmp_path)
    path = study.rows / study.jobs[0]["cell_id"] / "rows.json"
    path.write_bytes(text)
    assert build(study, tmp_path / "db") == 1
    said = capsys.readouterr().err
    fix = f"delete the folder {study.rows} and run snakemake again"
    assert said == f"error: {path} is broken: {fix}\n"


def test_cell_whose_outputs_cannot_be_read_is_failed_in_a_whole_database(tmp_path):
    study = oltp_study(tmp_path)
    job = study.jobs[0]
    row = parse_failed_row(job, f"{job['cell_id']}/outbox/stdout.txt:7: cut")
    note = ParseNote(f"{job['cell_id']}/outbox/stdout.txt", 7, "cut")
    about = {"status": row.status, "reason": row.reason}
    folder = study.rows / job["cell_id"]
    write_rows(job["cell_id"], {"cells": [row], "parse_notes": [note]}, about, folder)
    assert build(study, tmp_path / "db") == 0
    found = content(tmp_path / "db")
    assert [entry[-3:] for entry in found["failed_cells"]] == [
        ("parse_failed", "parser", row.reason)
    ]
    assert len(found["cell_settings"]) == 11
    assert job["cell_id"] not in {entry[0] for entry in found["cell_metrics"]}
    export_queries(tmp_path / "db", tmp_path / "data")
    failed = json.loads((tmp_path / "data/failed_cells.json").read_text())
    assert [(cell["status"], cell["reason"]) for cell in failed] == [("parse_failed", row.reason)]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("{", "is not valid JSON"),
        ('{"cells": 3}', "the key cells should be a list"),
        ('{"cells": [{"engine": 1}]}', r"cells[0] has no cell_id"),
    ],
)
def test_broken_plan_is_one_line(tmp_path, capsys, plan, said):
    path = tmp_path / "plan.json"
    path.write_text(plan)
    arguments = ["build", "--rows", str(tmp_path), "--plan", str(path)]
    assert main([*arguments, "--out", str(tmp_path / "db")]) == 1
    assert said in capsys.readouterr().err


def test_layers_of_the_plan_are_loaded(tmp_path, capsys):
    study = oltp_study(tmp_path)
    for name in ("base", "unused"):
        folder = tmp_path / "layers" / name
        folder.mkdir(parents=True)
        packages = {"zlib1g": "1.3", "bash": "5.2"}
        layer = {"name": name, "suite": "trixie", "packages": packages, "lock_matches": True}
        (folder / "layer.json").write_text(json.dumps(layer))
    more = ["--layers", str(tmp_path / "layers")]
    assert build(study, tmp_path / "db", *more, layers=["base"]) == 0
    found = content(tmp_path / "db")
    assert found["layers"] == [
        ("base", "trixie", "bash", "5.2"),
        ("base", "trixie", "zlib1g", "1.3"),
    ]
    assert found["layer_images"] == [("base", "trixie", None, None, True)]
    assert build(study, tmp_path / "part", *more, "--partial", layers=["base", "gone"]) == 0
    assert content(tmp_path / "part")["layers"] == found["layers"]
    assert build(study, tmp_path / "db", *more, layers=["gone"]) == 1
    assert "gone/layer.json is missing" in capsys.readouterr().err


def test_d4_a_statistic_that_fails_costs_its_own_table_and_says_so(tmp_path, capsys, monkeypatch):
    study = oltp_study(tmp_path)

    def broken(connection):
        yield from ()
        raise ValueError("'16' is not in list")

    monkeypatch.setattr(tables, "factor_effects", broken)
    assert build(study, tmp_path / "db") == 0
    reason = "ValueError: '16' is not in list"
    said = f"warning: factor_effects is left empty, all else is there: {reason}\n"
    assert capsys.readouterr().err == said
    found = content(tmp_path / "db")
    assert found["missing_tables"] == [("factor_effects", reason)]
    assert found["engine_ratios"]
    assert found["slopes"]
    # The site's pages say so.
    export_queries(tmp_path / "db", tmp_path / "project/data")
    note = missing_note(tmp_path / "project")
    assert "<code>factor_effects</code>: ValueError: &#x27;16&#x27; is not in list" in note


def test_d4_two_cells_at_one_place_cost_the_curves_alone(tmp_path, capsys):
    study = oltp_study(tmp_path)
    job = study.jobs[0]
    other = study.job("oltp", [("run", "sysbench/oltp_read_write")], job["factors"], cell_id="x")
    rows = study.rows / job["cell_id"]
    shutil.copytree(rows, study.rows / "x")
    for path in (study.rows / "x").glob("*.parquet"):
        table = pq.read_table(path)
        ids = pa.array(["x"] * len(table))
        pq.write_table(table.set_column(0, table.schema.field(0), ids), path, store_schema=False)
    manifest = json.loads((rows / "rows.json").read_text()) | {"cell_id": "x"}
    for name, about in manifest["tables"].items():
        about["sha256"] = hashlib.sha256(
            (study.rows / f"x/{name}.parquet").read_bytes()
        ).hexdigest()
    (study.rows / "x/rows.json").write_text(json.dumps(manifest))
    assert other["cell_id"] == "x"
    assert build(study, tmp_path / "db") == 0
    found = content(tmp_path / "db")
    assert sorted(name for name, _ in found["missing_tables"]) == [
        "crossovers",
        "engine_ratios",
        "slopes",
    ]
    assert capsys.readouterr().err.count("have one place on the curve") == 3
    assert found["repeat_statistics"]
