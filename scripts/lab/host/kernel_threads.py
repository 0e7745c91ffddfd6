"""CPU time of the kernel's threads, which carry out a cell's requests, too.

They come and go: a worker that has had nothing to do for some minutes ends, and takes along all
that it has used since the start of the host. So each is known by its number and its start, and is
asked once a second; what one that has ended used until then stays in the sum.
"""

from __future__ import annotations

import threading
from pathlib import Path

from scripts.lab.host.cpu_times import TICKS_S, GroupTime

PROCESSES = Path("/proc")
KTHREADD = "2"  # the parent of all threads of the kernel
PERIOD_S = 1.0


class KernelThreads:
    """The CPU time of all threads that there have been since ``begin``; it never falls."""

    def __init__(self) -> None:
        self._time = GroupTime()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Look at once, and go on."""
        self._look()
        self._thread.start()

    def end(self) -> None:
        """Stop, and look once more."""
        self._over.set()
        self._thread.join()
        self._look()

    @property
    def used_s(self) -> float:
        """The sum, of which only the growth means anything."""
        return self._time.ticks / TICKS_S

    def _run(self) -> None:
        while not self._over.wait(PERIOD_S):
            self._look()

    def _look(self) -> None:
        for path in PROCESSES.glob("[0-9]*/stat"):
            try:
                stat = path.read_text()
            except (FileNotFoundError, ProcessLookupError):  # it has just ended
                continue
            # What stands before the last bracket is the name, which may hold anything.
            if stat.rpartition(")")[2].split()[1] == KTHREADD:
                self._time.add(stat)
