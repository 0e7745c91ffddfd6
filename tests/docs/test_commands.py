"""Commands of the project, as one runs them with others in a pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ANOTHER_PIPE = """
from scripts.programs.entry import exit_with
def main():
    raise BrokenPipeError("the server has gone")
exit_with(main)
"""
COMMANDS = sorted(
    ".".join(path.parent.relative_to(REPOSITORY).parts)
    for path in (REPOSITORY / "scripts").rglob("__main__.py")
    # It runs in machines, and prints to their console.
    if path.parent.name != "guest"
)


def run_without_reader(*arguments: str, **variables: str) -> tuple[int, str]:
    """The exit code of a command whose reader has gone, and what it said of that."""
    reader, writer = os.pipe()
    os.close(reader)
    own = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ended = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=REPOSITORY,
        env=own | variables,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        timeout=300,
    )
    os.close(writer)
    return ended.returncode, ended.stderr.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_without_a_reader_ends_without_a_word(command: str) -> None:
    assert run_without_reader(command, "--help") == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}])
# rich ends by itself, and with 1.
@pytest.mark.parametrize(("command", "code"), [("check", 1), ("list cells", 141)])
def test_output_without_a_reader_ends_without_a_word(
    command: str, code: int, variables: dict[str, str]
) -> None:
    """``python -m scripts.plan list cells | head`` ended with a traceback."""
    found = run_without_reader("scripts.plan", *command.split(), **variables)
    assert found == (code, "")


def test_another_pipe_that_breaks_is_no_reader_that_has_gone() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ANOTHER_PIPE], cwd=REPOSITORY, capture_output=True, check=False
    )
    assert ended.returncode == 1
    assert b"the server has gone" in ended.stderr
