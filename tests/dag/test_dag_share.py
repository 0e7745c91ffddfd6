"""Cells from a folder that machines share: nothing that they are made of is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scratch_workflow import Workflow, copy_repository

from scripts.identity.jobs import locked_image

MEASURING = {"dataset", "machine", "snapshot", "passing_snapshot", "cell"}


def measured(workflow: Workflow) -> list[str]:
    """Make the placeholders of cells such that they can be shared; the cells' ids."""
    ids = []
    for job in workflow.cells():
        folder = workflow.results / "cells" / job["cell_id"]
        names = ["toolchain", "qemu", "base", *([job["engine"]] if job["engine"] else [])]
        images = {f"layer.{name}": locked_image(name) for name in names}
        (folder / "provenance.json").write_text(json.dumps(images))
        (folder / "outbox").mkdir(exist_ok=True)
        (folder / "outbox/phase.json").write_text("{}")
        outcome = {"cell_id": job["cell_id"], "status": "done"}
        (folder / "outcome.json").write_text(json.dumps(outcome))
        ids.append(job["cell_id"])
    return ids


def test_cells_are_shared_taken_and_measured_again_when_they_would_be_others(
    workflow: Workflow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells, folder = measured(workflow), tmp_path / "shared"
    monkeypatch.setenv("BANDWISE_CELLS", str(folder))
    done = workflow.run("share")
    assert done.returncode == 0, done.stderr
    assert len([*folder.iterdir()]) == len(cells)
    # What was measured here is not taken from elsewhere; its rows have changed.
    assert workflow.stale().keys() == {"rows", "database", "render", "complete"}

    (tmp_path / "other").mkdir()
    copy_repository(tmp_path / "other")
    other = Workflow(tmp_path / "other")
    stale = other.stale()
    assert stale["taken_cell"] == len(cells)
    assert not MEASURING & stale.keys()
    cell = cells[0]
    done = other.run(f"results/smoke/cells/{cell}/outcome.json")
    assert done.returncode == 0, done.stderr
    assert "1 of 1 taken cells" in done.stderr or "done in" in done.stderr
    record = json.loads((other.results / f"taken/{cell}.json").read_text())
    assert record["from"].startswith(str(folder))
    # From now on it needs the folder no more, and other cells do.
    monkeypatch.delenv("BANDWISE_CELLS")
    assert other.stale()["cell"] == len(cells) - 1
    # The other way of serving requests would give other numbers.
    source = other.root / "emulator/timing.c"
    source.write_text(source.read_text() + "\nint another;\n")
    assert other.stale()["cell"] == len(cells)
    monkeypatch.setenv("BANDWISE_CELLS", str(folder))
    assert "taken_cell" not in other.stale()

    # D23: a cell that was taken, and has been measured here since, stays as it is.
    source.write_text(source.read_text().replace("\nint another;\n", ""))
    assert other.stale()["taken_cell"] == len(cells) - 1
    outcome = other.results / f"cells/{cell}/outcome.json"
    outcome.write_text(outcome.read_text() + "\n")
    assert other.stale()["taken_cell"] == len(cells) - 1
    done = other.run(f"results/smoke/cells/{cells[1]}/outcome.json")
    assert done.returncode == 0, done.stderr
    assert [path.stem for path in (other.results / "taken").iterdir()] == [cells[1]]


def test_sharing_without_a_folder_names_the_variable(workflow: Workflow) -> None:
    done = workflow.run("share")
    assert done.returncode == 1
    assert "BANDWISE_CELLS=folder names the folder to share cells in" in done.stderr
