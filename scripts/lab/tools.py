"""Programs that the lab runs on the host: each with a time limit, its last words in one line."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.lab.errors import LabError

PR_SET_PDEATHSIG = 1
# A killed program that waits for a dead disk or a network does not end; nobody waits for it.
ENDS_S = 10.0


def run_tool(
    command: Sequence[str | Path], name: str, limit_s: float
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its exit code.

    Raises LabError when it can't be started, and when it takes longer than ``limit_s``: it is
    killed then, with what it started. It does not outlive this process.
    """
    try:
        process = subprocess.Popen(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with(os.getpid()),
        )
    except (FileNotFoundError, PermissionError) as error:
        raise LabError(f"{name} can't be started: {error}") from None
    try:
        stdout, stderr = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        raise LabError(
            f"{name} did not end within {limit_s:.0f} s; is the disk or its network file system "
            "still there? Run again"
        ) from None
    finally:
        if process.poll() is None:
            _kill(process)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The last lines that a program printed, in one."""
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
    return " / ".join(lines) or f"it ended with exit code {done.returncode} and no message"


def die_with(parent: int) -> Callable[[], None]:
    """For a child process: take SIGKILL when the process ``parent`` goes, however it goes."""

    def prepare() -> None:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it went just before
            os._exit(1)

    return prepare


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_S)
