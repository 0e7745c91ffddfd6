"""Cells on several CPUs: two runs of all that leads to one leave the same bytes."""

from pathlib import Path

import pytest

from scripts.lab.left_images import IMAGES
from scripts.plan import load_study, plan
from scripts.plan.jobs import Cell
from scripts.plan.write import job_text
from tests.cpus.bare import disturbed
from tests.cpus.cell_run import differing, left_by, qemus_of, start

pytestmark = pytest.mark.cpus

STUDY = Path("config/cpus.yaml")
MADE = Path("results")
NEEDED = ("layers", "boot", "emulator", "datasets")
LIMIT_S = 1800


def cell_of(engine: str, cpus: int, clients: int) -> Cell:
    """A cell of an engine, by its machine and its load."""
    return next(
        cell
        for cell in plan(load_study(STUDY)).cells
        if (cell.job["engine"], cell.job.get("cpus")) == (engine, cpus)
        and cell.job["phases"][-1]["threads"] == clients
    )


def folders_of_a_run(folder: Path, cell: Cell) -> dict[str, Path]:
    """Where each task of a run leaves its files: with its job, beside what all runs are made of."""
    made = plan(load_study(STUDY))
    snapshot = next(one for one in made.snapshots if one.id == cell.snapshot_id)
    machine = next(one for one in made.machines if one.id == snapshot.machine_id)
    folders = {}
    for task, job in (("machine", machine), ("snapshot", snapshot), ("cell", cell)):
        folders[task] = folder / f"{task}s" / job.id
        folders[task].mkdir(parents=True)
        (folders[task] / "job.json").write_text(job_text(job.job))
    for name in NEEDED:
        assert (MADE / name).exists(), f"results/{name} is missing: run `make test-cpus`"
        (folder / name).symlink_to((MADE / name).resolve())
    return folders


@pytest.mark.parametrize(
    ("engine", "cpus", "clients"), [("postgresql-17", 4, 16), ("mariadb-11.8", 2, 4)]
)
def test_two_runs_at_once_are_the_same(tmp_path, engine, cpus, clients):
    cell = cell_of(engine, cpus, clients)
    runs = {tmp_path / name: folders_of_a_run(tmp_path / name, cell) for name in ("one", "two")}
    for task in ("machine", "snapshot", "cell"):
        processes = [start(task, shared, folders[task]) for shared, folders in runs.items()]
        with disturbed(lambda: qemus_of(processes), seed=cpus):  # noqa: B023
            assert [process.wait(LIMIT_S) for process in processes] == [0, 0]
        first, second = (left_by(folders[task]) for folders in runs.values())
        assert first.keys() >= {*IMAGES[task], "console.log"}
        assert differing(first, second) == []
    assert '"status": "done"' in first["outcome.json"].read_text()
