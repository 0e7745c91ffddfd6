"""When an attempt at a cell in real time counts as disturbed, of what was seen of its disk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.lab.host import clocks, cpu_times, kernel_threads, quietness
from scripts.lab.host.groups_v2 import NewGroups
from scripts.lab.host.kernel_threads import KernelThreads
from scripts.lab.host.quietness import Quietness, Times

JOB: dict[str, Any] = {
    "dataset": None,
    "device": {"device_mib": 64, "read_bandwidth_mib_s": 100, "write_bandwidth_mib_s": 50},
}
Watched = Callable[..., Quietness]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A watch after an attempt on a host whose CPUs are quiet, by what its disk was like."""
    monkeypatch.setattr(quietness, "IDLE_S", 0.0)
    monkeypatch.setattr(quietness, "cpu_times", lambda text: Times(0.0, 0.0, 1.0))
    monkeypatch.setattr(quietness, "work", lambda: 10.0)
    monkeypatch.setattr(quietness, "wait_until_free", lambda disk: None)
    monkeypatch.setattr(NewGroups, "used_ns", lambda self: 0)

    def attempt(
        *, read: float = 120, write: float = 60, foreign: float | None = 5, **job: Any
    ) -> Quietness:
        monkeypatch.setattr(quietness.probe, "speeds", lambda *_, **__: (read, write))

        class Neighbours:
            def __init__(self, name: str) -> None:
                assert name == "loop0"

            def mib_s(self) -> float | None:
                return foreign

        monkeypatch.setattr(quietness, "Neighbours", Neighbours)
        watch = Quietness(NewGroups())
        watch.before(JOB | job, "loop0")
        watch.begin()
        watch.end()
        return watch

    return attempt


def after(watch: Quietness, **job: Any) -> str | None:
    return watch.after(JOB | job, "loop0")


def test_disk_with_just_the_room_is_quiet_and_its_figures_are_kept(watched: Watched) -> None:
    watch = watched()
    assert after(watch) is None
    figures = [
        (each["moment"], each["read_mib_s"], each["write_mib_s"], each["foreign_mib_s"])
        for each in watch.readings()
    ]
    assert figures == [
        ("before", 120, 60, None),
        ("during", None, None, 5),
        ("after", 120, 60, None),
    ]


def test_neighbour_on_the_disk_disturbs(watched: Watched) -> None:
    reason = after(watched(foreign=5.1))
    assert reason == (
        "the host was disturbed: others moved 5.1 MiB/s on the disk that has the file of "
        "/dev/loop0, over 10% of the dial of 50: see what else runs"
    )


def test_disk_below_which_none_is_known_is_not_judged_by_it(watched: Watched) -> None:
    assert after(watched(foreign=None)) is None


@pytest.mark.parametrize(
    ("speed", "words"),
    [
        ({"read": 119}, "reads 119 MiB/s, and its dial of 100 needs 120"),
        ({"write": 59}, "writes 59 MiB/s, and its dial of 50 needs 60"),
    ],
)
def test_disk_slower_than_a_dial_is_refused_even_where_disturbed_cells_are_kept(
    watched: Watched, speed: dict[str, float], words: str
) -> None:
    for job in ({}, {"disturbed": "keep"}):
        reason = after(watched(**speed, **job), **job)
        assert reason is not None
        assert reason.startswith(f"before the cell, /dev/loop0 {words}: lower device.bandwidth")


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        ((0.0, 5.0), (3600.0, 5.0), "it was suspended for 3600 s: keep it awake"),
        ((0.0, 5.0), (0.0, -3595.0), "its clock was set by -3600.0 s: see what sets it"),
        ((0.0, 5.0), (0.0, 3605.0), "its clock was set by +3600.0 s: see what sets it"),
    ],
)
def test_clock_that_jumps_in_a_cell_disturbs_it(
    watched: Watched,
    monkeypatch: pytest.MonkeyPatch,
    then: tuple[float, float],
    now: tuple[float, float],
    words: str,
) -> None:
    readings = iter([then, then, now])
    monkeypatch.setattr(clocks, "clocks_s", lambda: next(readings))
    assert after(watched()) == f"the host was disturbed: {words}"


def test_polling_of_nvmevirt_is_no_busy_host(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its threads have two CPUs all the time."""
    watch = watched()
    seen = iter([Times(0.0, 0.0, 8.0), Times(2.0, 0.0, 16.0)] * 2)
    monkeypatch.setattr(quietness, "cpu_times", lambda text: next(seen))
    assert watch.before(JOB, "loop0") is not None
    used_s = iter([100.0, 102.0])
    monkeypatch.setattr(KernelThreads, "used_s", property(lambda self: next(used_s)))
    polled = {"device": JOB["device"] | {"kind": "nvmevirt"}}
    assert watch.before(JOB | polled, "loop0") is None


def test_disk_without_a_dial_is_not_judged_by_one(watched: Watched) -> None:
    block = {"device": {"device_mib": 64, "kind": "block"}}
    assert after(watched(read=1, write=1, foreign=50, **block), **block) is None


def test_clocks_of_this_host_stand_still_against_each_other() -> None:
    first, last = clocks.clocks_s(), clocks.clocks_s()
    assert all(abs(a - b) < 0.05 for a, b in zip(first, last, strict=True))


def write_stat(proc: Path, pid: int, parent: int, started: int, used_s: float) -> Path:
    """A process's line of proc_pid_stat(5), with a name that has blanks and brackets."""
    ticks = round(used_s * cpu_times.TICKS_S)
    fields = ["S", str(parent), *["0"] * 9, str(ticks), "0", *["0"] * 6, str(started), "0"]
    folder = proc / str(pid)
    folder.mkdir(exist_ok=True)
    (folder / "stat").write_text(f"{pid} (kworker/0:1 (x) y) {' '.join(fields)}\n")
    return folder


def test_kernel_thread_that_ends_does_not_disturb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that had used 30 s since the start of the host made a quiet cell of 20 s disturbed."""
    monkeypatch.setattr(kernel_threads, "PROCESSES", tmp_path)
    monkeypatch.setattr(kernel_threads, "PERIOD_S", 0.01)
    old = write_stat(tmp_path, 10, 2, 1, 30.0)
    write_stat(tmp_path, 11, 2, 1, 5.0)
    write_stat(tmp_path, 12, 1, 1, 100.0)
    threads = KernelThreads()
    threads.begin()
    began_s = threads.used_s
    shutil.rmtree(old)
    write_stat(tmp_path, 11, 2, 1, 6.0)
    write_stat(tmp_path, 10, 2, 7, 0.5)  # the number again, for another
    time.sleep(0.1)
    shutil.rmtree(tmp_path / "10")
    threads.end()
    assert threads.used_s - began_s == pytest.approx(1.5)


def test_neighbour_is_kept_where_disturbed_cells_are(watched: Watched) -> None:
    watch = watched(foreign=50, disturbed="keep")
    assert after(watch, disturbed="keep") is None
    assert "others moved 50.0 MiB/s" in watch.readings()[1]["problem"]
