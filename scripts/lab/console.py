"""What a machine or a runner said on its console, which may say without end."""

from __future__ import annotations

from pathlib import Path

from scripts.files import open_file
from scripts.lab.outcome import TAIL_LINES

# A kernel that prints in a loop would fill the disk of all runs.
MOST_BYTES = 64 << 20
TOO_MUCH = (
    f"it wrote more than {MOST_BYTES >> 20} MiB to its console and was ended: the console's last "
    "lines say what goes round in it"
)
# Of a longer console the beginning and the end are read.
READ_BYTES = 512 << 10
LINE_LETTERS = 1000


def says_too_much(console: Path) -> bool:
    """Whether whoever writes to the console is to be ended."""
    try:
        return console.stat().st_size > MOST_BYTES
    except FileNotFoundError:
        return False


def read_console(console: Path) -> str:
    """The text of a console, of a long one without its middle; nothing where there is none."""
    try:
        with open_file(console) as file:
            first = file.read(READ_BYTES)
            middle_bytes = console.stat().st_size - 2 * READ_BYTES
            if middle_bytes > 0:
                first += b"\n"
                file.seek(-READ_BYTES, 2)
            return (first + file.read(READ_BYTES)).decode(errors="replace")
    except FileNotFoundError:
        return ""


def tail_of(text: str) -> list[str]:
    """A console's last lines, as outcomes have them."""
    return [line[:LINE_LETTERS] for line in text.splitlines()[-TAIL_LINES:]]
