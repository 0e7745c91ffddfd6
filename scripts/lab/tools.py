"""Programs that the lab runs on the host: each with a time limit, its last words in one line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.programs import TooLongError, die_with, run_program

__all__ = ["die_with", "last_words", "run_tool"]


def run_tool(
    command: Sequence[str | Path], name: str, limit_s: float
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its exit code.

    Raises LabError when it can't be started, and when it takes longer than ``limit_s``: it is
    killed then, with what it started. It does not outlive this process.
    """
    try:
        return run_program(command, name, limit_s=limit_s)
    except (FileNotFoundError, PermissionError) as error:
        raise LabError(f"{name} can't be started: {error}") from None
    except TooLongError as error:
        raise LabError(str(error)) from None


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The last lines that a program printed, in one."""
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
    return " / ".join(lines) or f"it ended with exit code {done.returncode} and no message"
