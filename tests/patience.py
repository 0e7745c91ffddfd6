"""Waits for what has to come: a busy host has time, and what is there is seen at once."""

import time
from collections.abc import Callable

# No test that passes waits for so long.
WAIT_S = 300.0


def until(holds: Callable[[], object], otherwise: str = "it never came") -> None:
    """Wait until something holds, and fail with ``otherwise`` when it does not come to that."""
    give_up_s = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < give_up_s, otherwise
        time.sleep(0.02)
