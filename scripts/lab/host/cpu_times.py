"""CPU time of an engine and of its clients, where control groups v1 don't count them apart.

Groups v1 keep the engine's processes together for memory alone, and each controller has groups of
its own. So the processes of a group are asked for their CPU time ten times a second, and the sum is
written to a file that reads like cpu.stat of v2. A process that ends takes along at most what it
used since it was last asked.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Mapping
from pathlib import Path

PROCESSES = Path("/proc")
TICKS_S = os.sysconf("SC_CLK_TCK")
PERIOD_S = 0.1


class GroupTime:
    """The CPU time of all processes that have been in a group."""

    def __init__(self) -> None:
        self._ticks: dict[tuple[str, str], int] = {}

    def add(self, stat: str) -> None:
        """Take the time from the text of a process's ``stat`` (proc_pid_stat(5))."""
        pid = stat.split(" ", 1)[0]
        # The name, in brackets, may hold anything. What follows begins with field 3.
        fields = stat.rpartition(")")[2].split()
        user, system, started = fields[11], fields[12], fields[19]
        key = (pid, started)
        self._ticks[key] = max(self._ticks.get(key, 0), int(user) + int(system))

    def text(self) -> bytes:
        """As the first line of cpu.stat, always as long: it is written over the one before."""
        return b"usage_usec %020d\n" % (self.ticks * 1_000_000 // TICKS_S)

    @property
    def ticks(self) -> int:
        """All of it, in the kernel's ticks."""
        return sum(self._ticks.values())


class CpuTimes:
    """Writes the CPU time of groups to files while a cell runs."""

    def __init__(self, files: Mapping[Path, Path]) -> None:
        """``files``: a group's cgroup.procs to the file of its CPU time."""
        self._times = {procs: (GroupTime(), file) for procs, file in files.items()}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Write the first figures, and go on."""
        self._look()
        self._thread.start()

    def end(self) -> None:
        """Stop."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(PERIOD_S):
            self._look()

    def _look(self) -> None:
        for procs, (time, file) in self._times.items():
            for pid in _read(procs).split():
                if stat := _read(PROCESSES / pid / "stat"):
                    time.add(stat)
            # In place and at once, as the runner may read at any time.
            descriptor = os.open(file, os.O_WRONLY)
            try:
                os.pwrite(descriptor, time.text(), 0)
            finally:
                os.close(descriptor)


def _read(path: Path) -> str:
    """The text of a file; nothing where the process or the group has just gone."""
    try:
        return path.read_text()
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ESRCH, errno.ENODEV):
            return ""
        raise
