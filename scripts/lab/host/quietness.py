"""Whether the host did anything else: looked at before, during and after each attempt at a cell.

Before and after, for a second, nothing of ours runs: whatever is busy then belongs to others. Then
a fixed piece of work is timed on the CPU, and blocks of the disk, which nothing holds back then,
are written and read at random. During a cell, CPU time belongs to others that neither its groups,
nor the kernel's threads, nor the idle loop had: those threads carry out the cell's own requests,
too. So are the bytes that the disk below a loop device moves and the cell's devices don't ask for.
"""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scripts.jobs import Job
from scripts.lab.host import probe
from scripts.lab.host.clocks import Clocks
from scripts.lab.host.disk import REGISTERS_BYTES, wait_until_free
from scripts.lab.host.groups import Groups
from scripts.lab.host.kernel_threads import KernelThreads
from scripts.lab.host.neighbours import Neighbours

STAT = Path("/proc/stat")
LOAD = Path("/proc/loadavg")
TICKS_S = os.sysconf("SC_CLK_TCK")
IDLE_S = 1.0
HASHED = bytes(8 << 20)
HASHES = 3
MIB = 1 << 20
DIRECTIONS = ("read", "write")
# Kinds of device that threads of the kernel serve by polling, so these are always busy.
POLLED = frozenset({"nvmevirt"})

# Shares of all CPUs' time. A hypervisor takes 2 to 3 % from a guest for many small requests alone.
MOST_BUSY = 0.10
MOST_OTHERS = 0.10
MOST_STEAL = 0.05
# How much slower the same work, or the same reads, may be on the other side of a cell.
MOST_DRIFT = 0.25
# A disk that just reaches the dial would be measured in its place.
ROOM = 1.2
# Of the dial, that others may move on the cell's disk: they leave at least 1.1 times the dial.
MOST_FOREIGN = 0.10

Readings = list[dict[str, Any]]


@dataclass(frozen=True)
class Reading:
    """A row of quietness.json; null where a moment has no such figure."""

    moment: str
    load_average: float
    busy_share: float | None
    others_share: float | None
    steal_share: float
    work_ms: float | None
    read_mib_s: float | None
    write_mib_s: float | None
    foreign_mib_s: float | None
    problem: str | None


@dataclass(frozen=True)
class Times:
    """CPU time of all CPUs since the start, in seconds."""

    busy_s: float
    steal_s: float
    all_s: float


class Quietness:
    """Looks at one attempt after the other; ``groups``: those of its cell."""

    attempts = 3
    """How often a cell is tried that was disturbed."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        self._clocks = Clocks()
        self._readings: list[Reading] = []
        self._began: tuple[Times, float, Neighbours] | None = None
        self._threads = KernelThreads()
        self._disk = ""
        self._dial_mib_s: float | None = None
        self._too_slow: list[str] = []

    def before(self, job: Job, disk: str) -> str | None:
        """Calibrate; why not to begin, or None: the host is busy, or the disk too slow."""
        self._readings, self._too_slow = [], []
        self._disk, self._dial_mib_s = disk, min(_dials(job).values(), default=None)
        self._calibrate("before", job, disk)
        return self._wrong(job)

    def begin(self) -> None:
        """Note how much CPU time was used, and how many bytes were moved, by then."""
        self._groups.begin()
        self._threads = KernelThreads()
        self._threads.begin()
        self._clocks.begin()
        self._began = (cpu_times(STAT.read_text()), self._known_s(), Neighbours(self._disk))

    def end(self) -> None:
        """Work out what others used meanwhile."""
        assert self._began is not None
        jumped = self._clocks.end()
        self._groups.end()
        self._threads.end()
        (first, known_s, neighbours), last = self._began, cpu_times(STAT.read_text())
        ours_s = self._known_s() - known_s
        all_s = max(last.all_s - first.all_s, 1 / TICKS_S)
        others = max(last.busy_s - first.busy_s - ours_s, 0.0) / all_s
        steal = (last.steal_s - first.steal_s) / all_s
        foreign_mib_s = neighbours.mib_s()
        problem = (
            _over("CPU time of others", others, MOST_OTHERS)
            or _over("stolen CPU time", steal, MOST_STEAL)
            or self._crowded(foreign_mib_s)
            or jumped
        )
        self._add("during", None, others, steal, None, None, None, foreign_mib_s, problem)

    def after(self, job: Job, disk: str) -> str | None:
        """Calibrate again, and compare; the first thing that was wrong with the attempt."""
        self._calibrate("after", job, disk)
        return self._wrong(job)

    def readings(self) -> Readings:
        """All of this attempt."""
        return [asdict(reading) for reading in self._readings]

    def _known_s(self) -> float:
        """CPU time of the cell's groups and of the kernel's threads, in seconds."""
        return self._groups.used_ns() / 1e9 + self._threads.used_s

    def _wrong(self, job: Job) -> str | None:
        """What ends the attempt: where disturbed cells are kept, only a disk that is too slow."""
        seen = [reading.problem for reading in self._readings if reading.problem]
        return next(iter(self._too_slow if job.get("disturbed") == "keep" else seen), None)

    def _calibrate(self, moment: str, job: Job, disk: str) -> None:
        first, threads = cpu_times(STAT.read_text()), KernelThreads()
        threads.begin()
        known_s = threads.used_s
        time.sleep(IDLE_S)
        threads.end()
        last = cpu_times(STAT.read_text())
        all_s = max(last.all_s - first.all_s, 1 / TICKS_S)
        busy_s = last.busy_s - first.busy_s
        if job["device"].get("kind") in POLLED:
            busy_s = max(busy_s - (threads.used_s - known_s), 0.0)
        busy = busy_s / all_s
        steal = (last.steal_s - first.steal_s) / all_s
        work_ms = work()
        wait_until_free(disk)
        used_bytes = job["device"]["device_mib"] * MIB - REGISTERS_BYTES
        speeds = probe.speeds(disk, used_bytes, is_full=bool(job["dataset"]))
        found = dict(zip(DIRECTIONS, speeds, strict=True))
        slow = [
            f"{moment} the cell, /dev/{disk} {direction}s {mib_s:.0f} MiB/s, and its dial of "
            f"{dial:g} needs {dial * ROOM:.0f}: lower device.bandwidth_mib_s, or take a faster disk"
            for direction, dial in _dials(job).items()
            if (mib_s := found[direction]) < dial * ROOM
        ]
        self._too_slow += slow
        problem = (
            _over(f"busy CPU time {moment} the cell", busy, MOST_BUSY)
            or _over(f"stolen CPU time {moment} the cell", steal, MOST_STEAL)
            or next(iter(slow), None)
            or self._drift(work_ms)
        )
        self._add(moment, busy, None, steal, work_ms, *speeds, None, problem)

    def _crowded(self, foreign_mib_s: float | None) -> str | None:
        """Others that move more on the disk than the room above the dial has for them."""
        if foreign_mib_s is None or self._dial_mib_s is None:
            return None
        if foreign_mib_s <= self._dial_mib_s * MOST_FOREIGN:
            return None
        return (
            f"the host was disturbed: others moved {foreign_mib_s:.1f} MiB/s on the disk that has "
            f"the file of /dev/{self._disk}, over {MOST_FOREIGN:.0%} of the dial of "
            f"{self._dial_mib_s:g}: see what else runs"
        )

    def _drift(self, work_ms: float) -> str | None:
        """Of the CPU alone: of the disk what counts is that it reaches its dial."""
        before = next((each.work_ms for each in self._readings if each.work_ms), work_ms)
        low, high = sorted((before, work_ms))
        if high <= low * (1 + MOST_DRIFT):
            return None
        return (
            f"the host was disturbed: the same work took {before:.1f} ms before the cell and "
            f"{work_ms:.1f} after it: see what else runs"
        )

    def _add(self, moment: str, *figures: Any) -> None:
        load = float(LOAD.read_text().split()[0])
        self._readings.append(Reading(moment, load, *figures))


def cpu_times(stat: str) -> Times:
    """The first line of /proc/stat, in seconds."""
    ticks = [int(word) / TICKS_S for word in stat.splitlines()[0].split()[1:9]]
    user, nice, system, idle, iowait, irq, softirq, steal = ticks
    busy = user + nice + system + irq + softirq
    return Times(busy, steal, busy + idle + iowait + steal)


def work() -> float:
    """How many ms a fixed piece of work takes: the best of some times."""
    best_s = float("inf")
    for _ in range(HASHES):
        began_s = time.monotonic()
        hashlib.sha256(HASHED).digest()
        best_s = min(best_s, time.monotonic() - began_s)
    return best_s * 1000


def _dials(job: Job) -> dict[str, float]:
    """MiB/s that a cell's reads and writes are held to; a block device is as fast as it is."""
    device = job["device"]
    named = {each: device.get(f"{each}_bandwidth_mib_s") for each in DIRECTIONS}
    return {each: dial for each, dial in named.items() if dial is not None}


def _over(what: str, share: float, most: float) -> str | None:
    if share <= most:
        return None
    return (
        f"the host was disturbed: {what}: {share:.1%} of all CPUs, over {most:.0%}: see what else "
        "runs"
    )
