"""bpftrace scripts: attached before the snapshot, ended after the last phase."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from guest.system import GuestError, now_ns

SCRIPTS = Path("/run/kit/tracing")
PID_FILE = Path("/run/traces.pid")


def start(names: Sequence[str], folder: Path) -> None:
    """Start each script and wait until its probes are attached."""
    folder.mkdir(parents=True)
    pids = []
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
        pids.append(process.pid)
        give_up_ns = now_ns() + 120_000_000_000
        while b"attached_probes" not in output.read_bytes():
            if process.poll() is not None or now_ns() > give_up_ns:
                words = (
                    " / ".join(errors.read_text().split("\n")[:4]) or "its probes did not attach"
                )
                raise GuestError(f"tracing/{name}.bt: {words}")
            time.sleep(0.02)
    PID_FILE.write_text(" ".join(map(str, pids)))


def stop() -> None:
    """End the scripts, which print what they still hold, and wait for them."""
    if not PID_FILE.exists():
        return
    pids = [int(pid) for pid in PID_FILE.read_text().split()]
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    for pid in pids:
        os.waitpid(pid, 0)
    PID_FILE.unlink()
