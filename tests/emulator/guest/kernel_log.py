"""What the kernel said since a moment, and which of it is a complaint."""

from __future__ import annotations

import os

WARNING = 4
ALWAYS = (
    "loading out-of-tree module taints kernel",
    # Said once of every controller that takes passthrough commands.
    "using unchecked data buffer",
    # Newer kernels, of bpftrace.
    "Automounting of tracing to debugfs is deprecated",
)
# What a check expects: a disk that is taken away under I/O makes others complain.
EXPECTED: list[str] = []


class Log:
    """The kernel's log from now on."""

    def __init__(self) -> None:
        self._file = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
        os.lseek(self._file, 0, os.SEEK_END)
        EXPECTED.clear()

    def complaints(self) -> list[str]:
        """Messages of level warning and worse that nobody announced in ``EXPECTED``."""
        found = []
        for level, text in self.lines():
            if level <= WARNING and not any(words in text for words in (*ALWAYS, *EXPECTED)):
                found.append(text)
        return found

    def lines(self) -> list[tuple[int, str]]:
        """Level and text of all new messages."""
        lines = []
        while True:
            try:
                record = os.read(self._file, 8192).decode(errors="replace")
            except BlockingIOError:
                return lines
            head, _, text = record.partition(";")
            lines.append((int(head.split(",")[0]) & 7, text.splitlines()[0]))
