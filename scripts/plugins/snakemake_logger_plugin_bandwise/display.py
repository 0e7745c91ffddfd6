"""Lines to a terminal, where the last one is drawn again, or to a file.

What can't be written is dropped: a closed terminal or a full disk must not stop a run.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from typing import TextIO


class Display:
    """Write straight to the stream's file, so that nothing is left in a buffer to fail later."""

    def __init__(self, stream: TextIO | None):
        self._fd: int | None = None
        with contextlib.suppress(OSError, ValueError, AttributeError):
            self._fd = os.dup(stream.fileno()) if stream else None
        self.drawn = ""
        self.terminal = (
            self._fd is not None and os.isatty(self._fd) and os.environ.get("TERM") != "dumb"
        )

    def line(self, text: str) -> None:
        """Write a line that stays, above the one that is drawn again."""
        drawn = self.drawn
        self.clear()
        self._write(f"{text}\n")
        self.draw(drawn)

    def draw(self, text: str) -> None:
        """Draw the last line again, cut to the terminal's width; nothing where there is none."""
        if not self.terminal or not text:
            return
        width = max(20, shutil.get_terminal_size().columns - 1)
        shown = text if len(text) <= width else f"{text[: width - 1]}…"
        self._write(f"\r{shown}\x1b[K")
        self.drawn = text

    def clear(self) -> None:
        """Take away the line that is drawn again."""
        if self.drawn:
            self._write("\r\x1b[K")
            self.drawn = ""

    def close(self) -> None:
        """Leave the stream as it was."""
        self.clear()
        self._give_up()

    def _write(self, text: str) -> None:
        data = text.encode(errors="replace")
        try:
            while data and self._fd is not None:
                data = data[os.write(self._fd, data) :]
        except OSError as error:
            # There may be room again for the next line; a closed pipe stays closed.
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EAGAIN):
                self._give_up()

    def _give_up(self) -> None:
        if self._fd is not None:
            with contextlib.suppress(OSError):
                os.close(self._fd)
        self._fd = None
        self.terminal = False
