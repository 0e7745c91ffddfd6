"""The example for a pull request's CI: its commands are ones that there are, and its paths, too."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from scripts.compare.__main__ import main
from scripts.compare.basket import read_basket
from scripts.compare.sides import read_sides
from scripts.compare.study import RESULTS, name_of

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / "examples/compare-workflow.yaml"


@pytest.fixture(scope="module")
def job() -> dict:
    return yaml.safe_load(WORKFLOW.read_text())["jobs"]["compare"]


def commands(job: dict) -> list[str]:
    """What its steps run."""
    return [step["run"] for step in job["steps"] if "run" in step]


def shown(job: dict) -> str:
    """The step that says what was found."""
    (step,) = [step for step in job["steps"] if step.get("name") == "report"]
    return step["run"]


def test_its_sides_are_a_pull_request_and_its_branch(
    job: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A merge commit of which only it and its parents are there, as the checkout has it."""
    origin, engine = tmp_path / "origin", tmp_path / "engine"
    git = ["git", "-C", str(origin), "-c", "user.name=a", "-c", "user.email=a@b.example"]
    sign = origin / "src/backend/postmaster/postmaster.c"
    sign.parent.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", origin], check=True)
    for text, branch in (("", "main"), ("one", "main"), ("two", "change")):
        subprocess.run([*git, "checkout", "-q", "-B", branch], check=True)
        sign.write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", text or "first"], check=True)
    subprocess.run([*git, "checkout", "-q", "main"], check=True)
    subprocess.run([*git, "merge", "-q", "--no-ff", "-m", "merge", "change"], check=True)
    subprocess.run(
        ["git", "clone", "-q", "--depth", "2", f"file://{origin}", str(engine)], check=True
    )
    here = tmp_path / "bandwise"
    here.mkdir()
    (here / "envs").symlink_to(ROOT / "envs")
    monkeypatch.chdir(here)
    sides = read_sides([job["env"]["A"], job["env"]["B"]], here)
    assert len({side.layer for side in sides}) == 2
    report = f"{RESULTS}/{name_of(sides, read_basket('quick', ROOT))}/report.md"
    (found,) = re.findall(r"^reports=\((.*)\)$", shown(job), re.MULTILINE)
    assert fnmatch.fnmatch(report, found)


@pytest.mark.parametrize("reached", [True, False], ids=["measured", "does not compile"])
def test_what_it_shows_is_the_report_or_the_last_words(
    job: dict, tmp_path: Path, reached: bool
) -> None:
    report = tmp_path / RESULTS / "quick-a-b/report.md"
    if reached:
        report.parent.mkdir(parents=True)
        report.write_text("two rows changed\n")
    (tmp_path / "compare.log").write_text("heapam.c:9609:2: error: expected ';'\n")
    summary = tmp_path / "summary"
    # As GitHub runs a step whose shell is bash.
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", shown(job)]
    environment = os.environ | {"GITHUB_STEP_SUMMARY": str(summary)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    (commented,) = [each for each in commands(job) if "--body-file" in each]
    said = (tmp_path / shlex.split(commented)[-1]).read_text()
    assert said == summary.read_text()
    assert ("two rows changed" in said, "heapam.c:9609" in said) == (reached, not reached)


def test_its_command_is_understood(job: dict, capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = [each for each in commands(job) if "scripts.compare" in each]
    # What it says is kept for the step that shows it.
    command, _, kept = command.partition(" 2>&1 | ")
    assert kept == "tee compare.log"
    words = shlex.split(command)
    assert words[1:3] == ["-m", "scripts.compare"]
    named = [job["env"].get(word.removeprefix("$"), word) for word in words[3:]]
    # That there is no such folder here is the first thing that is wrong with it.
    assert main(named) == 1
    assert "../engine: there is no such folder" in capsys.readouterr().err.replace(
        str(ROOT.parent), ".."
    )


def test_what_it_keeps_lies_where_runs_write(job: dict) -> None:
    caches = [step for step in job["steps"] if "cache" in step.get("uses", "")]
    assert [step["with"]["path"] for step in caches] == ["${{ env.KEPT }}"] * 2
    # A step without a condition is skipped where one before it failed.
    assert [step.get("if") for step in caches] == [None, "always()"]
    kept = job["env"]["KEPT"]
    assert all(path.startswith("bandwise/results/") for path in kept.split())
    assert f"bandwise/{RESULTS}/cells" in kept.split()
