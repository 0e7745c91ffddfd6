"""Programs of the host: none is waited for without an end, and all they say comes in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.lab.errors import LabError
from scripts.lab.host import commands
from scripts.lab.tools import last_words, run_tool
from tests.patience import until

REPOSITORY = Path(__file__).parents[2]
# A program that starts another, as make starts the compiler, and waits.
NEVER_ENDS = "sleep 61 & echo $! > {}; wait"


def started(file: Path) -> int:
    """The number of the process that a program has written down."""
    until(lambda: file.exists() and file.read_text().strip())
    return int(file.read_text())


def is_gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_tool_that_does_not_end_is_ended_with_what_it_started(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    began_s = time.monotonic()
    with pytest.raises(LabError, match="make did not end within 1 s"):
        run_tool(["sh", "-c", NEVER_ENDS.format(file)], "make", 1)
    assert time.monotonic() - began_s < 60
    until(lambda: is_gone(started(file)))


def test_tool_ends_with_the_run_that_started_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    script = f"from scripts.lab.tools import run_tool; run_tool(['sh', '-c', {NEVER_ENDS!r}"
    script += f".format({str(file)!r})], 'make', 60)"
    with subprocess.Popen([sys.executable, "-c", script], cwd=REPOSITORY) as run:
        pid = started(file)
        tool = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        run.send_signal(signal.SIGKILL)
    until(lambda: is_gone(tool))
    os.kill(pid, signal.SIGKILL)  # the tool's own child, which the kernel doesn't end


def test_tool_that_is_not_there_is_one_line() -> None:
    with pytest.raises(LabError, match=r"cp can't be started: .*no-such-program"):
        run_tool(["no-such-program"], "cp", 10)


def test_last_words_of_a_tool_are_in_one_line() -> None:
    done = run_tool(["sh", "-c", "seq 5 >&2; exit 3"], "seq", 10)
    assert (done.returncode, last_words(done)) == (3, "3 / 4 / 5")
    assert last_words(run_tool(["false"], "false", 10)) == (
        "it ended with exit code 1 and no message"
    )


def test_command_of_the_host_that_hangs_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """rmmod and modprobe hang with the kernel; nobody waits for them for ever."""
    monkeypatch.setattr(commands, "LIMIT_S", 0.5)
    with pytest.raises(LabError, match="sleep did not end within"):
        commands.run("sleep", "60")
