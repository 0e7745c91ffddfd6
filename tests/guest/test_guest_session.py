"""A session that stays connected, spoken to as a server's client is, over pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest
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


@pytest.fixture
def session():
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    yield Session(client)
    client.kill()


def test_each_answer_is_that_of_its_own_statement(session):
    assert session.run("first") == "heard\nfirst\n"
    assert session.run("second") == "heard\nsecond\n"
    session.close()


def test_client_that_ends_tells_its_last_words(session):
    with pytest.raises(GuestError, match="ended at fail: ERROR: as it was asked to"):
        session.run("fail")


def test_answer_that_does_not_come_is_given_up(session):
    session._client.send_signal(19)
    with pytest.raises(GuestError, match="took longer than 0 s: first"):
        session.run("first", timeout_s=0.2)
