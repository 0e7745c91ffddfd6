"""The commands of docs/compare.md: comparisons are planned, and the recipe is carried out."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from scripts.compare.__main__ import main
from tests.compare.history import CULPRIT, PATCH

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/compare.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
    for line in block.replace("\\\n", " ").splitlines()
]
RUN = "python -m scripts.compare run "
COMPARISONS = [line for line in COMMANDS if line.startswith((RUN, "make compare "))]
RECIPE = [line for line in COMMANDS if "../history" in line or "postgresql-18-source" in line]


def test_the_page_has_commands() -> None:
    assert len(COMPARISONS) >= 3
    assert [line.split()[0] for line in RECIPE] == ["snakemake", "python", "python"]


@pytest.mark.parametrize("line", COMPARISONS)
def test_a_comparison_of_the_page_is_one(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if line.startswith("make "):
        words = ["make", "--dry-run", *shlex.split(line)[1:]]
        said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        (line,) = (each for each in said.splitlines() if each.startswith(RUN))
    words = shlex.split(line.removeprefix(RUN))
    words = [word for word in words if not word.startswith("--cores")]
    words = words[:-1] if words[-1] == "all" else words
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert main(["study", *words]) == 0
    assert "configuration: results/compare/" in capsys.readouterr().out


@pytest.mark.compiled
@pytest.mark.lab
@pytest.mark.long
def test_the_recipe_of_a_search_finds_the_commit(tmp_path: Path) -> None:
    """In the repository, whose results have the layers."""
    for line in RECIPE:
        words = line.replace("../history", str(tmp_path / "history"))
        done = subprocess.run(words, shell=True, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert re.search(rf"\*\*[0-9a-f]{{12}} {CULPRIT}: {PATCH}\*\* changes it\.", done.stdout)
