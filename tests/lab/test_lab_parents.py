"""For whom a run is: the workflow that started it, or whoever did by hand."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.programs.parents import WORKFLOW, Parents
from tests.patience import until

REPOSITORY = Path(__file__).parents[2]
PYTHON = shlex.quote(sys.executable)
ANNOUNCE = "from scripts.programs.parents import announce_workflow; announce_workflow()"
ALIVE = "from scripts.programs.parents import Parents; print(Parents().alive())"


def start_time(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WORKFLOW, raising=False)


def test_run_by_hand_is_for_its_parent_alone() -> None:
    script = "from scripts.programs.parents import Parents; print(len(Parents()._chain))"
    inner = f"cd '{REPOSITORY}'; {PYTHON} -c '{script}'; true"
    done = subprocess.run(
        ["sh", "-c", f"sh -c {shlex.quote(inner)}; true"], capture_output=True, text=True
    )
    assert done.stdout.strip() == "1", done.stderr


def test_job_is_for_the_workflow_and_what_is_between() -> None:
    """The shell of a job counts too; it has gone when somebody has killed it."""
    script = (
        "from scripts.programs.parents import Parents; "
        "p = Parents(); print(len(p._chain), p.alive())"
    )
    job = f'{PYTHON} -c "{script}"; true'
    workflow = f"{ANNOUNCE}; import subprocess; subprocess.run(['sh', '-c', {job!r}])"
    command = [sys.executable, "-c", workflow]
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    assert done.stdout.strip() == "2 True", done.stderr


def test_workflow_that_was_gone_before_the_job_looked(tmp_path: Path) -> None:
    """Found by a campaign: the job took the shell that it was left with for all there ever was."""
    out = tmp_path / "alive"
    job = f"sleep 0.5; {PYTHON} -c '{ALIVE}' > {out}.new; mv {out}.new {out}"
    workflow = (
        f"{ANNOUNCE}; import os, subprocess; subprocess.Popen(['sh', '-c', {job!r}]); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", workflow], cwd=REPOSITORY)
    until(out.exists)
    assert out.read_text().strip() == "False"


def test_number_that_another_process_has_now_is_not_the_workflow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(WORKFLOW, f"{os.getppid()} 1")
    assert not Parents().alive()
    monkeypatch.setenv(WORKFLOW, f"{os.getppid()} {start_time(os.getppid())}")
    assert Parents().alive()


def test_parents_are_gone_when_one_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        found = [(process.pid, start_time(process.pid))]
        monkeypatch.setattr("scripts.programs.parents._chain", lambda: found)
        parents = Parents()
        assert parents.alive()
        process.kill()
    assert not parents.alive()
