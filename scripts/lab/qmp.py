"""QEMU's machine protocol over a UNIX socket: JSON lines, one command at a time."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError


class Qmp:
    """A connection to one QEMU.

    Events that arrive while a command waits for its answer are kept in ``events``.
    """

    def __init__(self, path: Path, timeout_s: float = 30.0) -> None:
        """Connect to ``path``, which QEMU may not have made yet, and negotiate.

        Raises LabError when nothing listens there within ``timeout_s``.
        """
        self.events: list[dict[str, Any]] = []
        self._buffer = b""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        give_up = time.monotonic() + timeout_s
        while True:
            try:
                self._socket.connect(str(path))
                break
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > give_up:
                    raise LabError(f"{path}: QEMU did not open its control socket") from None
                time.sleep(0.01)
        self._read(timeout_s)  # the greeting
        self.command("qmp_capabilities")

    def command(self, name: str, timeout_s: float = 120.0, **arguments: Any) -> Any:
        """Run a command and return what it returns; raises LabError with QEMU's own words."""
        message = {"execute": name, "arguments": arguments}
        self._socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            answer = self._read(timeout_s)
            if "event" in answer:
                self.events.append(answer)
            elif "error" in answer:
                raise LabError(f"QEMU refused {name}: {answer['error']['desc']}")
            else:
                return answer["return"]

    def take_event(self, name: str) -> dict[str, Any] | None:
        """Return the last event of that name, reading what is there without waiting."""
        self._socket.setblocking(False)
        try:
            while data := self._socket.recv(65536):
                self._buffer += data
        except (BlockingIOError, ConnectionResetError):
            pass  # nothing more for now, or QEMU is gone
        finally:
            self._socket.setblocking(True)
        while b"\n" in self._buffer:
            self.events.append(self._read(0.1))
        return next((event for event in reversed(self.events) if event["event"] == name), None)

    def close(self) -> None:
        """Close the connection; QEMU goes on."""
        self._socket.close()

    def _read(self, timeout_s: float) -> dict[str, Any]:
        self._socket.settimeout(timeout_s)
        while b"\n" not in self._buffer:
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                raise LabError(f"QEMU gave no answer within {timeout_s:.0f} s") from None
            except ConnectionResetError:
                data = b""
            if not data:
                raise LabError("QEMU ended while it was being spoken to")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)
