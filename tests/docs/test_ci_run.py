"""What continuous integration runs: both orders of the two commands, and less on a slow machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest
from scratch_copy import ROOT

REPORT, TEST, VERIFY = "report", "test LONG=no", "verify-published CELLS=100"
LONG = "test LONG=only"
FAILING = 'echo "$@" >> "$LOG"\nif test "$*" = "$FAILS"; then exit 1; fi\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository of one commit, in which make only writes down what it was asked for."""
    (tmp_path / ".ci").mkdir()
    shutil.copy2(ROOT / ".ci/run", tmp_path / ".ci/run")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/make").write_text(f"#!/bin/sh\n{FAILING}")
    (tmp_path / "bin/make").chmod(0o755)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def commit(folder: Path) -> None:
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "another")


def run(clone: Path, **variables: str) -> tuple[int, list[str]]:
    """The exit code, and what make was asked for in turn."""
    log = clone / "asked"
    log.unlink(missing_ok=True)
    environment = {k: v for k, v in os.environ.items() if k != "BANDWISE_CI_FIRST"}
    environment |= {"PATH": f"{clone}/bin:{os.environ['PATH']}", "LOG": str(log)}
    done = subprocess.run(
        [clone / ".ci/run"], env=environment | variables, capture_output=True, text=True
    )
    return done.returncode, log.read_text().splitlines() if log.exists() else []


def test_either_command_is_a_new_clones_first(clone: Path) -> None:
    assert run(clone, BANDWISE_CI_FIRST="report") == (0, [REPORT, TEST, VERIFY, LONG])
    assert run(clone, BANDWISE_CI_FIRST="test") == (0, [TEST, REPORT, VERIFY, LONG])
    assert run(clone, BANDWISE_CI_FIRST="both") == (2, [])


def test_order_is_the_commits(clone: Path) -> None:
    orders = set()
    for _ in range(40):
        even = int(git(clone, "rev-parse", "HEAD").strip()[-1], 16) % 2 == 0
        (first, *_others) = run(clone)[1]
        assert first == (REPORT if even else TEST)
        orders.add(first)
        commit(clone)
    assert orders == {REPORT, TEST}


def test_slow_machine_leaves_out_what_is_long_in_either_order(clone: Path) -> None:
    for first, asked in (("report", [REPORT, TEST]), ("test", [TEST, REPORT])):
        assert run(clone, BANDWISE_CI_FIRST=first, SECONDS="3700") == (0, [*asked, VERIFY])


def test_failure_ends_it(clone: Path) -> None:
    assert run(clone, BANDWISE_CI_FIRST="test", FAILS=TEST) == (1, [TEST])


def test_make_test_leaves_to_other_targets_what_is_theirs() -> None:
    """A test of a machine that compiles PostgreSQL ran in both."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (excluded,) = re.findall(r"^NOT_HERE := (.*)$", text, re.M)
    assert {"kernels", "compiled", "slurm", "cpus"} <= set(re.findall(r"and not (\w+)", excluded))
    (run,) = re.findall(r"^tests = (.*)$", text, re.M)
    assert '-m "($(1)) $(NOT_HERE)' in run
    recipe = text.partition("\ntest:\n")[2].partition("\n\n")[0]
    assert "pytest" not in recipe
    chosen = re.findall(r"\$\(call tests,(.*?)\)", recipe)
    # Each test is in one of the runs that go on side by side.
    for marks in product((False, True), repeat=3):
        values = dict(zip(("lab", "browser", "built"), marks, strict=True))
        runs = sum(eval(expression, values) for expression in chosen)
        assert runs == 1 or (runs == 2 and values["lab"])
