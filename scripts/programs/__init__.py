"""Programs of others: each has a limit of time, and none outlives the process that runs it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
MINUTE_S = 60.0
# Each some ten times what the program takes on a slow host that is busy with other things; what
# takes longer hangs, on a disk or a network that has gone for example.
LIMITS_S = {
    "git": 2 * MINUTE_S,
    "unshare": 2 * MINUTE_S,
    "dpkg-deb": 10 * MINUTE_S,
    "pandoc": 20 * MINUTE_S,
    "node": 60 * MINUTE_S,
    "npm": 120 * MINUTE_S,
    "pip": 120 * MINUTE_S,
    "mmdebstrap": 180 * MINUTE_S,
    "quarto": 180 * MINUTE_S,
    "tpchgen-cli": 180 * MINUTE_S,
    "the compiler": 360 * MINUTE_S,
}
# A killed program that waits for a dead disk or a network does not end, and is not waited for.
ENDS_S = 10.0


class TooLongError(Exception):
    """A program did not end in time; the message names it, what it said last, and the fix.

    ``said`` is all that it printed.
    """

    def __init__(self, name: str, limit_s: float, said: str = "") -> None:
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        last = f", after it said {lines[-1][-200:]!r}" if lines else ""
        took = f"{limit_s / MINUTE_S:.0f} minutes" if limit_s >= MINUTE_S else f"{limit_s:g} s"
        super().__init__(
            f"{name} did not end within {took}{last}: see that its disk, its network and memory "
            "are there, and run again"
        )
        self.said = said


def run_program(
    argv: Sequence[str | Path],
    name: str,
    *,
    limit_s: float | None = None,
    cwd: Path | None = None,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its exit code, and return what it printed.

    ``limit_s``: another limit than that of ``LIMITS_S`` for its ``name``. What takes longer is
    killed, with what it started. Raises TooLongError then, and OSError when it can't be started.
    """
    limit_s = LIMITS_S[name] if limit_s is None else limit_s
    process = subprocess.Popen(
        list(map(str, argv)),
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        preexec_fn=die_with(os.getpid()),
    )
    try:
        stdout, stderr = process.communicate(stdin, timeout=limit_s)
    except subprocess.TimeoutExpired as error:
        said = b"".join(part for part in (error.stdout, error.stderr) if isinstance(part, bytes))
        raise TooLongError(name, limit_s, said.decode(errors="replace")) from None
    finally:
        if process.poll() is None:
            _kill(process)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def die_with(parent: int) -> Callable[[], None]:
    """For a child process: take SIGKILL when the process ``parent`` goes, however it goes."""
    prctl = ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it went just before
            os._exit(1)

    return prepare


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_S)
