"""The processes that a run is for: when they have gone, its result is not needed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

# Names the workflow to its jobs, by rules/run.smk. A job could look for it above itself, but on a
# busy host it may be gone before the job comes to look.
WORKFLOW = "BANDWISE_WORKFLOW"
LOOK_S = 1.0
# For cleaning up, as on Ctrl-C; what does not come to it by then is ended all the same.
ENDS_S = 10.0


def announce_workflow() -> None:
    """Name this process to all that it will start, as the workflow that they run for."""
    os.environ[WORKFLOW] = f"{os.getpid()} {_started(os.getpid())}"


class Parents:
    """The processes from this one's parent up to the workflow that started the run.

    Each comes with its start time, which distinguishes reused numbers. A killed workflow leaves its
    shell behind, waiting for us, so the parent alone would not do; above the workflow there may
    be a login shell that has every right to end. Without a workflow only the parent counts.
    """

    def __init__(self) -> None:
        self._chain = _chain()

    def alive(self) -> bool:
        """Whether all of them still run."""
        return all(_started(pid) == started for pid, started in self._chain)


def end_with_parents() -> None:
    """End this process soon after one that it is for has gone: what it makes is not needed.

    It ends as by SIGTERM, which from now on cleans up on the way out. Call it in the main thread.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parents = Parents()

    def watch() -> None:
        while parents.alive():
            time.sleep(LOOK_S)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(ENDS_S)
        os._exit(143)

    threading.Thread(target=watch, name="parents", daemon=True).start()


def _chain() -> list[tuple[int, str]]:
    pid = os.getppid()
    named = os.environ.get(WORKFLOW, "").split()
    if not named:
        return [(pid, _started(pid))]
    workflow = (int(named[0]), " ".join(named[1:]))
    chain = [workflow]
    while pid > 1 and pid != workflow[0]:
        chain.append((pid, _started(pid)))
        pid = _parent(pid)
    # Where the workflow has gone, so have those between; what is above is not the run's.
    return chain if pid == workflow[0] else [workflow]


def _stat(pid: int) -> list[str]:
    """The fields of its stat file after the name, or nothing when it has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _started(pid: int) -> str:
    fields = _stat(pid)
    return fields[19] if fields and fields[0] not in "ZX" else ""


def _parent(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[1]) if fields else 0
