"""For whom a run is: Snakemake, and not whatever has that word in a path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.lab.parents import Parents, is_snakemake

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command",
    [
        "/x/.venv/bin/python /x/.venv/bin/snakemake --cores 2",
        "python3.11 -m snakemake --cores 2",
        "python -u -E /usr/bin/snakemake",
        "snakemake --cores 2",
        "/opt/snakemake/bin/snakemake",
    ],
)
def test_snakemake_is_known_by_its_program(command: str) -> None:
    assert is_snakemake(command.split())


@pytest.mark.parametrize(
    "command",
    [
        "bash /home/me/snakemake/run.sh",
        "/home/me/snakemake/.venv/bin/python -m pytest",
        "vim /home/me/snakemake",
        "python -m pytest snakemake",
        "python /home/me/snakemake/tool.py snakemake",
        "sh -c snakemake --cores 2",
        "",
    ],
)
def test_snakemake_in_a_path_is_not_snakemake(command: str) -> None:
    """A shell in a folder of that name ended, and all its runs with it."""
    assert not is_snakemake(command.split())


def test_shell_in_a_folder_called_snakemake_may_end(tmp_path: Path) -> None:
    """The chain of a run without a workflow is its parent alone."""
    folder = tmp_path / "snakemake"
    folder.mkdir()
    inner = folder / "inner.sh"
    script = "from scripts.lab.parents import Parents; print(len(Parents()._chain))"
    inner.write_text(f"cd {REPOSITORY}; {sys.executable} -c '{script}'; true\n")
    outer = folder / "outer.sh"
    outer.write_text(f"sh {inner}; true\n")
    done = subprocess.run(["sh", outer], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"


def test_parents_are_gone_when_one_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        monkeypatch.setattr("scripts.lab.parents._chain", lambda: [(process.pid, fields[19])])
        parents = Parents()
        assert parents.alive()
        process.kill()
    assert not parents.alive()
