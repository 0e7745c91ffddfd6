"""Whether a cell on this host was alone with it: what a lab may ask before and after."""

from __future__ import annotations

import time
from typing import Any

from scripts.jobs import Job

# Beside what passes between two readings, and what NTP makes of a clock without a jump.
MOST_SLEPT_S = 0.1
MOST_SET_S = 0.5

Readings = list[dict[str, Any]]


class Watch:
    """Asks for the clocks alone: no cell counts that was asleep or whose clock was set."""

    attempts = 3
    """How often a cell is tried that was disturbed."""

    def __init__(self) -> None:
        self._clocks_s = clocks_s()
        self._jumped: str | None = None

    def before(self, job: Job, disk: str) -> str | None:
        """Look at the host, and at the disk before it is slow; why not to begin, or None."""
        return None

    def begin(self) -> None:
        """The cell's groups are there, and its first process is about to start."""
        self._clocks_s = clocks_s()

    def end(self) -> None:
        """The cell's last process has ended."""
        slept_s, set_s = (
            now_s - then_s for now_s, then_s in zip(clocks_s(), self._clocks_s, strict=True)
        )
        self._jumped = None
        if slept_s > MOST_SLEPT_S:
            self._jumped = f"it was suspended for {slept_s:.0f} s: keep it awake"
        elif abs(set_s) > MOST_SET_S:
            self._jumped = f"its clock was set by {set_s:+.1f} s: see what sets it"

    def after(self, job: Job, disk: str) -> str | None:
        """Look again, when nothing holds the disk back any more; what disturbed it, or None."""
        return self.jumped

    @property
    def jumped(self) -> str | None:
        """What was wrong with the clocks between the begin and the end."""
        return f"the host was disturbed: {self._jumped}" if self._jumped else None

    def readings(self) -> Readings:
        """What was seen, a row each, for the cell's quietness.json; none: no such file."""
        return []


def clocks_s() -> tuple[float, float]:
    """How long the host has slept since its start, and by how much its clock of the day is ahead.

    The second changes when the clock is set, the first when the host is suspended.
    """
    boot_s, steady_s = time.clock_gettime(time.CLOCK_BOOTTIME), time.monotonic()
    return boot_s - steady_s, time.time() - boot_s
