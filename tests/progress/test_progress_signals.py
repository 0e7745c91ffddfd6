"""A run that is asked to end while it holds the lock that ending waits for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, signal, sys, threading, time
from scripts.programs.signals import handle_beside
lock, ended = threading.Lock(), threading.Event()
def end(*_):
    with lock:
        ended.set()
signal.signal(signal.SIGTERM, end)
if sys.argv[1] == "beside":
    handle_beside(signal.SIGTERM)
with lock:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.05)  # where the handler runs, if it runs in this thread
assert ended.wait(300)
"""


def ends(how: str, limit_s: float) -> bool:
    command = [sys.executable, "-c", PROGRAM, how]
    here = Path(__file__).parents[2]
    try:
        done = subprocess.run(command, cwd=here, timeout=limit_s, env=os.environ)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def test_signal_that_interrupts_the_holder_of_the_lock_ends_the_run() -> None:
    """Found by a campaign: one run of some 250 that were asked to end never did."""
    assert ends("beside", 60)
    assert not ends("as it was", 3)
