"""Two commands that make the same at once, and one whose parents have gone."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from study_rows import oltp_study

from scripts.files.locks import hold
from scripts.site.__main__ import main as site
from scripts.store.__main__ import main as store
from tests.patience import until

REPOSITORY = Path(__file__).parents[2]
# A command that works in a folder of its own, beside a program that it started.
COMMAND = """
import subprocess, sys, tempfile
from scripts.programs.parents import end_with_parents
end_with_parents()
with tempfile.TemporaryDirectory(dir=sys.argv[1]):
    subprocess.run(["sleep", "300"])
"""


def test_d11_a_second_build_of_a_database_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = oltp_study(tmp_path)
    arguments = ["build", "--rows", str(study.rows), "--plan", str(study.plan())]
    arguments += ["--out", str(tmp_path / "db")]
    (tmp_path / "db").write_text("the old one")
    # Of a process that was killed.
    (tmp_path / ".db.1.new").write_text("half of one")
    with hold(tmp_path / ".db.lock"):
        assert store(arguments) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: a run is going on: process {os.getpid()}, started in ")
    assert said.count("\n") == 1
    assert (tmp_path / "db").read_text() == "the old one"
    assert store(arguments) == 0
    assert (tmp_path / "db").stat().st_size > 100
    assert sorted(path.name for path in tmp_path.glob(".db.*")) == [".db.lock"]


def test_d11_a_second_build_of_a_site_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["build", "--out", "site", "--database", "results.duckdb"]
    with hold(tmp_path / ".site.lock"):
        assert site(command) == 1
    assert capsys.readouterr().err.startswith("site: a run is going on: process ")
    assert site(command) == 1
    assert "results.duckdb: no such database" in capsys.readouterr().err


def test_d11_a_command_ends_with_its_parents_and_cleans_up(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    words = [sys.executable, "-c", COMMAND, str(tmp_path / "work")]
    shell = subprocess.Popen(["sh", "-c", f"{shlex.join(words)}; true"], cwd=REPOSITORY)
    until(lambda: any((tmp_path / "work").iterdir()) and children_of(shell.pid))
    [command] = children_of(shell.pid)
    until(lambda: children_of(command))
    [program] = children_of(command)
    os.kill(shell.pid, signal.SIGKILL)
    shell.wait()
    until(lambda: not any((tmp_path / "work").iterdir()))
    until(lambda: not is_running(command) and not is_running(program))


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
