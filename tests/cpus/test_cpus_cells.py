"""Cells on several CPUs: two runs of all that leads to one leave the same bytes."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.lab.kept import IMAGES
from scripts.plan import load_study, plan
from scripts.plan.jobs import Cell
from scripts.plan.write import job_text
from tests.cpus.bare import disturbed

pytestmark = pytest.mark.cpus

STUDY = Path("config/cpus.yaml")
MADE = Path("results")
NEEDED = ("layers", "boot", "emulator", "datasets")
LIMIT_S = 1800
# What two runs do not share.
OF_THE_HOST = ("job.json", "timing.json")


class Run:
    """One run of a cell from booting on, in a folder of its own."""

    def __init__(self, folder: Path, cell: Cell) -> None:
        """Put the job files into place, and links to what all machines are made of."""
        self.folder = folder
        made = plan(load_study(STUDY))
        snapshot = next(one for one in made.snapshots if one.id == cell.snapshot_id)
        machine = next(one for one in made.machines if one.id == snapshot.machine_id)
        self.folders = {
            "machine": folder / "machines" / machine.id,
            "snapshot": folder / "snapshots" / snapshot.id,
            "cell": folder / "cells" / cell.id,
        }
        for task, job in (("machine", machine), ("snapshot", snapshot), ("cell", cell)):
            self.folders[task].mkdir(parents=True)
            (self.folders[task] / "job.json").write_text(job_text(job.job))
        for name in NEEDED:
            assert (MADE / name).exists(), f"results/{name} is missing: run `make test-cpus`"
            (folder / name).symlink_to((MADE / name).resolve())

    def start(self, task: str) -> subprocess.Popen:
        """Do a task as the workflow does it, but with results of its own."""
        out = self.folders[task]
        return subprocess.Popen(
            [
                *(sys.executable, "-m", "scripts.lab", task, "--job", out / "job.json"),
                *("--shared", self.folder, "--out", out),
            ]
        )

    def files(self, task: str) -> dict[str, Path]:
        """What a task left, by name."""
        out = self.folders[task]
        found = {str(path.relative_to(out)): path for path in out.rglob("*") if path.is_file()}
        return {name: path for name, path in found.items() if name not in OF_THE_HOST}


@pytest.mark.parametrize(
    ("engine", "cpus", "clients"), [("postgresql-17", 4, 16), ("mariadb-11.8", 2, 4)]
)
def test_two_runs_at_once_are_the_same(tmp_path, engine, cpus, clients):
    cell = next(
        cell
        for cell in plan(load_study(STUDY)).cells
        if (cell.job["engine"], cell.job.get("cpus")) == (engine, cpus)
        and cell.job["phases"][-1]["threads"] == clients
    )
    runs = [Run(tmp_path / name, cell) for name in ("one", "two")]
    for task in ("machine", "snapshot", "cell"):
        processes = [run.start(task) for run in runs]
        with disturbed(lambda: [pid for one in processes for pid in _children(one)], seed=cpus):  # noqa: B023
            assert [process.wait(LIMIT_S) for process in processes] == [0, 0]
        first, second = (run.files(task) for run in runs)
        assert first.keys() == second.keys() >= {*IMAGES[task], "console.log"}
        for name in first:
            assert first[name].read_bytes() == second[name].read_bytes(), name
    assert '"status": "done"' in first["outcome.json"].read_text()


def _children(process: subprocess.Popen) -> list[int]:
    """The processes that a run has started: its QEMU."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            found += [int(stat.parent.name)] if int(fields[1]) == process.pid else []
    return found
