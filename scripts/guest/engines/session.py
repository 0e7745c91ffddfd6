"""A client that stays connected: what belongs to one transaction, over several phases."""

from __future__ import annotations

import os
import select
import subprocess

from guest.system import GuestError, now_ns

# Comes back behind each answer: the record separator of ASCII.
MARK = "\x1e"


class Session:
    """A client of the engine's own, which reads statements from its standard input."""

    def __init__(self, client: subprocess.Popen[bytes]) -> None:
        self._client = client

    def run(self, statement: str, timeout_s: float = 600.0) -> str:
        """Run one statement and return what the client wrote of it.

        Raises GuestError when the client ends, as it does at an error, or takes longer.
        """
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        try:
            self._client.stdin.write(f"{statement};\nSELECT '{MARK}' AS mark;\n".encode())
            self._client.stdin.flush()
        except BrokenPipeError:
            raise GuestError(f"the session had ended ahead of: {statement}") from None
        end = f"mark\n{MARK}\n".encode()
        answer = b""
        source = self._client.stdout.fileno()
        watch = select.poll()
        watch.register(source, select.POLLIN)
        give_up_ns = now_ns() + int(timeout_s * 1e9)
        while not answer.endswith(end):
            if not watch.poll(max(0, (give_up_ns - now_ns()) // 1_000_000)):
                raise GuestError(f"a session took longer than {timeout_s:.0f} s: {statement}")
            part = os.read(source, 65536)
            if not part:
                words = " / ".join(answer.decode().splitlines()[-3:])
                raise GuestError(f"a session ended at {statement}: {words}")
            answer += part
        return answer[: -len(end)].decode()

    def close(self) -> None:
        """Disconnect; a transaction that is still open is rolled back."""
        assert self._client.stdin is not None
        self._client.stdin.close()
        self._client.wait()
