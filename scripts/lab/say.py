"""What a run prints: for whoever looks, and without a say in what comes of the run."""

from __future__ import annotations

import contextlib
import os

STDERR = 2


def say(line: str) -> None:
    """Print a line to stderr, if there is still somebody to read it.

    Past Python's buffer, which would fail again at the end and with it the whole run.
    """
    with contextlib.suppress(OSError):
        os.write(STDERR, f"{line}\n".encode(errors="replace"))
