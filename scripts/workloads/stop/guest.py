"""The engine ends, by a clean shutdown or killed, and starts again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.engines.layer import ROOT
from guest.system import ENGINE_CGROUP, GuestError, now_ns
from guest.workloads import needed

POLL_S = 0.01


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run a phase ``stop/<how>`` and leave stdout.txt, a line for the end and one for the start."""
    engine = needed(engine, phase)
    stop = crash if phase["workload"].partition("/")[2] == "crash" else Adapter.stop
    lines = []
    for name, step in (("stop", stop), ("start", type(engine).start)):
        begin_ns = now_ns()
        step(engine)
        lines.append({"statement": name, "begin_ns": begin_ns, "end_ns": now_ns(), "rows": 0})
    (folder / "stdout.txt").write_text("".join(json.dumps(line) + "\n" for line in lines))


def crash(engine: Adapter) -> None:
    """Kill every process of the engine at once: none sees another one's end."""
    freezer = ENGINE_CGROUP / "cgroup.freeze"
    freezer.write_text("1")
    while "frozen 1" not in (ENGINE_CGROUP / "cgroup.events").read_text():
        time.sleep(POLL_S)
    for pid in _processes():
        os.kill(pid, signal.SIGKILL)
    freezer.write_text("0")
    # What is left of a clean shutdown: its client's session ends, and the server's end is seen.
    engine.stop_signal = signal.SIGKILL
    with contextlib.suppress(GuestError):
        engine.stop()
    del engine.stop_signal
    while _processes():
        time.sleep(POLL_S)


def _processes() -> list[int]:
    """Those in the engine's own tree; what else is in its group only takes memory."""
    found = []
    for pid in (ENGINE_CGROUP / "cgroup.procs").read_text().split():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if Path(f"/proc/{pid}/root").readlink() == ROOT:
                found.append(int(pid))
    return found
