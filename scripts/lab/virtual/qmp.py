"""QEMU's machine protocol over a UNIX socket: JSON lines, one command at a time."""

from __future__ import annotations

import calendar
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.virtual.machine import RTC_BASE
from scripts.lab.virtual.watch import LOOK_S, Watch

CLOSED = "QEMU closed its control connection"
SWITCHED_ON_S = calendar.timegm(time.strptime(RTC_BASE, "%Y-%m-%d"))


class Qmp:
    """A connection to one QEMU.

    Events that arrive while a command waits for its answer are kept in ``events``.
    """

    def __init__(self, path: Path, watch: Watch) -> None:
        """Connect to ``path``, where QEMU listens, and negotiate.

        The path may be of any length: it is reached through its folder's descriptor, as a socket's
        address has room for 108 bytes. A wait lasts until ``watch`` raises LabError.
        """
        self.events: list[dict[str, Any]] = []
        self._watch = watch
        self._buffer = b""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
        try:
            while True:
                try:
                    self._socket.connect(f"/proc/self/fd/{folder}/{path.name}")
                    break
                except (FileNotFoundError, ConnectionRefusedError):
                    watch.check(f"{path}: QEMU did not open its control socket")
                    time.sleep(0.01)
        finally:
            os.close(folder)
        self._read()  # the greeting
        self.command("qmp_capabilities")

    def command(self, name: str, **arguments: Any) -> Any:
        """Run a command and return what it returns; raises LabError with QEMU's own words."""
        message = {"execute": name, "arguments": arguments}
        self._socket.setblocking(True)
        try:
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            raise LabError(CLOSED) from None
        while True:
            answer = self._read()
            if "event" in answer:
                self.events.append(answer)
            elif "error" in answer:
                raise LabError(f"QEMU refused {name}: {answer['error']['desc']}")
            else:
                return answer["return"]

    def guest_time_s(self) -> int:
        """Virtual seconds since the machine was switched on, by its real-time clock.

        Reading it changes nothing that the guest can see.
        """
        date = self.command("qom-get", path="/machine", property="rtc-time")
        fields = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec")
        year, *rest = (int(date[name]) for name in fields)
        return calendar.timegm((year + 1900, rest[0] + 1, *rest[1:])) - SWITCHED_ON_S

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
            self.events.append(self._read())
        return next((event for event in reversed(self.events) if event.get("event") == name), None)

    def close(self) -> None:
        """Close the connection; QEMU goes on."""
        self._socket.close()

    def _read(self) -> dict[str, Any]:
        self._socket.settimeout(LOOK_S)
        while b"\n" not in self._buffer:
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                self._watch.check("QEMU gave no answer")
                continue
            except ConnectionResetError:
                data = b""
            if not data:
                raise LabError(CLOSED)
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        try:
            return json.loads(line)
        except ValueError:
            raise LabError(f"QEMU sent what is not its protocol: {line[:80]!r}") from None
