"""A cell's folder becomes Parquet: whole cells strictly, failed ones as far as they go."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from cell_folders import CELL_ID, JOB, make_cell
from parse_goldens import TRANSCRIPTS

from scripts.files.digests import sha256_of_tree
from scripts.ingest.__main__ import main
from scripts.ingest.cell import read_cell
from scripts.ingest.job import cell_row, curve_group, parse_job
from scripts.parse.device_counters import BLOCK_COUNTERS
from scripts.parse.errors import ParseError
from scripts.parse.rows import ROW_TYPES, schema_of
from scripts.values.canonical import canonical


def parse(cell: Path, out: Path) -> int:
    return main(["cell", str(cell), "--out", str(out)])


def test_whole_cell_becomes_parquet_of_the_stated_schemas(tmp_path):
    cell = make_cell(tmp_path / "cells")
    assert parse(cell, tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert (manifest["cell_id"], manifest["status"]) == (CELL_ID, "done")
    others = ("hammerdb_", "pgbench_", "quietness")
    elsewhere = {name for name in ROW_TYPES if name.startswith(others)}
    assert set(manifest["tables"]) == set(ROW_TYPES) - elsewhere - {
        "adjusted_settings",
        "parse_notes",
        "tool_messages",
        "traced_requests",
    }
    for name, about in manifest["tables"].items():
        table = pq.read_table(tmp_path / "rows" / f"{name}.parquet")
        assert table.schema.equals(schema_of(ROW_TYPES[name]))
        assert table.num_rows == about["rows"] > 0
        assert set(table["cell_id"].to_pylist()) == {CELL_ID}


def test_same_cell_gives_the_same_bytes_wherever_it_lies(tmp_path):
    first = make_cell(tmp_path / "a")
    second = make_cell(tmp_path / "somewhere" / "else")
    assert parse(first, tmp_path / "one") == parse(second, tmp_path / "two") == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "two").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_cell_row_groups_by_everything_but_seed_engine_and_bandwidth(tmp_path):
    _, rows = read_cell(make_cell(tmp_path))
    (row,) = rows["cells"]
    assert row.repeat_group == 'oltp {"device.bandwidth_mib_s":16,"engine":"postgresql-17"}'
    assert row.curve_group == "oltp {}"
    assert (row.read_bandwidth_mib_s, row.threads) == (16.0, 8)
    assert json.loads(row.job_json) == JOB | {"lab": "virtual"}


def test_threads_are_those_of_the_phase_with_most(tmp_path):
    cell = make_cell(tmp_path)
    fill = JOB["phases"][0] | {"threads": 1}
    vacuum = JOB["phases"][2] | {"threads": 24}
    run = JOB["phases"][0] | {"threads": 16}
    (cell / "job.json").write_text(json.dumps(JOB | {"phases": [fill, vacuum, run]}))
    job = parse_job((cell / "job.json").read_text(), "job.json")
    assert cell_row(job, {"status": "done"}).threads == 16


def test_transactions_are_those_that_sysbench_counts(tmp_path):
    cell = make_cell(tmp_path)
    report = cell / "outbox/phases/05-orders/report.jsonl"
    _, rows = read_cell(cell)
    assert {row.phase for row in rows["client_transactions"]} == {"orders"}
    shutil.copy(TRANSCRIPTS / "transactions/tpcc-mariadb.jsonl", report)
    with pytest.raises(ParseError, match=r"has 120 transactions, sysbench counts 130"):
        read_cell(cell)
    report.unlink()
    with pytest.raises(ParseError, match=r"report\.jsonl: the file is missing"):
        read_cell(cell)


def test_unlimited_bandwidth_is_null(tmp_path):
    cell = make_cell(tmp_path)
    unlimited = JOB["device"] | {"read_bandwidth_mib_s": 0}
    (cell / "job.json").write_text(json.dumps(JOB | {"device": unlimited}))
    _, rows = read_cell(cell)
    assert rows["cells"][0].read_bandwidth_mib_s is None


PARTS = [
    "outbox/steps.json",
    "outbox/layout.json",
    "outbox/versions.json",
    "outbox/traces/device_requests.jsonl",
    "outbox/phases/00-run/stdout.txt",
    "outbox/phases/01-fio/stdout.txt",
    "outbox/phases/03-scan/stdout.txt",
    "outbox/phases/00-run/sampled.csv",
    "outbox/phases/02-vacuum/phase.json",
    "outbox/phases/00-run/device_after.txt",
    "outbox/phases/00-run/engine_before.json",
    "outbox/phases/00-run/system_after.json",
]


@pytest.mark.parametrize("part", PARTS)
def test_cut_file_of_a_done_cell_makes_it_parse_failed_with_a_line_that_names_it(
    tmp_path, capsys, part
):
    cell = make_cell(tmp_path / "cells")
    path = cell / part
    path.write_text(path.read_text()[:-7])
    assert parse(cell, tmp_path / "rows") == 0, "one cell must not cost the others their site"
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"error: {CELL_ID}/{part}")
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert manifest["status"] == "parse_failed"
    assert manifest["file"] == f"{CELL_ID}/{part}"
    assert said == f"error: {manifest['reason']}\n"
    assert set(manifest["tables"]) == {"cells", "parse_notes"}, "no figure of a garbled cell"
    (row,) = pq.read_table(tmp_path / "rows/cells.parquet").to_pylist()
    assert (row["status"], row["reason"]) == ("parse_failed", manifest["reason"])
    (note,) = pq.read_table(tmp_path / "rows/parse_notes.parquet").to_pylist()
    assert (note["file"], note["line"]) == (manifest["file"], manifest["line"])


def test_line_of_what_cannot_be_read_is_in_rows_json(tmp_path):
    cell = make_cell(tmp_path / "cells")
    path = cell / "outbox/phases/00-run/stdout.txt"
    lines = path.read_text().split("\n")
    lines[12] = "garbled"
    path.write_text("\n".join(lines))
    assert parse(cell, tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert manifest["line"] == 13
    assert "stdout.txt:13: " in manifest["reason"]


def test_defect_of_a_parser_costs_no_other_cell_its_place(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("scripts.ingest.cell.parse_steps", lambda text, source: [][1])
    assert parse(make_cell(tmp_path / "cells"), tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert manifest["status"] == "parse_failed"
    assert "a parser failed: IndexError: list index out of range" in manifest["reason"]
    assert "Traceback" in capsys.readouterr().err, "for whoever is to fix it, in the log"


WIDE = 1 << 64
MISFITS = [
    ("phases/00-run/device_after.txt", r"(read_commands )\d+", rf"\g<1>{WIDE}", "64 bits"),
    ("phases/00-run/stdout.txt", r"(thds: 8 .* err/s: )\d+", rf"\g<1>{10**400}", "finite"),
    (
        "phases/01-fio/stdout.txt",
        r'("ctx" : )\d+',
        rf"\g<1>{WIDE}",
        "ctx does not fit into 64",
    ),
    ("phases/04-q18-plan/plan.json", r'(Actual Loops": )\d+', rf"\g<1>{WIDE}", "64 bits"),
    ("phases/04-q18-plan/plan.json", r'(Relation Name": ")', r"\g<1>\\ud800", "no Unicode"),
    ("traces/device_requests.jsonl", r'("count": )\d+', rf"\g<1>{WIDE}", "count of a bucket"),
    ("steps.json", '("end_ns": )7', rf"\g<1>{WIDE}", "end_ns does not fit into 64 bits"),
]


@pytest.mark.parametrize(("part", "old", "new", "said"), MISFITS, ids=[m[0] for m in MISFITS])
def test_number_that_no_table_holds_fails_its_cell_alone(tmp_path, capsys, part, old, new, said):
    cell = make_cell(tmp_path / "cells")
    path = cell / "outbox" / part
    garbled = re.sub(old, new, path.read_text(), count=1)
    assert garbled != path.read_text()
    path.write_text(garbled)
    assert parse(cell, tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert manifest["status"] == "parse_failed"
    assert said in manifest["reason"]
    assert "Traceback" not in capsys.readouterr().err


def test_number_that_no_table_holds_is_noted_of_a_failed_cell(tmp_path):
    cell = make_cell(tmp_path / "cells", "failed", "the engine ended")
    path = cell / "outbox/phases/00-run/device_after.txt"
    path.write_text(re.sub(r"(read_commands )\d+", rf"\g<1>{WIDE}", path.read_text(), count=1))
    assert parse(cell, tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert (manifest["status"], manifest["reason"]) == ("failed", "the engine ended")
    (note,) = pq.read_table(tmp_path / "rows/parse_notes.parquet").to_pylist()
    assert "device_counters.after does not fit into 64 bits" in note["message"]


def test_outbox_that_was_changed_since_it_was_measured_is_noticed(tmp_path):
    cell = make_cell(tmp_path)
    path = cell / "outcome.json"
    outcome = json.loads(path.read_text()) | {"outbox_sha256": sha256_of_tree(cell / "outbox")}
    path.write_text(json.dumps(outcome))
    read_cell(cell)
    config = cell / "outbox/config/postgresql-17.conf"
    config.write_text(config.read_text().replace("32MB", "64MB"))
    with pytest.raises(ParseError, match="outbox: was changed since it was measured"):
        read_cell(cell)


def test_outbox_of_another_cell_is_noticed(tmp_path):
    cell = make_cell(tmp_path)
    (cell / "outbox/job.json").write_text(json.dumps(JOB | {"task": "measure"}))
    read_cell(cell)
    (cell / "outbox/job.json").write_text(json.dumps(JOB | {"seed": 2}))
    with pytest.raises(ParseError, match=r"outbox/job\.json: seed differs from the cell's job"):
        read_cell(cell)


@pytest.mark.parametrize(
    ("factors", "apart"),
    [
        ({"device.bandwidth_mib_s": 16}, {}),
        ({"device.read_bandwidth_mib_s": 16}, {}),
        ({"device.write_bandwidth_mib_s": 64}, {"device.write_bandwidth_mib_s": 64}),
        (
            {"device.read_bandwidth_mib_s": 16, "device.write_bandwidth_mib_s": 64},
            {"device.write_bandwidth_mib_s": 64},
        ),
        (
            {"device.bandwidth_mib_s": 64, "device.read_bandwidth_mib_s": 16},
            {"device.bandwidth_mib_s": 64},
        ),
    ],
)
def test_cells_that_differ_in_write_bandwidth_are_on_curves_apart(factors, apart):
    job = JOB | {"factors": {"engine": "postgresql-17", "seed": 1, **factors}}
    assert curve_group(job) == f"oltp {canonical(apart)}"


@pytest.mark.parametrize("part", [part for part in PARTS if "sampled" not in part])
def test_missing_file_of_a_done_cell_is_named(tmp_path, capsys, part):
    cell = make_cell(tmp_path / "cells")
    (cell / part).unlink()
    assert parse(cell, tmp_path / "rows") == 0
    assert f"{CELL_ID}/{part}: the file is missing" in capsys.readouterr().err


def test_missing_phase_of_a_done_cell_is_named(tmp_path):
    cell = make_cell(tmp_path)
    shutil.rmtree(cell / "outbox/phases/01-fio")
    with pytest.raises(ParseError, match=r"phases/01-fio: the phase has no folder"):
        read_cell(cell)


def test_phase_that_failed_in_a_done_cell_is_an_error(tmp_path):
    cell = make_cell(tmp_path)
    path = cell / "outbox/phases/00-run/phase.json"
    path.write_text(path.read_text().replace('"exit_code": 0', '"exit_code": 1'))
    with pytest.raises(ParseError, match="exit code 1 in a done cell"):
        read_cell(cell)


def test_failed_cell_keeps_what_is_whole_and_notes_the_rest(tmp_path):
    cell = make_cell(tmp_path / "cells", "failed", "the engine ended")
    shutil.rmtree(cell / "outbox/phases/01-fio")
    cut = cell / "outbox/phases/00-run/stdout.txt"
    cut.write_text(cut.read_text()[:800])
    assert parse(cell, tmp_path / "rows") == 0
    manifest = json.loads((tmp_path / "rows/rows.json").read_text())
    assert (manifest["status"], manifest["reason"]) == ("failed", "the engine ended")
    tables = manifest["tables"]
    assert tables["sysbench_intervals"]["rows"] > 0
    assert tables["sysbench_totals"]["rows"] == 1, "of the phase that is whole, not of the cut one"
    notes = pq.read_table(tmp_path / "rows/parse_notes.parquet").to_pylist()
    assert [note["message"] for note in notes] == ["the phase has no folder"]


def test_timed_out_cell_without_outbox_has_its_row(tmp_path):
    cell = make_cell(tmp_path, "timed_out", "no end after 900 s")
    shutil.rmtree(cell / "outbox")
    outcome, rows = read_cell(cell)
    assert outcome["status"] == "timed_out"
    assert [(row.status, row.reason) for row in rows["cells"]] == [
        ("timed_out", "no end after 900 s")
    ]


def test_unknown_status_is_an_error(tmp_path):
    cell = make_cell(tmp_path, "fine")
    with pytest.raises(ParseError, match="status 'fine' should be one of done, failed, timed_out"):
        read_cell(cell)


def test_device_counters_that_fall_are_an_error(tmp_path):
    cell = make_cell(tmp_path)
    after = cell / "outbox/phases/00-run/device_after.txt"
    after.write_text(after.read_text().replace("read_commands 1442", "read_commands 1"))
    with pytest.raises(ParseError, match="read_commands falls from 1442 to 1"):
        read_cell(cell)


@pytest.mark.parametrize("kind", ["block", "nvmevirt"])
def test_device_without_counters_of_its_own_has_the_kernels(tmp_path, kind):
    cell = make_cell(tmp_path)
    for path in cell.glob("outbox/phases/*/device_*.txt"):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if line.split()[0] in BLOCK_COUNTERS))
    with pytest.raises(ParseError, match="are missing"):
        read_cell(cell)
    device = {**JOB["device"], "kind": kind, "path": "/dev/nvme1n1"}
    (cell / "job.json").write_text(json.dumps({**JOB, "device": device}))
    _, rows = read_cell(cell)
    assert {row.counter for row in rows["device_counters"]} == set(BLOCK_COUNTERS)


def test_new_rows_replace_the_old_ones_whole(tmp_path):
    cell = make_cell(tmp_path / "cells")
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows/leftover.parquet").write_text("from an older schema")
    assert parse(cell, tmp_path / "rows") == 0
    assert not (tmp_path / "rows/leftover.parquet").exists()


def test_folder_that_is_no_cell_is_said_so(tmp_path, capsys):
    assert parse(tmp_path, tmp_path / "rows") == 1
    assert "not a cell, as job.json is missing" in capsys.readouterr().err


def test_inspection_of_a_phase_is_read_once_beside_what_is_read_twice(tmp_path):
    cell = make_cell(tmp_path)
    (phase,) = cell.glob("outbox/phases/*-vacuum")
    looked = {"pgstattuple": [{"relname": "made", "dead_tuple_count": "12"}]}
    (phase / "inspection.json").write_text(json.dumps(looked))
    _, rows = read_cell(cell)
    found = [row for row in rows["engine_counters"] if row.source == "pgstattuple"]
    assert [(row.phase, row.object, row.before, row.after, row.delta) for row in found] == [
        ("vacuum", "made", None, 12.0, None)
    ]
