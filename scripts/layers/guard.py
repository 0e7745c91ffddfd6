"""One build of a layer at a time, whoever starts it and however it ends."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.files import NotAFileError, open_to_append
from scripts.files.lockless import NO_LOCKS
from scripts.layers.errors import LayerError
from scripts.programs import LIMITS_S

# Longer than any build may take.
WAIT_S = 2 * max(LIMITS_S.values())
LOOK_S = 0.2


@contextmanager
def guarded(target: Path, report: Callable[[str], None]) -> Iterator[int]:
    """Hold the lock of a layer's folder; yields the descriptor, for processes to inherit.

    Another build is waited for: two runs at once both get their layer. The file stays, as whoever
    deletes a lock file may delete one that another build has just opened.
    """
    path = target.parent / f".{target.name}.guard"
    try:
        file = open_to_append(path)
    except NotAFileError as error:
        raise LayerError(str(error)) from None
    with file:
        until_s = time.monotonic() + WAIT_S
        waiting = False
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not waiting:
                    report("another build of this layer is running, waiting for it")
                    waiting = True
            except OSError as error:
                if error.errno not in NO_LOCKS:
                    raise
                report(
                    f"{path} can't be locked ({error.strerror}): start no second build meanwhile"
                )
                break
            if time.monotonic() > until_s:
                raise LayerError(f"{target}: another build of this layer does not end")
            time.sleep(LOOK_S)
        os.set_inheritable(file.fileno(), True)
        yield file.fileno()
