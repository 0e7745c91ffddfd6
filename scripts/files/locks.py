"""Locks of a run: whoever holds them is the only run that writes there.

The system takes a lock back when its holder ends, however it ends, so none is ever left over. Some
file systems of clusters have no locks, or locks that only one node sees. So a holder also signs its
lock, and renews the file's time while it runs: a signature that is being renewed is a run as well.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import json
import os
import socket
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from scripts.files import NotAFileError, now_s_in, open_to_append
from scripts.files.lockless import NO_LOCKS

RENEW_S = 30.0
# Longer than a network's file system keeps a file's time from other nodes (a minute), and a
# renewal that comes late.
FRESH_S = 150.0


def run_locks(shared: Path) -> list[Path]:
    """The locks of a run: of this checkout, and of the folder that checkouts may share."""
    return [Path(".snakemake/bandwise.lock"), shared / "run.lock"]


class LockedError(Exception):
    """Another run holds a lock; the message says which."""


class Held:
    """A lock that is held until it is closed, or this process ends."""

    def __init__(self, holder: BinaryIO, file: Path) -> None:
        self._holder, self._file, self._end = holder, file, threading.Event()
        self._sign({"pid": os.getpid(), "host": _host(), "folder": str(Path.cwd())})
        threading.Thread(target=self._renew, name="lock", daemon=True).start()
        atexit.register(self.close)

    def close(self) -> None:
        """Take the signature back, and let go."""
        self._end.set()
        atexit.unregister(self.close)
        if not self._holder.closed:
            self._sign(None)
            self._holder.close()

    def __enter__(self) -> Held:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _sign(self, me: dict[str, Any] | None) -> None:
        # The lock is what counts; a full disk only leaves it without a name.
        with contextlib.suppress(OSError):
            os.ftruncate(self._holder.fileno(), 0)
            if me:
                os.write(self._holder.fileno(), (json.dumps(me) + "\n").encode())

    def _renew(self) -> None:
        while not self._end.wait(RENEW_S):
            with contextlib.suppress(OSError, ValueError):
                os.utime(self._file)


def hold(file: Path) -> Held:
    """Hold a lock until what is returned is closed, or this process ends.

    Two runs that begin in the same second where there are no locks both get it.

    Raises:
        LockedError: another run holds it, or something else has its name.
    """
    try:
        holder = open_to_append(file)
    except NotAFileError as error:
        raise LockedError(str(error)) from None
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        has_locks = True
    except BlockingIOError:
        with holder:
            raise LockedError(_held_by(_signature(holder), file)) from None
    except OSError as error:
        has_locks = False
        if error.errno not in NO_LOCKS:
            holder.close()
            raise
        print(
            f"warning: {file} can't be locked ({error.strerror}): start no second run meanwhile",
            file=sys.stderr,
        )
    run = _signature(holder)
    if run and _is_renewed(holder, file) and _may_run(run, has_locks):
        with holder:
            raise LockedError(_held_by(run, file))
    return Held(holder, file)


def _host() -> str:
    return socket.gethostname()


def _signature(holder: BinaryIO) -> dict[str, Any]:
    """Whose lock it is or was, by its signature; empty when it has none that can be read."""
    holder.seek(0)
    try:
        run = json.loads(holder.read())
        return {name: run[name] for name in ("pid", "host", "folder")}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _is_renewed(holder: BinaryIO, file: Path) -> bool:
    """Whether the file's time is recent, by the clock of the file system that it is on."""
    try:
        return now_s_in(file.parent) - os.fstat(holder.fileno()).st_mtime < FRESH_S
    except OSError:
        return False


def _may_run(run: dict[str, Any], has_locks: bool) -> bool:
    """Whether the signature can be that of a live run, although the lock was to be had.

    On this host the lock would have shown it, where there are locks.
    """
    if run["host"] != _host():
        return True
    return not has_locks and run["pid"] != os.getpid() and Path(f"/proc/{run['pid']}").exists()


def _held_by(run: dict[str, Any], file: Path) -> str:
    who, gone = "another process", ""
    if run:
        here = run["host"] == _host()
        place = "" if here else f" on {run['host']}"
        who = f"process {run['pid']}{place}, started in {run['folder']}"
        gone = "" if here else f"; {FRESH_S / 60:.1f} min after a host has died it counts no more"
    return f"a run is going on: {who}, holds {file}; wait for it to end, or stop it{gone}"
