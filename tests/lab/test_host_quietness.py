"""When an attempt at a cell in real time counts as disturbed, of what was seen of its disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scripts.lab.host import quietness
from scripts.lab.host.groups_v2 import NewGroups
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
    monkeypatch.setattr(quietness, "kernel_threads_s", lambda: 0.0)
    monkeypatch.setattr(quietness, "work", lambda: 10.0)
    monkeypatch.setattr(quietness, "wait_until_free", lambda disk: None)
    monkeypatch.setattr(NewGroups, "used_ns", lambda self: 0)

    def attempt(
        *, read: float = 120, write: float = 60, foreign: float | None = 5, **job: str
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


def after(watch: Quietness, **job: str) -> str | None:
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


def test_neighbour_is_kept_where_disturbed_cells_are(watched: Watched) -> None:
    watch = watched(foreign=50, disturbed="keep")
    assert after(watch, disturbed="keep") is None
    assert "others moved 50.0 MiB/s" in watch.readings()[1]["problem"]
