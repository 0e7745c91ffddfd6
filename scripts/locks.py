"""Locks of a run: whoever holds them is the only run that writes there.

The system takes a lock back when its holder ends, however it ends, so none is ever left over.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket
import sys
from pathlib import Path
from typing import TextIO

# What file systems without locks answer, such as Lustre without -o flock.
NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP)


def run_locks(shared: Path) -> list[Path]:
    """The locks of a run: of this checkout, and of the folder that checkouts may share."""
    return [Path(".snakemake/bandwise.lock"), shared / "run.lock"]


class LockedError(Exception):
    """Another run holds a lock; the message says which."""


def hold(file: Path) -> TextIO:
    """Hold a lock as long as the returned file is open.

    Raises:
        LockedError: another run holds it.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    holder = file.open("a+", encoding="utf-8")
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with holder:
            raise LockedError(_held_by(holder, file)) from None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        print(
            f"warning: {file} can't be locked ({error.strerror}): start no second run meanwhile",
            file=sys.stderr,
        )
    _sign(holder)
    return holder


def _sign(holder: TextIO) -> None:
    me = {"pid": os.getpid(), "host": socket.gethostname(), "folder": str(Path.cwd())}
    # The lock is what counts; a full disk only leaves it without a name.
    with contextlib.suppress(OSError):
        os.ftruncate(holder.fileno(), 0)
        os.write(holder.fileno(), (json.dumps(me) + "\n").encode())


def _held_by(holder: TextIO, file: Path) -> str:
    holder.seek(0)
    try:
        run = json.loads(holder.read())
        here = run["host"] == socket.gethostname()
        place = "" if here else f" on {run['host']}"
        who = f"process {run['pid']}{place}, started in {run['folder']}"
    except (ValueError, KeyError, TypeError):
        who = "another process"
    return f"a run is going on: {who}, holds {file}; wait for it to end, or stop it"
