"""Runs a command and sees that nothing of it outlives the process that asked for it.

    python supervisor.py PARENT COMMAND...

The command gets a session of its own. When this process is asked to end, or when PARENT is gone,
the whole session is: first politely, as mmdebstrap then deletes its tree. Run as a file of its
own, as it must not import what may be being edited.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
# A tree of hundreds of megabytes is deleted meanwhile.
POLITE_S = 30.0
LOOK_S = 0.5
SIGNAL_OFFSET = 128


def main(parent: int, argv: list[str]) -> int:
    """Run the command; return its exit code, or 128 and the signal that ended it."""
    asked_to_end = []
    signal.signal(signal.SIGTERM, lambda number, _frame: asked_to_end.append(number))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        return SIGNAL_OFFSET + signal.SIGTERM
    process = subprocess.Popen(argv, start_new_session=True, close_fds=False)
    while not asked_to_end:
        try:
            code = process.wait(timeout=LOOK_S)
        except subprocess.TimeoutExpired:
            continue
        return code if code >= 0 else SIGNAL_OFFSET - code
    _end(process)
    return SIGNAL_OFFSET + signal.SIGTERM


def _end(process: subprocess.Popen) -> None:
    """End the command's process group, and wait for it."""
    os.killpg(process.pid, signal.SIGTERM)
    until_s = time.monotonic() + POLITE_S
    while process.poll() is None and time.monotonic() < until_s:
        time.sleep(0.05)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
