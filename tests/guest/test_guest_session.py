"""A session that stays connected, spoken to as a server's client is, over pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from guest.engines import session as sessions
from guest.engines.session import Session
from guest.system import GuestError

# Answers each statement with what it was, in two writes, and ends at the word "fail".
CLIENT = """
import sys
for line in sys.stdin:
    text = line.strip().rstrip(";")
    if text == "fail":
        sys.exit("ERROR: as it was asked to")
    mark = "mark\\n\x1e" if "mark" in text else "heard\\n" + text
    for part in (mark, "\\n"):
        sys.stdout.write(part)
        sys.stdout.flush()
"""


def client_is_gone(pid: int) -> bool:
    """Whether the session's end was its client's, too."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


@pytest.fixture
def session():
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    yield Session.of(client)
    if not client_is_gone(client.pid):
        os.kill(client.pid, signal.SIGKILL)
        os.waitpid(client.pid, 0)


def test_each_answer_is_that_of_its_own_statement(session):
    assert session.run("first") == "heard\nfirst\n"
    assert session.run("second") == "heard\nsecond\n"
    session.close()


def test_client_that_ends_tells_its_last_words(session):
    with pytest.raises(GuestError, match="ended at fail: ERROR: as it was asked to"):
        session.run("fail")


def test_answer_that_does_not_come_is_given_up(session):
    os.kill(session._pid, signal.SIGSTOP)
    with pytest.raises(GuestError, match="took longer than 0 s: first"):
        session.run("first", timeout_s=0.2)


def test_question_to_a_client_that_has_gone_is_reported(session):
    os.kill(session._pid, signal.SIGKILL)
    os.waitpid(session._pid, 0)
    with pytest.raises(GuestError, match="the session was closed before: first"):
        session.run("first")


def test_client_that_does_not_leave_is_ended(session, monkeypatch):
    monkeypatch.setattr(sessions, "CLOSE_S", 0.2)
    # Not forever, where the wait has no limit.
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("waited without limit"))
    signal.alarm(20)
    os.kill(session._pid, signal.SIGSTOP)
    try:
        session.close()
    finally:
        signal.alarm(0)
    assert client_is_gone(session._pid)


def test_runner_that_takes_anothers_place_goes_on_with_the_session(tmp_path):
    first = f"""
import os, subprocess, sys
from pathlib import Path
from guest.engines import session as sessions
from guest.engines.session import Session
client = subprocess.Popen([sys.executable, "-c", {CLIENT!r}],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
session = Session.of(client)
session.run("first")
session.keep(Path({str(tmp_path / "kept")!r}))
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""
    second = f"""
from pathlib import Path
from guest.engines import session as sessions
from guest.engines.session import Session
session = Session.kept(Path({str(tmp_path / "kept")!r}))
print(session.run("second"), end="")
session.close()
"""
    command = [sys.executable, "-c", first, second]
    path = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert (done.stdout, done.stderr) == ("heard\nsecond\n", "")
