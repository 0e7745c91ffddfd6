"""What a change makes stale, on the real workflow after a real run: no more, no less."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from smoke_run import REPOSITORY, snakemake

pytestmark = [pytest.mark.lab, pytest.mark.long]

# Trees that a manifest stands for stay where they are, and of images a copy has the name and time.
TREES = shutil.ignore_patterns("tree", "outbox", "work-*", "verify")
IMAGES = {".img", ".bin", ".erofs", ".cpio", ".ko"}


def stand_in(source: str, target: str) -> None:
    """Copy a file; of an image, no bytes."""
    if Path(source).suffix not in IMAGES:
        shutil.copy2(source, target)
        return
    Path(target).touch()
    shutil.copystat(source, target)


@pytest.fixture
def copy(smoke: Path, tmp_path: Path) -> Path:
    """The repository with the state of a finished smoke study, free to be changed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(REPOSITORY / name, target)
    results = tmp_path / "results"
    shutil.copytree(
        REPOSITORY / "results", results, ignore=TREES, copy_function=stand_in, dirs_exist_ok=True
    )
    shutil.copytree(REPOSITORY / ".snakemake", tmp_path / ".snakemake")
    if (REPOSITORY / "node_modules").exists():
        (tmp_path / "node_modules").symlink_to(REPOSITORY / "node_modules")
    return tmp_path


def stale(copy: Path) -> dict[str, int]:
    """How many jobs of each rule the next run would do."""
    done = snakemake("--dry-run", folder=copy)
    assert done.returncode == 0, done.stdout + done.stderr
    table = (done.stdout + done.stderr).partition("Job stats:")[2].partition("total")[0]
    return {rule: int(count) for rule, count in re.findall(r"^(\w+)\s+(\d+)$", table, re.M)}


def planned(copy: Path) -> list[str]:
    """The ids of the study's cells."""
    plan = json.loads((copy / "results/smoke/plan.json").read_text())
    return [cell["cell_id"] for cell in plan["cells"]]


def edit(path: Path, change: Callable[[str], str]) -> None:
    """Change a file, for certain."""
    before = path.read_text()
    after = change(before)
    assert after != before
    path.write_text(after)


def test_nothing_changed_runs_nothing(copy: Path) -> None:
    assert stale(copy) == {}


def test_touching_files_runs_nothing(copy: Path) -> None:
    for path in (copy / "scripts/parse").glob("*.py"):
        path.touch()
    (copy / "config/smoke.yaml").touch()
    assert stale(copy) == {}


def test_code_of_the_host_changed_runs_nothing(copy: Path) -> None:
    edit(copy / "scripts/lab/scratch.py", lambda text: text + "\nCHANGED = 1\n")
    assert stale(copy) == {}


def test_tuning_of_an_engine_changed_runs_its_cells_only(copy: Path) -> None:
    edit(
        copy / "config/experiments/oltp.yaml",
        lambda text: text.replace("cell:\n", "cell:\n  tuning: {postgresql: {work_mem: 1MB}}\n", 1),
    )
    jobs = stale(copy)
    assert (jobs.get("snapshot"), jobs.get("cell")) == (1, 1)
    assert not set(jobs) & {"layer", "boot", "emulator", "dataset"}


def test_emulator_changed_runs_every_machine(copy: Path) -> None:
    edit(copy / "emulator/timing.c", lambda text: text + "\n/* Changed. */\n")
    assert stale(copy)["cell"] == len(planned(copy))
