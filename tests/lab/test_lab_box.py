"""A command sees what its rule declares, and nothing else; the smoke study is run like that."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from smoke_run import REPOSITORY, boxed_snakemake

BOX = Path(__file__).with_name("box.py")


def run(root: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command that declares one input, one output and a log."""
    declared = {"inputs": ["made/in.txt"], "outputs": ["out/out.txt"], "logs": ["logs/log.txt"]}
    boxed = [sys.executable, BOX, json.dumps(declared), "/bin/bash", "-c", f"set -e; {command}"]
    return subprocess.run(boxed, cwd=root, capture_output=True, text=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("made/in.txt", "made/other.txt", "scripts/program.py", "out/before.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"{name}\n")
    return tmp_path


def test_declared_files_are_read_and_written(root: Path) -> None:
    done = run(root, "cat made/in.txt scripts/program.py > out/out.txt; echo logged > logs/log.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert (root / "out/out.txt").read_text() == "made/in.txt\nscripts/program.py\n"
    assert (root / "logs/log.txt").read_text() == "logged\n"
    assert (root / "out/before.txt").exists()
    assert not list((root / ".snakemake").iterdir())


@pytest.mark.parametrize(
    "command", ["cat made/other.txt", "test -e made/other.txt", "cat out/before.txt"]
)
def test_undeclared_file_is_not_there(root: Path, command: str) -> None:
    done = run(root, f"touch out/out.txt; echo logged > logs/log.txt; {command}")
    assert done.returncode != 0
    assert not (root / "out/out.txt").exists()
    assert (root / "logs/log.txt").read_text() == "logged\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("touch out/out.txt out/more.txt", "writes out/more.txt"),
        ("touch out/out.txt; mkdir new; touch new/file", "writes new/file"),
        ("touch out/out.txt; echo more >> made/in.txt", "changes its input made/in.txt"),
    ],
)
def test_undeclared_output_fails_the_command(root: Path, command: str, words: str) -> None:
    done = run(root, command)
    assert done.returncode == 1
    assert f"box: a command {words}, which its rule does not declare" in done.stderr
    assert not (root / "out/more.txt").exists()


def test_first_command_of_a_new_clone_keeps_what_it_fetched(root: Path) -> None:
    done = run(root, "touch out/out.txt results/packages/fetched")
    assert (done.returncode, done.stderr) == (0, "")
    assert (root / "results/packages/fetched").exists()


@pytest.mark.lab
def test_emulator_and_boot_files_are_made_of_declared_files(smoke: Path, tmp_path: Path) -> None:
    """Whoever ran a study before has them, so the smoke study's run does not make them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if not name.startswith(("tests/", "results/")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    (tmp_path / "results").mkdir()
    (tmp_path / "results/layers").symlink_to(REPOSITORY / "results/layers")
    names = ("emulator/emulator.json", "emulator/vnvme.ko", "boot/boot.json", "boot/vmlinuz")
    files = [f"results/{name}" for name in names]
    done = boxed_snakemake("--allowed-rules", "module", "boot", "--", *files, folder=tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    for file in files:
        assert (tmp_path / file).read_bytes() == (REPOSITORY / file).read_bytes()
