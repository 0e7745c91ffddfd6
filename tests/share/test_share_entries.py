"""A measured cell as an archive: the same bytes, and taken whole or not at all."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from scripts.share.__main__ import main
from scripts.share.entry import entry_name, take_entry, taken_recipe, write_entry
from scripts.share.errors import ShareError
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
    path = tmp_path / "shared" / entry_name(CELL, RECIPE)
    write_entry(measured, path, RECIPE, IMAGES)
    return path


def test_what_is_taken_is_what_was_measured(tmp_path: Path, measured: Path, entry: Path) -> None:
    taken = take_entry(entry, tmp_path / CELL, RECIPE)
    assert compare(measured, tmp_path / CELL)["identical"]
    assert sorted(path.name for path in (tmp_path / CELL).iterdir()) == [
        *("console.log", "outbox", "outcome.json", "provenance.json", "timing.json")
    ]
    assert taken["from"] == str(entry)


def test_same_cell_gives_the_same_archive(tmp_path: Path, measured: Path, entry: Path) -> None:
    write_entry(measured, tmp_path / "again", RECIPE, IMAGES)
    assert (tmp_path / "again").read_bytes() == entry.read_bytes()


def test_former_cell_goes_whole(tmp_path: Path, entry: Path) -> None:
    former = tmp_path / CELL
    (former / "outbox").mkdir(parents=True)
    (former / "outbox/old.txt").write_text("")
    (former / "outcome.json").write_text('{"status": "failed"}')
    take_entry(entry, former, RECIPE)
    assert not (former / "outbox/old.txt").exists()
    assert json.loads((former / "outcome.json").read_text())["status"] == "done"


def repacked(entry: Path, old: bytes, new: bytes) -> None:
    content = gzip.decompress(entry.read_bytes())
    assert old in content
    entry.write_bytes(gzip.compress(content.replace(old, new)))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda entry: entry.write_bytes(entry.read_bytes()[:-40]), "is not a whole archive"),
        (lambda entry: entry.write_bytes(b""), "is not a whole archive"),
        (lambda entry: repacked(entry, b"tps: 12", b"tps: 13"), "stdout.txt is not what it was"),
        (
            lambda entry: repacked(
                entry, b'phases/00-run/stdout.txt"', b'phases/00-run/stdout.csv"'
            ),
            "does not have the files that it names",
        ),
        (lambda entry: repacked(entry, RECIPE.encode(), b"1" * 32), "is of the cell"),
        (lambda entry: entry.unlink(), "has gone"),
    ],
)
def test_damaged_entry_is_one_line_and_changes_nothing(
    tmp_path: Path, entry: Path, capsys: pytest.CaptureFixture[str], damage: object, words: str
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


def test_file_outside_the_cells_folder_is_not_written(tmp_path: Path, entry: Path) -> None:
    repacked(entry, b"console.log", b"../sole.log")
    with pytest.raises(ShareError):
        take_entry(entry, tmp_path / "cells" / CELL, RECIPE)
    assert not [*tmp_path.rglob("sole.log")]


def test_cell_that_failed_is_not_shared(tmp_path: Path, measured: Path) -> None:
    (measured / "outcome.json").write_text(json.dumps({"cell_id": CELL, "status": "timed_out"}))
    with pytest.raises(ShareError, match="it is timed_out, and only what is done is shared"):
        write_entry(measured, tmp_path / "entry", RECIPE, IMAGES)
    assert not (tmp_path / "entry").exists()


def test_cell_of_another_image_is_not_shared(tmp_path: Path, measured: Path) -> None:
    """It would be found by what the lock says, and is of something else."""
    with pytest.raises(
        ShareError, match=r"its layer base had the image bbbbbbbbbbbb, and envs/base"
    ):
        write_entry(measured, tmp_path / "entry", RECIPE, {"base": "c" * 64})


def test_cell_of_a_compiled_layer_is_known_by_its_source(tmp_path: Path, measured: Path) -> None:
    """Its image is not known before it is compiled."""
    images = {"layer.base": "b" * 64, "layer.base.source": "d" * 64}
    (measured / "provenance.json").write_text(json.dumps(images))
    write_entry(measured, tmp_path / "entry", RECIPE, {"base": "d" * 64})
    with pytest.raises(ShareError, match="and envs/base"):
        write_entry(measured, tmp_path / "entry", RECIPE, {"base": "c" * 64})


def test_taken_cell_that_was_measured_since_is_no_taken_one(tmp_path: Path, entry: Path) -> None:
    cell, record = tmp_path / CELL, tmp_path / "record.json"
    record.write_text(json.dumps(take_entry(entry, cell, RECIPE)))
    assert taken_recipe(record, cell / "outcome.json") == RECIPE
    (cell / "outcome.json").write_text('{"status": "done", "outbox_sha256": "other"}')
    assert taken_recipe(record, cell / "outcome.json") is None
    assert taken_recipe(tmp_path / "none.json", cell / "outcome.json") is None
