"""Every command of the tutorial, as it stands there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import yaml

from tests.patience import WAIT_S, until

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/own-workload.md").read_text()
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
]
QUICK = [line for line in COMMANDS if not line.startswith("snakemake ") and " serve " not in line]


def run(command: str, home: Path) -> str:
    """Run a command in the repository, as a user whose home is a new folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=os.environ | {"HOME": str(home), "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def test_commands_up_to_the_measurement_do_what_the_tutorial_says(home: Path) -> None:
    said = {command: run(command, home) for command in QUICK}
    answer = next(text for command, text in said.items() if "own check" in command)
    *lines, last = answer.splitlines(keepends=True)
    # Of engines whose layers are not built.
    lines = [line for line in lines if not line.startswith("not asked")]
    assert f"```text\n{''.join(lines)}asked " in TEXT
    known = ("asked .* and (all|these) agree", "asked .*, which refuses nothing")
    assert re.match("|".join([*known, "no engine was asked", "the engines were not asked"]), last)
    shown = next(text for command, text in said.items() if "own show" in command)
    assert "function transactions.buy()" in shown
    planned = next(text for command, text in said.items() if "plan check" in command)
    assert "own-shop" in planned


def test_study_is_the_one_of_the_example() -> None:
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert yaml.safe_load(shown) == yaml.safe_load((ROOT / "examples/shop/study.yaml").read_text())


def test_every_function_of_expressions_is_in_the_table() -> None:
    from scripts.data.own.expressions import FUNCTIONS

    assert not [name for name in FUNCTIONS if not re.search(rf"`{name}[`(]", TEXT)]


@pytest.mark.lab
@pytest.mark.long
def test_measurement_makes_a_page_that_is_served(home: Path) -> None:
    (measured,) = (line for line in COMMANDS if line.startswith("snakemake "))
    (served,) = (line for line in COMMANDS if " serve " in line)
    shutil.rmtree(home / "shop", ignore_errors=True)
    for command in QUICK:
        run(command.replace("20000", "2000"), home)
    # Few rows and short runs: what is looked at is that the page is there.
    run(f"{measured} --config duration_factor=0.25", home)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    server = subprocess.Popen(
        ["bash", "-c", f"exec {served} --port 8719"],
        cwd=ROOT,
        env=os.environ | {"HOME": str(home), "PATH": path},
    )
    try:
        until(lambda: answers("http://localhost:8719/own-shop.html"))
        with urllib.request.urlopen("http://localhost:8719/own-shop.html") as answer:
            assert "a workload of your own" in answer.read().decode()
    finally:
        # A shell's background job ignores SIGINT, and so does all that it starts.
        server.terminate()
        server.wait(WAIT_S)


def answers(address: str) -> bool:
    """Whether a server does, which takes it a while to begin."""
    try:
        urllib.request.urlopen(address).close()
    except urllib.error.URLError:
        return False
    return True
