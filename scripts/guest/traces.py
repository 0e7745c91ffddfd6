"""bpftrace scripts: attached before the snapshot, ended after the last phase.

Between the two they print what they gathered in slices; `end_slice` ends one, so that a phase
begins and ends with a slice of its own.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from guest.system import PAYLOAD, GuestError, now_ns, reap

SCRIPTS = PAYLOAD / "tracing"
PID_FILE = Path("/run/traces.json")
POLL_S = 0.02
ATTACH_LIMIT_NS = 120_000_000_000
SLICE_LIMIT_NS = 10_000_000_000
# To detach takes what attaching takes, probe by probe.
STOP_S = 120.0


def start(names: Sequence[str], folder: Path) -> None:
    """Start each script and wait until its probes are attached."""
    folder.mkdir(parents=True)
    pids = {}
    for name in names:
        output = folder / f"{name}.jsonl"
        errors = folder / f"{name}.stderr"
        with output.open("wb") as stdout, errors.open("wb") as stderr:
            process = subprocess.Popen(
                ["bpftrace", "-f", "json", str(SCRIPTS / f"{name}.bt")],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
            )
        pids[str(output)] = process.pid
        give_up_ns = now_ns() + ATTACH_LIMIT_NS
        while b"attached_probes" not in output.read_bytes():
            if process.poll() is not None or now_ns() > give_up_ns:
                words = (
                    " / ".join(errors.read_text().split("\n")[:4]) or "its probes did not attach"
                )
                raise GuestError(f"tracing/{name}.bt: {words}")
            time.sleep(POLL_S)
        process.returncode = 0  # or subprocess waits for it some day, before `stop` does
    PID_FILE.write_text(json.dumps(pids))


def end_slice() -> None:
    """Have every script print what it gathered up to now; returns when they have.

    Raises GuestError, which names the script, when one does not answer.
    """
    sizes = {Path(output): Path(output).stat().st_size for output in _running()}
    for pid in _running().values():
        os.kill(pid, signal.SIGUSR1)
    give_up_ns = now_ns() + SLICE_LIMIT_NS
    for output, size in sizes.items():
        seen = size
        # It prints the time first. Nothing more within a poll: that was all.
        while seen == size or output.stat().st_size > seen:
            if now_ns() > give_up_ns:
                raise GuestError(f"tracing/{output.stem}.bt does not print on SIGUSR1")
            seen = output.stat().st_size
            time.sleep(POLL_S)


def stop() -> None:
    """End the scripts, which print what they still hold, and wait for them.

    Raises GuestError, which names the scripts, when some do not end and have to be killed.
    """
    running = _running()
    for pid in running.values():
        os.kill(pid, signal.SIGINT)
    killed = [Path(output).stem for output, pid in running.items() if not reap(pid, STOP_S)]
    PID_FILE.unlink(missing_ok=True)
    if killed:
        names = ", ".join(f"tracing/{name}.bt" for name in killed)
        raise GuestError(f"tracing scripts did not end within {STOP_S:.0f} s of SIGINT: {names}")


def _running() -> dict[str, int]:
    """Each script's output and process; the runner that reads it may not be who started them."""
    return json.loads(PID_FILE.read_text()) if PID_FILE.exists() else {}
