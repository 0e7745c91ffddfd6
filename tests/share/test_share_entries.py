"""A measured cell as a folder that other machines take it from: whole or not at all."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.share.__main__ import main
from scripts.share.entry import DIGEST, ShareError, take_entry, taken_recipe, write_entry
from scripts.verify.compare import compare

CELL, RECIPE = "oltp-postgresql-17-bw16-s1-bf0f0aff", "0" * 32
IMAGES = {"base": "b" * 64}


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """A cell's folder as a run leaves it."""
    folder = tmp_path / "measured" / CELL
    (folder / "outbox/phases/00-run").mkdir(parents=True)
    (folder / "outbox/phases/00-run/stdout.txt").write_text("tps: 12\n")
    (folder / "console.log").write_text("booted\n")
    (folder / "timing.json").write_text('{"wall_s": 3.0}\n')
    (folder / "job.json").write_text("{}\n")
    (folder / "provenance.json").write_text(json.dumps({"layer.base": IMAGES["base"]}))
    (folder / "outcome.json").write_text(json.dumps({"cell_id": CELL, "status": "done"}))
    return folder


@pytest.fixture
def entry(tmp_path: Path, measured: Path) -> Path:
    """The entry of that cell."""
    path = tmp_path / "shared" / f"{CELL}.{RECIPE}"
    write_entry(measured, path, IMAGES)
    return path


def test_what_is_taken_is_what_was_measured(tmp_path: Path, measured: Path, entry: Path) -> None:
    taken = take_entry(entry, tmp_path / CELL, RECIPE)
    assert compare(measured, tmp_path / CELL)["identical"]
    assert sorted(path.name for path in (tmp_path / CELL).iterdir()) == [
        *("console.log", "outbox", "outcome.json", "provenance.json", "timing.json")
    ]
    assert taken["from"] == str(entry)


def test_entry_is_filled_by_rsync(tmp_path: Path, measured: Path, entry: Path) -> None:
    if not shutil.which("rsync"):
        pytest.skip("no rsync here")
    copied = tmp_path / "elsewhere"
    subprocess.run(["rsync", "-a", f"{entry.parent}/", f"{copied}/"], check=True)
    take_entry(copied / entry.name, tmp_path / CELL, RECIPE)
    assert compare(measured, tmp_path / CELL)["identical"]


def test_entry_that_was_left_half_written_is_written_anew(
    tmp_path: Path, measured: Path, entry: Path
) -> None:
    (entry / DIGEST).unlink()
    (entry / "outbox/left.txt").write_text("")
    write_entry(measured, entry, IMAGES)
    take_entry(entry, tmp_path / CELL, RECIPE)
    assert compare(measured, tmp_path / CELL)["identical"]


def test_former_cell_goes_whole(tmp_path: Path, entry: Path) -> None:
    former = tmp_path / CELL
    (former / "outbox").mkdir(parents=True)
    (former / "outbox/old.txt").write_text("")
    (former / "outcome.json").write_text('{"status": "failed"}')
    take_entry(entry, former, RECIPE)
    assert not (former / "outbox/old.txt").exists()
    assert json.loads((former / "outcome.json").read_text())["status"] == "done"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            lambda entry: (entry / "outbox/phases/00-run/stdout.txt").write_text("tps: 13"),
            "are not",
        ),
        (lambda entry: (entry / "outbox/phases/00-run/stdout.txt").unlink(), "are not"),
        (lambda entry: (entry / "outbox/more.txt").write_text(""), "are not"),
        (lambda entry: (entry / "console.log").unlink(), "are not"),
        (lambda entry: (entry / DIGEST).write_bytes(b"\xff"), "are not"),
        (lambda entry: (entry / DIGEST).unlink(), "has gone"),
        (shutil.rmtree, "has gone"),
    ],
)
def test_damaged_entry_is_one_line_and_changes_nothing(
    tmp_path: Path,
    entry: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], object],
    words: str,
) -> None:
    former = tmp_path / CELL
    former.mkdir()
    (former / "outcome.json").write_text('{"status": "failed"}')
    damage(entry)
    record = tmp_path / "record.json"
    options = ["take", str(entry), "--recipe", RECIPE, "--record", str(record), "--out"]
    assert main([*options, str(former)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"share: {entry}: ")
    assert words in line
    assert "and the cell is measured" in line
    assert [path.name for path in former.iterdir()] == ["outcome.json"]
    assert not record.exists()


def test_entry_of_another_cell_is_not_taken(tmp_path: Path, entry: Path) -> None:
    with pytest.raises(ShareError, match=r"outcome\.json is not of another-cell, done"):
        take_entry(entry, tmp_path / "another-cell", RECIPE)


def test_cell_that_failed_is_not_shared(tmp_path: Path, measured: Path) -> None:
    (measured / "outcome.json").write_text(json.dumps({"cell_id": CELL, "status": "timed_out"}))
    with pytest.raises(ShareError, match="it is timed_out, and only what is done is shared"):
        write_entry(measured, tmp_path / "entry", IMAGES)
    assert not (tmp_path / "entry").exists()


def test_cell_of_another_image_is_not_shared(tmp_path: Path, measured: Path) -> None:
    """It would be found by what the lock says, and is of something else."""
    with pytest.raises(
        ShareError, match=r"its layer base had the image bbbbbbbbbbbb, and envs/base"
    ):
        write_entry(measured, tmp_path / "entry", {"base": "c" * 64})


def test_cell_of_a_compiled_layer_is_known_by_its_source(tmp_path: Path, measured: Path) -> None:
    """Its image is not known before it is compiled."""
    images = {"layer.base": "b" * 64, "layer.base.source": "d" * 64}
    (measured / "provenance.json").write_text(json.dumps(images))
    write_entry(measured, tmp_path / "entry", {"base": "d" * 64})
    with pytest.raises(ShareError, match="and envs/base"):
        write_entry(measured, tmp_path / "entry", {"base": "c" * 64})


def test_taken_cell_that_was_measured_since_is_no_taken_one(tmp_path: Path, entry: Path) -> None:
    cell, record = tmp_path / CELL, tmp_path / "record.json"
    record.write_text(json.dumps(take_entry(entry, cell, RECIPE)))
    assert taken_recipe(record, cell / "outcome.json") == RECIPE
    (cell / "outcome.json").write_text('{"status": "done", "outbox_sha256": "other"}')
    assert taken_recipe(record, cell / "outcome.json") is None
    assert taken_recipe(tmp_path / "none.json", cell / "outcome.json") is None
