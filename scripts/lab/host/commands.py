"""The host's own programs: found also where only root's PATH has them, their errors in one line."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.tools import last_words, run_tool

# Not in everybody's PATH.
FOLDERS = "/usr/sbin:/sbin:/usr/bin:/bin"
PACKAGES = {
    "insmod": "kmod",
    "rmmod": "kmod",
    "modprobe": "kmod",
    "unshare": "util-linux",
    "wipefs": "util-linux",
    "findmnt": "util-linux",
    "mount": "mount",
}
POLL_S = 0.02
# modprobe, rmmod and their like take a second, or hang in the kernel.
LIMIT_S = 120.0


def program(name: str) -> str | None:
    """Where the program is, if it is installed."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{FOLDERS}")


def run(name: str, *arguments: str | Path) -> str:
    """Run a program to its end and return what it printed. Raises LabError with its last words."""
    found = program(name)
    if found is None:
        raise LabError(f"{name} is not installed: install the package {PACKAGES.get(name, name)}")
    done = run_tool([found, *arguments], name, LIMIT_S)
    if done.returncode != 0:
        raise LabError(f"{name} {' '.join(map(str, arguments))} failed: {last_words(done)}")
    return done.stdout


def wait_until(holds: Callable[[], object], timeout_s: float, otherwise: str) -> None:
    """Wait until ``holds()`` is true. Raises LabError with ``otherwise`` if it never is."""
    give_up_s = time.monotonic() + timeout_s
    while not holds():
        if time.monotonic() > give_up_s:
            raise LabError(otherwise)
        time.sleep(POLL_S)
