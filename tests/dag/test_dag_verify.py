"""The list of failures, and two runs of a cell held against each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.verify.__main__ import main
from scripts.verify.compare import compare, report_lines, write_comparison
from scripts.verify.outcomes import failures, read_states


def cell(folder: Path, console: str = "booted\n", wall_s: float = 3.0) -> Path:
    (folder / "outbox/phases").mkdir(parents=True)
    (folder / "outbox/phases/stdout.txt").write_text("tps: 12\n")
    (folder / "console.log").write_text(console)
    (folder / "outcome.json").write_text('{"status": "done"}')
    (folder / "timing.json").write_text(json.dumps({"wall_s": wall_s}))
    return folder


def test_same_bytes_are_identical_however_long_they_took(tmp_path: Path) -> None:
    comparison = compare(cell(tmp_path / "a"), cell(tmp_path / "b", wall_s=99.0))
    assert comparison["identical"]
    assert comparison["files"] == 3
    assert report_lines(comparison) == ["a: identical, 3 files"]


def test_one_byte_more_is_reported_with_its_file(tmp_path: Path) -> None:
    again = cell(tmp_path / "b", console="booted \n")
    (again / "outbox/phases/stdout.txt").unlink()
    (again / "outbox/more.txt").write_text("")
    comparison = compare(cell(tmp_path / "a"), again)
    assert comparison["differing"] == {
        "console.log": "differs",
        "outbox/more.txt": "new",
        "outbox/phases/stdout.txt": "missing",
    }


def test_report_fails_when_a_cell_differs_and_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    same = compare(cell(tmp_path / "a"), cell(tmp_path / "b"))
    other = compare(tmp_path / "a", cell(tmp_path / "c", console="panic\n"))
    for name, comparison, code in (("same", same, 0), ("other", other, 1)):
        path = tmp_path / f"{name}.json"
        write_comparison(comparison, path)
        names = tmp_path / "names"
        names.write_text(f"{path}\n")
        monkeypatch.setattr("sys.argv", ["verify", "report", str(names)])
        assert main() == code
        assert not path.exists()
    assert "  console.log: differs" in capsys.readouterr().out


def study(folder: Path, outcomes: dict[str, dict | None]) -> Path:
    jobs = [{"cell_id": name, "experiment": "oltp", "engine": "e"} for name in outcomes]
    folder.joinpath("plan.json").write_text(json.dumps({"cells": jobs}))
    for name, outcome in outcomes.items():
        if outcome is not None:
            (folder / "cells" / name).mkdir(parents=True)
            (folder / "cells" / name / "outcome.json").write_text(json.dumps(outcome))
    return folder


def test_failures_are_cells_with_an_outcome_but_no_result(tmp_path: Path) -> None:
    ended = {"a": {"status": "done"}, "b": {"status": "timed_out", "reason": "slow"}, "c": None}
    states = read_states(study(tmp_path, ended))
    assert [(state.cell_id, state.reason) for state in failures(states)] == [("b", "slow")]


def test_cell_whose_data_set_failed_names_the_console_log_of_the_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own is empty, as it never had a machine."""
    shared = tmp_path / "shared"
    reasons = {
        "datasets/tproch-9": "its snapshot failed: its dataset failed: HammerDB's build: denied",
        "machines/m-7": "its snapshot failed: its machine failed: the kernel panicked",
        "snapshots/s-1": "its snapshot failed: the engine ended",
        "cells/d": "phase run: its dataset failed: no such word",
    }
    cells = dict(zip("abcd", reasons.values(), strict=True))
    study(tmp_path, {name: {"status": "failed", "reason": why} for name, why in cells.items()})
    began = {"snapshot_id": "s-1", "dataset": {"id": "tproch-9"}}
    jobs = [{"cell_id": name, "experiment": "x", "engine": "e", **began} for name in cells]
    (tmp_path / "plan.json").write_text(json.dumps({"cells": jobs}))
    (shared / "snapshots/s-1").mkdir(parents=True)
    (shared / "snapshots/s-1/job.json").write_text('{"machine_id": "m-7"}')
    words = ["verify", "complete", "--results", str(tmp_path), "--shared", str(shared)]
    monkeypatch.setattr("sys.argv", words)
    assert main() == 1
    reported = [line.strip() for line in capsys.readouterr().out.splitlines() if "console:" in line]
    folders = [shared / name for name in list(reasons)[:3]] + [tmp_path / "cells/d"]
    assert reported == [f"console: {folder}/console.log" for folder in folders]


def test_complete_names_a_cell_whose_outputs_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = study(tmp_path, {"a": {"status": "done"}, "b": {"status": "done"}})
    reason = "b/outbox/phases/00-run/stdout.txt:13: expected a bucket"
    for name, rows in (("a", {"status": "done"}), ("b", {"status": "parse_failed"})):
        (results / "rows" / name).mkdir(parents=True)
        (results / "rows" / name / "rows.json").write_text(json.dumps(rows | {"reason": reason}))
    out = tmp_path / "complete.json"
    monkeypatch.setattr("sys.argv", ["v", "complete", "--results", str(results), "--out", str(out)])
    assert main() == 1
    said = capsys.readouterr().out
    assert "1 of 2 cells failed" in said
    assert f"  b: parse_failed: {reason}\n    outputs: {results}/cells/b/outbox" in said
    assert not out.exists()
