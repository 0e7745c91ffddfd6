"""CPU time of the processes of a group of control groups v1, against their own."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from scripts.lab.host.cpu_times import CpuTimes, GroupTime

BUSY = (
    "import time; end = time.process_time() + 0.5\nwhile time.process_time() < end: pass\ninput()"
)


def line(pid: int, user: int, system: int, started: int) -> str:
    """A process whose name tries to pass for the end of its name."""
    before = " ".join(["S", *"0" * 10])
    return f"{pid} (a) b) {before} {user} {system} 0 0 20 0 1 0 {started} 0\n"


def test_time_of_a_process_that_has_ended_stays() -> None:
    group = GroupTime()
    group.add(line(7, 100, 50, 3))
    group.add(line(7, 120, 60, 3))
    group.add(line(8, 10, 10, 4))
    assert group.text() == b"usage_usec %020d\n" % 2_000_000
    # Another process with a number that was used before.
    group.add(line(7, 5, 5, 9))
    assert group.text() == b"usage_usec %020d\n" % 2_100_000


def test_cpu_time_is_the_processes_own(tmp_path: Path) -> None:
    procs, file = tmp_path / "cgroup.procs", tmp_path / "cpu.stat"
    file.touch()
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE) as process:
        procs.write_text(f"{process.pid}\n999999999\n")
        times = CpuTimes({procs: file})
        times.begin()
        give_up_s = time.monotonic() + 60
        while int(file.read_text().split()[1]) < 450_000 and time.monotonic() < give_up_s:
            time.sleep(0.02)
        times.end()
        process.communicate(b"\n")
    assert 450_000 <= int(file.read_text().split()[1]) < 1_000_000
    assert file.stat().st_size == len(b"usage_usec ") + 21
