"""Whether the host did anything else: looked at before, during and after each attempt at a cell.

Before and after, for a second, nothing of ours runs: whatever is busy then is somebody else's. Then
a fixed piece of work is timed on the CPU, and the disk, which nothing holds back then, is read at
random. During a cell, CPU time is somebody else's that neither its groups, nor the kernel's
threads, nor the idle loop had: those threads carry out the cell's own requests, too.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import random
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scripts.lab.host.throttle import Throttle
from scripts.lab.native.disk import size_bytes
from scripts.lab.native.watch import Readings, Watch

PROCESSES = Path("/proc")
STAT = Path("/proc/stat")
LOAD = Path("/proc/loadavg")
TICKS_S = os.sysconf("SC_CLK_TCK")
IDLE_S = 1.0
READ_S = 0.5
BLOCK_BYTES = 256 << 10
HASHED = bytes(8 << 20)
HASHES = 3
MIB = 1 << 20

ATTEMPTS = 3
KTHREADD = 2  # the parent of all threads of the kernel
# Shares of all CPUs' time. A hypervisor takes 2 to 3 % from a guest for many small requests alone.
MOST_BUSY = 0.10
MOST_OTHERS = 0.10
MOST_STEAL = 0.05
# How much slower the same work, or the same reads, may be on the other side of a cell.
MOST_DRIFT = 0.25
# A disk that just reaches the dial would be measured in its place.
ROOM = 1.2


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
    problem: str | None


@dataclass(frozen=True)
class Times:
    """CPU time of all CPUs since the start, in seconds."""

    busy_s: float
    steal_s: float
    all_s: float


class Quietness(Watch):
    """The watch of one attempt after the other; ``groups``: those of its cell."""

    attempts = ATTEMPTS

    def __init__(self, groups: Throttle) -> None:
        self._groups = groups
        self._readings: list[Reading] = []
        self._began: tuple[Times, float] | None = None
        self._too_slow: list[str] = []

    def before(self, job: Mapping[str, Any], disk: str) -> str | None:
        """Calibrate; the host may be busy already, or the disk slower than the dial."""
        self._readings, self._too_slow = [], []
        self._calibrate("before", job, disk)
        return self._wrong(job)

    def begin(self) -> None:
        """Note how much CPU time was used by then."""
        self._groups.begin()
        self._began = (cpu_times(STAT.read_text()), self._known_s())

    def end(self) -> None:
        """Work out what others used meanwhile."""
        assert self._began is not None
        self._groups.end()
        (first, known_s), last = self._began, cpu_times(STAT.read_text())
        ours_s = self._known_s() - known_s
        all_s = max(last.all_s - first.all_s, 1 / TICKS_S)
        others = max(last.busy_s - first.busy_s - ours_s, 0.0) / all_s
        steal = (last.steal_s - first.steal_s) / all_s
        problem = _over("CPU time of others", others, MOST_OTHERS) or _over(
            "stolen CPU time", steal, MOST_STEAL
        )
        self._add("during", None, others, steal, None, None, problem)

    def after(self, job: Mapping[str, Any], disk: str) -> str | None:
        """Calibrate again, and compare; the first thing that was wrong with the attempt."""
        self._calibrate("after", job, disk)
        return self._wrong(job)

    def readings(self) -> Readings:
        """All of this attempt."""
        return [asdict(reading) for reading in self._readings]

    def _known_s(self) -> float:
        """CPU time of the cell's groups and of the kernel's threads, in seconds."""
        return self._groups.used_ns() / 1e9 + kernel_threads_s()

    def _wrong(self, job: Mapping[str, Any]) -> str | None:
        """What ends the attempt: where disturbed cells are kept, only a disk that is too slow."""
        seen = [reading.problem for reading in self._readings if reading.problem]
        return next(iter(self._too_slow if job.get("disturbed") == "keep" else seen), None)

    def _calibrate(self, moment: str, job: Mapping[str, Any], disk: str) -> None:
        first = cpu_times(STAT.read_text())
        time.sleep(IDLE_S)
        last = cpu_times(STAT.read_text())
        all_s = max(last.all_s - first.all_s, 1 / TICKS_S)
        busy, steal = (last.busy_s - first.busy_s) / all_s, (last.steal_s - first.steal_s) / all_s
        work_ms, read_mib_s = work(), read(Path("/dev") / disk)
        wanted_mib_s = job["device"]["read_bandwidth_mib_s"] * ROOM
        slow = (
            f"{moment} the cell, /dev/{disk} reads {read_mib_s:.0f} MiB/s, and its dial of "
            f"{job['device']['read_bandwidth_mib_s']:g} needs {wanted_mib_s:.0f}: lower "
            "device.bandwidth_mib_s, or take a faster disk"
        )
        if read_mib_s < wanted_mib_s:
            self._too_slow.append(slow)
        problem = (
            _over(f"busy CPU time {moment} the cell", busy, MOST_BUSY)
            or _over(f"stolen CPU time {moment} the cell", steal, MOST_STEAL)
            or (slow if read_mib_s < wanted_mib_s else None)
            or self._drift(work_ms)
        )
        self._add(moment, busy, None, steal, work_ms, read_mib_s, problem)

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


def kernel_threads_s() -> float:
    """CPU time of the threads of the kernel that there are, since their start, in seconds."""
    ticks = 0
    for path in PROCESSES.glob("[0-9]*/stat"):
        try:
            # What stands before ") " is the name, which may have blanks.
            fields = path.read_text().rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
        if int(fields[1]) == KTHREADD:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS_S


def work() -> float:
    """How many ms a fixed piece of work takes: the best of some times."""
    best_s = float("inf")
    for _ in range(HASHES):
        began_s = time.monotonic()
        hashlib.sha256(HASHED).digest()
        best_s = min(best_s, time.monotonic() - began_s)
    return best_s * 1000


def read(device: Path, seconds: float = READ_S) -> float:
    """MiB/s of reads at random places, one at a time, past the page cache."""
    blocks = size_bytes(device) // BLOCK_BYTES
    places = random.Random(0)
    file = os.open(device, os.O_RDONLY | os.O_DIRECT)
    try:
        with mmap.mmap(-1, BLOCK_BYTES) as buffer:
            began_s, count = time.monotonic(), 0
            while time.monotonic() - began_s < seconds:
                os.preadv(file, [buffer], places.randrange(blocks) * BLOCK_BYTES)
                count += 1
            return count * BLOCK_BYTES / MIB / (time.monotonic() - began_s)
    finally:
        os.close(file)


def _over(what: str, share: float, most: float) -> str | None:
    if share <= most:
        return None
    return (
        f"the host was disturbed: {what}: {share:.1%} of all CPUs, over {most:.0%}: see what else "
        "runs"
    )
