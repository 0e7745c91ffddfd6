"""What a run prints: it has no effect on the run's outcome or exit code."""

from __future__ import annotations

import contextlib
import sys


def say(line: str) -> None:
    """Print a line to stderr, if that is still there and takes it."""
    if sys.stderr is None:  # closed by whoever started the run
        return
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)
