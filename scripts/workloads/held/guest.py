"""Memory of the engine's limit, held by a process that has nothing else of the runner's."""

from __future__ import annotations

import os
import random
import traceback
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import GuestError
from workloads.accident.guest import PAGES_MAX, take_memory


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``held/memory``: as many pages as ``accident/memory`` takes with this seed."""
    pages = random.Random(f"memory {job['seed']}").randint(1, PAGES_MAX)
    pid = os.fork()
    if pid == 0:
        _take(pages)
    if os.waitpid(pid, 0)[1] != 0:
        raise GuestError(f"held/memory: {pages} pages of the engine's memory can't be had")


def _take(pages: int) -> None:
    """Without the runner's open files, have a process take the pages, and end."""
    try:
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        take_memory(pages)
    except Exception:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
