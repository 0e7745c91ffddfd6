"""One run at a time makes a thing: a later one waits for it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scripts.files import open_to_append
from scripts.files.lockless import NO_LOCKS
from scripts.lab.errors import LabError
from scripts.programs.parents import Parents
from scripts.programs.stderr import say

POLL_S = 0.2


@dataclass(frozen=True)
class Turn:
    """``is_alone``: no other run of this host makes the same; ``after``: the work of the last one.

    That is None when there was none to wait for.
    """

    is_alone: bool
    after: str | None = None


@contextlib.contextmanager
def only_run(out: Path, work: str) -> Iterator[Turn]:
    """Hold the lock of the folder ``out``, and wait for it when another run has it.

    ``work`` says what exactly is made. The kernel frees the lock of a run that was killed. Where
    the file system has no locks, no run waits, and none is alone.
    """
    folder = out.resolve()
    path = folder.with_name(f".{folder.name}.lock")
    parents, waited = Parents(), None
    while True:
        file = open_to_append(path)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waited is None:
                say(f"lab: {out}: another run makes it; waiting")
            waited = _read(file) or waited or "?"
            file.close()
        except OSError as error:
            file.close()
            if error.errno not in NO_LOCKS:
                raise
            yield Turn(is_alone=False)
            return
        else:
            if _is(file, path):
                break
            file.close()  # the run before removed it meanwhile
            continue
        if not parents.alive():
            raise LabError("the workflow that started this run has ended")
        time.sleep(POLL_S)
    try:
        file.truncate(0)
        file.write(work.encode())
        file.flush()
        yield Turn(is_alone=True, after=waited)
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        file.close()


def _read(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _is(file: BinaryIO, path: Path) -> bool:
    """Whether the open file is the one that has the path now."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
