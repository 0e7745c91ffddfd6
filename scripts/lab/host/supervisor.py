"""Do a piece of work in a process that cleans up after itself even when this one is killed."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from scripts.lab.errors import LabError
from scripts.programs import PR_SET_PDEATHSIG

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class Stopped(BaseException):
    """The work is to end: the process that waits for it is to stop, or is gone."""


def supervise(work: Callable[[], dict[str, Any]], undo: Callable[[], None]) -> dict[str, Any]:
    """Run ``work`` in a process of its own and return what it returned; then ``undo``, always.

    It is that process that undoes, so that it happens when this one is killed; when that one is
    killed, this one does. Raises LabError as the work did, and OSError when that met a full disk.
    """
    reader, writer = os.pipe()
    waiting = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _in_child(work, undo, writer, waiting)
    os.close(writer)
    with os.fdopen(reader, "rb") as answers:
        try:
            answer = answers.read()
            os.waitpid(child, 0)
        except BaseException:  # Ctrl-C, or SIGTERM as SystemExit
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
            undo()
            raise
    if not answer:
        undo()
        raise LabError("the cell's process was killed; run again")
    result = json.loads(answer)
    if no_room := result.get("no_room"):
        raise OSError(no_room["errno"], result["error"], no_room["file"])
    if "error" in result:
        raise LabError(result["error"])
    return result["done"]


def _in_child(
    work: Callable[[], dict[str, Any]], undo: Callable[[], None], writer: int, waiting: int
) -> None:
    """Work, undo, answer and exit; never returns."""
    # Not of the terminal's group, whose Ctrl-C is the parent's to hear.
    os.setsid()
    # What is laid out for the runner is read by users without rights, too.
    os.umask(0o022)
    signal.signal(signal.SIGTERM, _stop)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    result: dict[str, Any] = {}
    try:
        try:
            if os.getppid() != waiting:
                raise Stopped
            result = {"done": work()}
        except LabError as error:
            result = {"error": str(error)}
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            no_room = {"errno": error.errno, "file": error.filename}
            result = {"error": error.strerror, "no_room": no_room}
        finally:
            # Once is enough: what is being undone is undone to its end.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            undo()
    except Stopped:
        result = {"error": "stopped"}
    except LabError as error:
        result = {"error": f"{result['error']}; {error}" if "error" in result else str(error)}
    except BaseException:
        traceback.print_exc()
        result = {"error": "internal error: see the traceback above"}
    try:
        os.write(writer, json.dumps(result).encode())
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


def _stop(number: int, frame: object) -> None:
    raise Stopped
