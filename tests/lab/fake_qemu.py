"""Stands for QEMU: opens the control socket in its folder and behaves as its first argument says.

``python fake_qemu.py BEHAVIOUR`` with QEMU's own arguments after it. What it was started with, and
what the names in its folder lead to, goes into the file that the variable FAKE_QEMU_SAYS names.
"""

from __future__ import annotations

import calendar
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path


def serve(behaviour: str) -> None:
    """Answer commands until the connection ends, or as long as the behaviour has it."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("qmp.new")
    listener.listen()
    Path("qmp.new").rename("qmp")  # there when it listens, as QEMU's
    connection, _ = listener.accept()

    def say(message: dict) -> None:
        connection.sendall(json.dumps(message).encode() + b"\n")

    runs_since_s = None if "-incoming" in sys.argv else time.monotonic()
    say({"QMP": {}})
    for line in connection.makefile():
        name = json.loads(line)["execute"]
        if behaviour == f"crashes at {name}":
            os.kill(os.getpid(), signal.SIGSEGV)
        if behaviour == f"hangs up at {name}":
            sys.exit(0)
        if behaviour == f"babbles at {name}":
            connection.sendall(b"no JSON\n")
        if behaviour == "never answers":
            continue
        status = {"status": status_of(name, behaviour)}
        say({"return": date(runs_since_s) if name == "qom-get" else status})
        if name == "cont":
            runs_since_s = time.monotonic()
        if name == "qmp_capabilities":
            begin(behaviour, say)


def status_of(command: str, behaviour: str) -> str:
    """The status in the answer to a command."""
    if command == "query-migrate":
        return "active" if behaviour == "never saves" else "completed"
    return "inmigrate" if behaviour == "never resumes" else "paused"


def date(runs_since_s: float | None) -> dict[str, int]:
    """What the machine's clock says: ten seconds for one of the host's, unless it stands still.

    One that is resumed was on for 1,000 seconds before, and stands until it goes on.
    """
    now_s = calendar.timegm((2020, 1, 1, 0, 0, 0)) + (1000 if "-incoming" in sys.argv else 0)
    if runs_since_s is not None and sys.argv[1] not in ("hangs", "halts"):
        now_s += int((time.monotonic() - runs_since_s) * 10)
    now = time.gmtime(now_s)
    names = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec")
    return dict(zip(names, (now[0] - 1900, now[1] - 1, *now[2:6]), strict=True))


def begin(behaviour: str, say: Callable[[dict], None]) -> None:
    """Behave as soon as the connection stands."""
    if behaviour in ("panics", "never saves"):
        say({"event": "GUEST_PANICKED", "data": {}})
    elif behaviour == "powers off":
        sys.exit(0)
    elif behaviour == "talks":
        with Path("console.log").open("w") as console:
            while True:
                console.write("printk\n" * 1000)
    elif behaviour == "gives up":
        print("qemu: could not do it", file=sys.stderr)
        sys.exit(1)
    elif behaviour == "hangs":
        threading.Thread(target=work_without_end, daemon=True).start()
    elif behaviour.startswith("SIG"):
        os.kill(os.getpid(), signal.Signals[behaviour])


def work_without_end() -> None:
    """Take processor time, as an emulated processor does in a loop."""
    while True:
        pass


def main() -> None:
    """Say what it was started with, then behave."""
    behaviour, arguments = sys.argv[1], sys.argv[2:]
    if says := os.environ.get("FAKE_QEMU_SAYS"):
        links = {path.name: str(path.readlink()) for path in Path().iterdir() if path.is_symlink()}
        Path(says).write_text(json.dumps({"arguments": arguments, "links": links}))
    if behaviour == "refuses":
        print("qemu: -numa: no such memory", file=sys.stderr)
        sys.exit(1)
    if behaviour == "never listens":
        time.sleep(60)
    serve(behaviour)


if __name__ == "__main__":
    main()
