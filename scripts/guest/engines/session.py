"""A client that stays connected: what belongs to one transaction, over several phases."""

from __future__ import annotations

import json
import os
import select
import subprocess
from pathlib import Path

from guest.system import WAIT_S, GuestError, now_ns, reap

# Comes back behind each answer: the record separator of ASCII.
MARK = "\x1e"
# How long a client may take to leave: one that waits for an answer does not see that it should.
CLOSE_S = 60.0


class Session:
    """A client of the engine's own, which reads statements from its standard input."""

    def __init__(self, pid: int, statements: int, answers: int) -> None:
        """A client's process, and the descriptors of the pipes to it and from it."""
        self._pid = pid
        self._statements = statements
        self._answers = answers

    @classmethod
    def of(cls, client: subprocess.Popen[bytes]) -> Session:
        """Of a client that was started with a pipe at either end."""
        assert client.stdin is not None
        assert client.stdout is not None
        session = cls(client.pid, os.dup(client.stdin.fileno()), os.dup(client.stdout.fileno()))
        client.stdin.close()
        client.stdout.close()
        client.returncode = 0  # or subprocess waits for it some day, before `close` does
        return session

    def keep(self, path: Path) -> None:
        """Save the descriptors, so that the runner that replaces this one can reattach."""
        for descriptor in (self._statements, self._answers):
            os.set_inheritable(descriptor, True)
        path.write_text(json.dumps([self._pid, self._statements, self._answers]))

    @classmethod
    def kept(cls, path: Path) -> Session | None:
        """Reattach to the session that was saved in the file; None without a file."""
        return cls(*json.loads(path.read_text())) if path.exists() else None

    def run(self, statement: str, timeout_s: float = 600.0) -> str:
        """Run one statement and return what the client wrote of it.

        Raises GuestError when the client ends, as it does at an error, or takes longer.
        """
        try:
            self._write(f"{statement};\nSELECT '{MARK}' AS mark;\n".encode())
        except BrokenPipeError:
            raise GuestError(f"the session was closed before: {statement}") from None
        end = f"mark\n{MARK}\n".encode()
        answer = b""
        watch = select.poll()
        watch.register(self._answers, select.POLLIN)
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while not answer.endswith(end):
            if not watch.poll(int(min(WAIT_S, timeout_s) * 1000)):
                if now_ns() < give_up_ns:
                    continue
                raise GuestError(f"the session took longer than {timeout_s:.0f} s: {statement}")
            part = os.read(self._answers, 65536)
            if not part:
                words = " / ".join(answer.decode(errors="replace").splitlines()[-3:])
                raise GuestError(f"the session ended at {statement}: {words}")
            answer += part
        return answer[: -len(end)].decode()

    def close(self) -> None:
        """Disconnect; a transaction that is still open is rolled back."""
        os.close(self._statements)
        reap(self._pid, CLOSE_S)
        os.close(self._answers)

    def _write(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._statements, text) :]
