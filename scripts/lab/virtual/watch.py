"""Whether a machine still gets on: by its own clock and by what QEMU does, never by the host's.

A busy host makes QEMU slow, and a suspended one stops it. Neither says anything about the guest, so
nothing here ends a machine because of the time that has passed on the host.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.programs.parents import Parents

# How often QEMU is looked at; a number of looks is no time, as a host may be suspended meanwhile.
LOOK_S = 1.0
# All threads of QEMU's wait at so many looks in a row: nothing that they wait for will come.
ASLEEP_LOOKS = 120
# Processor time of QEMU's during which the guest's clock may stand still. 10^9 instructions cost 4
# to 10 s of it, and a virtual second has 20 times as many with 8 busy CPUs, or 80 at the fastest.
STILL_CPU_S = 900.0
# Beside its phases, each of which has the whole limit, a machine starts and stops an engine.
BESIDE_PHASES_S = 600.0
# Threads that run, or would if they had a processor, or wait for a disk, are in other states.
WAITING = frozenset("SI")
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def machine_limit_s(job: Job) -> float:
    """Virtual seconds after which a machine is ended that its own runner did not end."""
    phases = len(job.get("phases", [])) or 1
    return job["limits"]["virtual_s"] * phases + BESIDE_PHASES_S


class Watch:
    """Whether a wait for QEMU should end: those whom it is for have gone, or QEMU only waits."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._parents = Parents()
        self._looked_s = time.monotonic()
        self._asleep_looks = 0
        self._ticks = 0

    @property
    def cpu_s(self) -> float:
        """The processor seconds that QEMU had taken at the last look."""
        return self._ticks / TICKS_PER_S

    def look(self) -> bool:
        """Look at QEMU, if it is time to. Raises LabError when the workflow has ended."""
        if time.monotonic() - self._looked_s < LOOK_S:
            return False
        self._looked_s = time.monotonic()
        if not self._parents.alive():
            raise LabError("the workflow that started this run has ended")
        states, ticks = _threads(self.pid)
        waits = states <= WAITING and ticks - self._ticks <= 1
        self._asleep_looks = self._asleep_looks + 1 if waits else 0
        self._ticks = ticks
        return True

    @property
    def asleep(self) -> bool:
        """Whether QEMU has done nothing, and wanted to do nothing, for many looks."""
        return self._asleep_looks >= ASLEEP_LOOKS

    def check(self, lacking: str) -> None:
        """Raise LabError if the wait should end; ``lacking`` says what has not happened."""
        if self.look() and self.asleep:
            raise LabError(f"{lacking}: it does nothing any more; run again")

    def wait_until(self, done: Callable[[], bool], lacking: str) -> None:
        """Wait for ``done``, which is asked ever more rarely, so that asking takes no processor.

        QEMU is looked at after a pause: one that was just asked still runs on a busy host, and
        would count as awake for ever.
        """
        pause_s = 0.005
        while not done():
            time.sleep(pause_s)
            self.check(lacking)
            pause_s = min(pause_s * 1.2, LOOK_S)


class Clock:
    """A running machine's clock: whether it has come to its limit, or stands still."""

    def __init__(self, read_s: Callable[[], int], watch: Watch, over_at_s: float) -> None:
        self.watch = watch
        self._read_s, self._over_at_s = read_s, over_at_s
        self._now_s = 0
        self._moved_at_cpu_s = 0.0

    def look(self) -> str | None:
        """Once a second, why the machine is to be ended: "virtual_limit" or "still", or None."""
        watch = self.watch
        if not watch.look():
            return None
        now_s = self._read_s()
        if now_s != self._now_s:
            self._now_s, self._moved_at_cpu_s = now_s, watch.cpu_s
            return "virtual_limit" if now_s > self._over_at_s else None
        still = watch.asleep or watch.cpu_s - self._moved_at_cpu_s > STILL_CPU_S
        return "still" if still else None


def _threads(pid: int) -> tuple[frozenset[str], int]:
    """The states of a process's threads, and the ticks of a processor that all of them took."""
    process = Path(f"/proc/{pid}")
    states = {fields[0] for task in process.glob("task/*") if (fields := _stat(task))}
    whole = _stat(process)
    ticks = int(whole[11]) + int(whole[12]) if whole else 0
    return frozenset(states), ticks


def _stat(task: Path) -> list[str]:
    """The fields of a stat file after the name, or nothing when the task has gone."""
    try:
        return (task / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
