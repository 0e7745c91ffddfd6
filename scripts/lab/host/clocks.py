"""Whether the host was suspended, or its clock set, while a cell ran."""

from __future__ import annotations

import time

# Beside what passes between two readings, and what NTP makes of a clock without a jump.
MOST_SLEPT_S = 0.1
MOST_SET_S = 0.5


class Clocks:
    """Counts from ``begin`` to ``end``."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """The cell's first process is about to start."""
        self._began = clocks_s()

    def end(self) -> str | None:
        """The cell's last process has ended; what was wrong with the clocks meanwhile, or None."""
        slept_s, set_s = (
            now_s - then_s for now_s, then_s in zip(clocks_s(), self._began, strict=True)
        )
        if slept_s > MOST_SLEPT_S:
            return f"the host was disturbed: it was suspended for {slept_s:.0f} s: keep it awake"
        if abs(set_s) > MOST_SET_S:
            return f"the host was disturbed: its clock was set by {set_s:+.1f} s: see what sets it"
        return None


def clocks_s() -> tuple[float, float]:
    """How long the host has slept since its start, and by how much its clock of the day is ahead.

    The second changes when the clock is set, the first when the host is suspended.
    """
    boot_s, steady_s = time.clock_gettime(time.CLOCK_BOOTTIME), time.monotonic()
    return boot_s - steady_s, time.time() - boot_s
