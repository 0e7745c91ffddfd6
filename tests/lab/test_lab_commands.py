"""The lab's command line with jobs that are not jobs: one line that names the file and the fix."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.lab import __main__ as lab
from scripts.lab.lab import Lab
from scripts.lab.outcome import Outcome
from scripts.plan import load_study, plan

REPOSITORY = Path(__file__).parents[2]
# The command line with a cell that has failed, whose reason it prints.
FAILED_CELL = """
import sys
from scripts.lab import __main__, lab, outcome
failed = outcome.Outcome("failed", "the engine ended", "guest", 1.0, ["last", "words"])
lab.Lab.run = lambda *_: failed
sys.exit(__main__.main(["cell", "--job", sys.argv[1], "--out", sys.argv[2]]))
"""
JOB = {"lab": "virtual", "cell_id": "c", "limits": {"wall_s": 1}, "snapshot_id": "s"}
PLANNED = plan(load_study(Path("config/smoke.yaml"), REPOSITORY)).cells[0].job


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not valid JSON"),
        ('{"lab": "virt', "not valid JSON"),
        ("\0\0\0\0", "not valid JSON"),
        ("[]", "not a JSON object"),
        ("{}", "not the job of a cell, as the key cell_id is missing"),
        ('{"cell_id": "c", "limits": {}}', "not the job of a cell, as the key lab is missing"),
    ],
)
def test_broken_job_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: str, words: str
) -> None:
    """It was a traceback."""
    path = tmp_path / "job.json"
    path.write_text(content)
    assert lab.main(["cell", "--job", str(path), "--out", str(tmp_path / "out")]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"lab: {path}: ")
    assert words in line
    assert line.endswith("delete it and run snakemake again")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ([], {"wall_s": 900, "virtual_s": 600}),
        (["--wall-limit-s", "50"], {"wall_s": 50, "virtual_s": 600}),
        (
            ["--wall-limit-s", "50", "--virtual-limit-s", "40"],
            {"wall_s": 50, "virtual_s": 40},
        ),
    ],
)
def test_limits_of_time_are_those_of_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], limits: dict[str, int]
) -> None:
    """A job file that was there before the study's limits changed has the old ones."""
    path, jobs = tmp_path / "job.json", []
    path.write_text(json.dumps(JOB | {"limits": {"wall_s": 900, "virtual_s": 600}}))

    def run(self: Lab, task: str, job: dict[str, Any], *_: object) -> Outcome:
        jobs.append(job)
        return Outcome("done", "", "guest", 1.0, [])

    monkeypatch.setattr(Lab, "run", run)
    assert lab.main(["cell", "--job", str(path), "--out", str(tmp_path / "out"), *options]) == 0
    assert [job["limits"] for job in jobs] == [limits]


def test_missing_job_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "job.json"
    assert lab.main(["cell", "--job", str(path), "--out", str(tmp_path / "out")]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"lab: {path} is missing: ")


def test_what_a_cell_needs_and_is_not_there_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "job.json"
    path.write_text(json.dumps(PLANNED | JOB))
    arguments = ["--shared", str(tmp_path), "--out", str(tmp_path / "cells/c")]
    assert lab.main(["cell", "--job", str(path), *arguments]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "snapshots/s is missing: run snakemake" in line
    assert not list((tmp_path / "cells").rglob("*.json"))


def test_engine_without_a_description_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "job.json"
    path.write_text(json.dumps(PLANNED | JOB | {"engine": "nosuch-1"}))
    arguments = ["--shared", str(tmp_path), "--out", str(tmp_path / "cells/c")]
    assert lab.main(["cell", "--job", str(path), *arguments]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "envs/nosuch-1.yaml is missing: the job's engine is nosuch-1" in line


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_disk_that_fails_is_one_line(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number), "/some/file")

    monkeypatch.setattr("scripts.lab.boot.build_boot", fail)
    assert lab.main(["boot", "--base", "b", "--out", str(tmp_path / "boot")]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"lab: /some/file: {os.strerror(number)}; free disk space")


@pytest.mark.parametrize("stderr", ["/dev/full", "closed"])
def test_result_is_kept_when_nobody_hears_of_it(tmp_path: Path, stderr: str) -> None:
    """A log without room, or a terminal that is gone, must not undo what was measured."""
    path = tmp_path / "job.json"
    path.write_text(json.dumps(JOB))
    command = [sys.executable, "-c", FAILED_CELL, str(path), str(tmp_path / "out")]
    redirect = "2>&-" if stderr == "closed" else f"2> {stderr}"
    done = subprocess.run(["sh", "-c", f'"$@" {redirect}', "sh", *command], cwd=REPOSITORY)
    assert done.returncode == 0


def test_mistake_of_the_program_is_not_reported_as_the_disks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("scripts.lab.boot.build_boot", fail)
    with pytest.raises(OSError, match="Bad file"):
        lab.main(["boot", "--base", "b", "--out", str(tmp_path / "boot")])
