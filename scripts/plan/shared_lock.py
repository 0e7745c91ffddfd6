"""A lock in the folder that studies share: many may run at once, but none while one is tidied.

Studies of several checkouts may share one folder, and each knows only its own locks.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NAME = ".bandwise.lock"


class Running(Exception):
    """A study runs, and may be about to use what isn't needed yet."""


def share(shared: Path) -> IO[str] | None:
    """Hold the folder for a run; it is held until the file that is returned is closed.

    Raises Running while somebody tidies it. Where nothing can be written, as by a dry run in
    another's checkout, or the file system knows no locks, nothing is held.
    """
    try:
        shared.mkdir(parents=True, exist_ok=True)
        lock = (shared / NAME).open("a")
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise Running(f"{shared} is being tidied: run this again when that is done") from None
    except OSError:
        pass
    return lock


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Have a lock file, or that of a shared folder, for oneself; raises Running if others do."""
    file = path / NAME if path.is_dir() else path
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Running(f"a study is running (it holds {file}): wait until it is done") from None
        except OSError as error:
            raise Running(f"{file} can't be locked ({error.strerror}): delete by hand") from error
        yield
