"""How a command of this project ends."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable


def exit_with(main: Callable[[], int]) -> None:
    """End the process with the code that `main` returns.

    When its reader has gone, as with ``| head``, it ends as SIGPIPE would end it, without a word.
    """
    try:
        try:
            code: int | str | None = main()
        except SystemExit as end:  # argparse, after its help or its error
            code = end.code
        sys.stdout.flush()
    except BrokenPipeError:
        if not _is_without_reader(sys.stdout.fileno()):
            raise  # of another pipe, such as a server's
        # What is still unwritten has no reader, and is not tried again as the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 128 + signal.SIGPIPE
    sys.exit(code)


def _is_without_reader(descriptor: int) -> bool:
    """Whether what is written there goes to a pipe that nothing reads any more."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return bool(poll.poll(0))
