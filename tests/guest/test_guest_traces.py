"""Traces in the guest: their clock, and their end."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from guest import traces
from guest.system import GuestError

SCRIPTS = sorted((Path(__file__).parents[2] / "tracing").glob("*.bt"))
# Prints when it is ready, and ends at SIGINT unless its arguments say otherwise.
TRACER = """
import signal, sys
if sys.argv[1] == "stays":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
else:
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
print("ready", flush=True)
while True:
    signal.pause()
"""


def started(how: str) -> int:
    process = subprocess.Popen([sys.executable, "-c", TRACER, how], stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"ready\n"
    process.stdout.close()
    process.returncode = 0  # as the runner does: the process is waited for by its number
    return process.pid


@pytest.fixture
def pid_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "traces.json"
    monkeypatch.setattr(traces, "PID_FILE", path)
    return path


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_times_are_those_of_the_clock_of_phases(script: Path) -> None:
    """``nsecs`` alone is the boot clock, which a host's sleep takes away from the monotonic one."""
    clocks = re.findall(r"\bnsecs\b(?:\((\w+)\))?", script.read_text())
    assert clocks
    assert set(clocks) == {"monotonic"}


def test_script_that_does_not_end_is_killed_and_named(
    pid_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "STOP_S", 0.5)
    pids = {"/out/stays.jsonl": started("stays"), "/out/ends.jsonl": started("ends")}
    pid_file.write_text(json.dumps(pids))
    # Not forever, where the wait has no limit.
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("waited without limit"))
    signal.alarm(20)
    try:
        with pytest.raises(GuestError, match=r"SIGINT: tracing/stays\.bt$"):
            traces.stop()
    finally:
        signal.alarm(0)
    assert not [pid for pid in pids.values() if Path(f"/proc/{pid}").exists()]
    assert not pid_file.exists()


def test_nothing_is_stopped_where_nothing_was_started(pid_file: Path) -> None:
    traces.stop()
