"""Where the runner runs: namespaces of its own, which end with it or with the time that it has."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.console import says_too_much
from scripts.lab.errors import LabError
from scripts.lab.host.commands import program
from scripts.programs import die_with

# In the repository.
ENTER_FILE = "scripts/lab/host/enter.sh"
# What no exit code is: a runner that was ended as it said too much.
TOO_MUCH_SAID = 1000
LOOK_S = 1.0
ENTER = Path(__file__).with_name("enter.sh")


@dataclass(frozen=True)
class Ending:
    """How the runner ended: its exit code, None when it ran into its limit."""

    exit_code: int | None
    wall_s: float


def run_runner(
    work: Path,
    disk: str,
    base: Path,
    images: Mapping[str, Path],
    *,
    groups: Iterable[Path],
    wall_limit_s: float,
) -> Ending:
    """Run the runner on what ``work`` holds; its words go to ``work``/console.log.

    ``images``: further layers by the names that the runner knows them as in /dev. ``groups``:
    the control groups that it is in, with all that it starts.
    """
    unshare = program("unshare")
    if unshare is None:
        raise LabError("unshare is not installed: install the package util-linux")
    command = [
        unshare,
        *("--mount", "--propagation", "private", "--net", "--ipc"),
        # The end of the first process is the end of all of them.
        *("--pid", "--fork", "--kill-child=SIGKILL"),
        *("--", "sh", ENTER, work, " ".join(map(str, groups)), disk, base.resolve()),
        *(f"{name}={path.resolve()}" for name, path in images.items()),
    ]
    (work / "root").mkdir()
    began_s = time.monotonic()
    with (work / "console.log").open("wb") as console:
        process = subprocess.Popen(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
            preexec_fn=die_with(os.getpid()),
        )
        try:
            exit_code = _wait(process, work / "console.log", began_s + wall_limit_s)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    return Ending(exit_code, time.monotonic() - began_s)


def _wait(process: subprocess.Popen[bytes], console: Path, until_s: float) -> int | None:
    """The exit code of the runner; None when it runs into its limit."""
    while (left_s := until_s - time.monotonic()) > 0:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=min(LOOK_S, left_s))
        if says_too_much(console):
            return TOO_MUCH_SAID
    return None
