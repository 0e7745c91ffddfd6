"""Where the runner runs: namespaces of its own, which end with it or with the time that it has."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.native.commands import program
from scripts.lab.tools import die_with

# In the repository.
ENTER_FILE = "scripts/lab/native/enter.sh"
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
            exit_code = process.wait(timeout=wall_limit_s)
        except subprocess.TimeoutExpired:
            exit_code = None
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    return Ending(exit_code, time.monotonic() - began_s)
