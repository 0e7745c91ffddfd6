"""Memory of the engine's limit, held by a process that has nothing else of the runner's."""

from __future__ import annotations

import mmap
import os
import random
import signal
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import ENGINE_CGROUP, GuestError, join

PAGE_BYTES = 4096
PAGES_MAX = 256


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``held/memory``: as many pages as ``accident/memory`` takes with this seed."""
    pages = random.Random(f"memory {job['seed']}").randint(1, PAGES_MAX)
    ready, tell_ready = os.pipe()
    if os.fork() == 0:
        try:
            _hold(pages, tell_ready)
        finally:
            os._exit(1)
    os.close(tell_ready)
    if not os.read(ready, 1):
        raise GuestError(f"held/memory: {pages} pages of the engine's memory can't be had")
    os.close(ready)


def _hold(pages: int, tell_ready: int) -> None:
    os.closerange(3, tell_ready)
    os.closerange(tell_ready + 1, os.sysconf("SC_OPEN_MAX"))
    join(ENGINE_CGROUP)
    taken = mmap.mmap(-1, pages * PAGE_BYTES, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for page in range(pages):
        taken[page * PAGE_BYTES] = 1
    os.write(tell_ready, b"x")
    signal.pause()
