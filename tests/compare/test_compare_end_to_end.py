"""A comparison of two real sides, from the command line to its report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
A = "postgresql-17"
# With copies of pages, an UPDATE after a checkpoint logs the whole page.
B = "postgresql-17{full_page_writes=off}"
SIDES = [A, B]
BASKET = ["--only", "compare-commits", "--twins", "2"]

pytestmark = [pytest.mark.lab, pytest.mark.long]


def compare(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, in the repository, whose results have the layers and all that studies share."""
    command = [sys.executable, "-m", "scripts.compare", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def report() -> dict:
    """The report of the comparison, of which only what is stale is measured."""
    done = compare("run", *SIDES, *BASKET, "--no-site")
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    (path,) = (line for line in done.stdout.splitlines() if line.endswith("report.json"))
    return json.loads((ROOT / path).read_text())


def row(report: dict, operation: str, measure: str) -> dict | None:
    """A row of the report that is not the same on both sides."""
    compared = report["compared"][0]
    for each in [*compared["changed"], *compared["level"]]:
        if (each["operation"], each["measure"]) == (operation, measure):
            return each
    return None


def test_what_the_setting_does_is_found_and_named(report: dict) -> None:
    updates = row(report, "Commits of UPDATEs of a text", "log bytes")
    assert updates["state"] == "changed"
    assert updates["change"] < -0.5
    written = row(report, "Commits of UPDATEs of a text", "bytes written")
    assert any("log (pg_wal)" in part["file"] for part in written["where"])
    differs = report["compared"][0]["differs"]
    assert [each["what"] for each in differs["settings"]] == ["full_page_writes"]
    assert differs["packages"] == differs["versions"] == []


def test_what_the_setting_does_not_do_is_level(report: dict) -> None:
    """One flush a commit, with copies of pages or without."""
    assert row(report, "Commits of UPDATEs of a text", "flushes") is None
    assert row(report, "Commits of INSERTs", "pages touched") is None


def test_a_second_run_measures_nothing_and_says_the_same(report: dict) -> None:
    folder = ROOT / report["folder"]
    outcomes = {path: path.stat().st_mtime_ns for path in folder.glob("cells/*/outcome.json")}
    assert len(outcomes) == 6
    before = (folder / "report.md").read_text()
    done = compare("run", *SIDES, *BASKET, "--no-site")
    assert done.returncode == 0, done.stderr
    assert {path: path.stat().st_mtime_ns for path in outcomes} == outcomes
    assert (folder / "report.md").read_text() == before


def test_a_third_side_takes_the_others_cells_from_the_shared_folder(report: dict) -> None:
    """As a dry run says: two thirds of the cells are there."""
    sides = [*SIDES, "postgresql-17{wal_compression=pglz}"]
    done = compare("study", *sides, *BASKET)
    assert done.returncode == 0, done.stderr
    study = done.stdout.splitlines()[-1].removeprefix("configuration: ")
    env = {**os.environ, "BANDWISE_CELLS": "results/compare/cells"}
    dry = subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "1", "--dry-run", "--configfile", study],
        cwd=ROOT, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    counts = dict(line.split() for line in dry.stdout.splitlines() if len(line.split()) == 2)
    assert (counts["cell"], counts["taken_cell"]) == ("3", "6")


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (
            "--- a/configure.ac\n+++ b/configure.ac\n@@ -1 +1 @@\n-no such line\n+another\n",
            "unfit.patch does not apply to this source: change it so that it does "
            "(configure.ac: hunk 1 at line 1)",
        ),
        (
            # Configuring the build, which comes first, reads it.
            "--- a/meson_options.txt\n+++ b/meson_options.txt\n@@ -1,1 +1,2 @@\n+wrong(\n"
            " # Copyright (c) 2022-2025, PostgreSQL Global Development Group\n",
            "the compilation failed: ",
        ),
    ],
    ids=["does not apply", "does not compile"],
)
def test_a_side_that_can_t_be_built_is_one_line_ahead_of_all_cells(
    tmp_path: Path, patch: str, message: str
) -> None:
    (tmp_path / "unfit.patch").write_text(patch)
    done = compare("run", "postgresql-18", f"postgresql-18+{tmp_path}/unfit.patch", *BASKET)
    assert done.returncode == 3
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("compare: ")]
    assert line.startswith("compare: layer postgresql-18-unfit-")
    assert message in line
    assert Path(line.rpartition("(log: ")[2].rstrip(")")).exists()
    assert "cells" not in done.stdout
