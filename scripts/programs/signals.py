"""Signals whose handlers wait for locks."""

from __future__ import annotations

import signal
from threading import Thread


def handle_beside(number: int) -> None:
    """Have the present handler of a signal run in a thread of its own.

    Snakemake's handler of SIGTERM waits for a lock. Where the signal interrupts what holds that,
    both would wait for ever; in a thread, the handler waits until the lock is free. Does nothing
    where there is no handler. Must be called by the main thread.
    """
    handler = signal.getsignal(number)
    if callable(handler):
        signal.signal(
            number, lambda *about: Thread(target=handler, args=about, daemon=True).start()
        )
