"""What ought not to matter, for real: the amounts are drawn with the cell's seed."""

from __future__ import annotations

import mmap
import os
import random
import signal
import time
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.system import ENGINE_CGROUP, GuestError, join

PAGE_BYTES = 4096
PAGES_MAX = 256
ENVIRONMENT_BYTES_MAX = 4096
START_MS_MAX = 2000


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``accident/<name>``; what it does lasts until the cell ends."""
    name = phase["workload"].partition("/")[2]
    # Each accident has draws of its own, the same for all engines.
    draw = random.Random(f"{name} {job['seed']}")
    if name == "environment":
        # Every client inherits it, below which its stack begins.
        os.environ["ACCIDENT"] = "x" * draw.randint(1, ENVIRONMENT_BYTES_MAX)
    elif name == "memory":
        take_memory(draw.randint(1, PAGES_MAX))
    else:
        time.sleep(draw.randint(1, START_MS_MAX) / 1000)


def take_memory(pages: int) -> None:
    """Take pages of the engine's limit, in a process that does nothing else.

    Raises GuestError where they can't be had.
    """
    ready, tell_ready = os.pipe()
    if os.fork() == 0:
        try:
            _hold(pages, tell_ready)
        finally:
            os._exit(1)
    os.close(tell_ready)
    if not os.read(ready, 1):
        raise GuestError(f"accident/memory: {pages} pages of the engine's memory can't be had")
    os.close(ready)


def _hold(pages: int, tell_ready: int) -> None:
    join(ENGINE_CGROUP)
    taken = mmap.mmap(-1, pages * PAGE_BYTES, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for page in range(pages):
        taken[page * PAGE_BYTES] = 1
    os.write(tell_ready, b"x")
    signal.pause()
