"""Readings of a server's statistics, as a client or a graphical tool wrote them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# A statement's answer has some twenty rows; what is larger is another thing.
MOST_BYTES = 4 * 1024 * 1024
MARK = "bandwise"
WORDS = ("server", "version", "identity")
# Columns are separated by tabs, by bars, by comma or semicolon, or by spaces.
_BETWEEN = r"[\"']?\s*(?:[|\t,;│┃]|\s)\s*[\"']?"
_ROW = re.compile(rf"""^[\s|"'│┃]*{MARK}{_BETWEEN}(\w+){_BETWEEN}(.*?)["'\s|;,│┃]*$""")
_WHOLE = re.compile(r"-?\d+")
_PROCESSOR = re.compile(r"^cpu(\d*)\s+((?:\d+\s*){7,})$")
_DISK = re.compile(r"^\s*\d+\s+\d+\s+(\S+)((?:\s+\d+){11,})\s*$")
_DISK_NAMES = (
    *("read_requests", "reads_merged", "read_sectors", "read_ms"),
    *("write_requests", "writes_merged", "write_sectors", "write_ms"),
    *("in_flight", "busy_ms", "queued_ms"),
    *("discards", "discards_merged", "discard_sectors", "discard_ms", "flushes", "flush_ms"),
)


class AdviseError(ValueError):
    """What a reader has to do otherwise, in one line."""


@dataclass(frozen=True)
class Reading:
    """What a server counted until some instant, and its host where that was read, too."""

    file: str
    words: Mapping[str, str]
    counts: Mapping[str, int]
    disks: Mapping[str, Mapping[str, int]]
    processor_ticks: int | None
    cores: int | None


def read_reading(path: Path) -> Reading:
    """A file with a statement's answer, perhaps with `/proc/stat` and `/proc/diskstats` too."""
    if not path.is_file():
        raise AdviseError(f"{path}: no such file: give the two files with the statement's answers")
    if path.stat().st_size > MOST_BYTES:
        raise AdviseError(
            f"{path}: larger than {MOST_BYTES // 1024**2} MiB, so not the answer of a statement in "
            "sql/advise/: run that statement alone into the file"
        )
    return parse_reading(_decoded(path.read_bytes()), str(path))


def parse_reading(text: str, file: str) -> Reading:
    """The same of a text. Raises AdviseError with what to run instead."""
    words: dict[str, str] = {}
    counts: dict[str, int] = {}
    disks: dict[str, dict[str, int]] = {}
    ticks: int | None = None
    cores = 0
    for line in text.splitlines():
        if row := _ROW.match(line):
            _take(row[1], row[2], words, counts, file)
        elif disk := _DISK.match(line):
            disks[disk[1]] = dict(
                zip(_DISK_NAMES, (int(each) for each in disk[2].split()), strict=False)
            )
        elif cpu := _PROCESSOR.match(line):
            if cpu[1]:
                cores += 1
            else:
                # user, nice, system, then idle and iowait, irq, softirq; steal is another guest's.
                user, nice, system, _, _, irq, softirq = (int(each) for each in cpu[2].split()[:7])
                ticks = user + nice + system + irq + softirq
    if not counts and not words:
        raise AdviseError(
            f"{file}: no row of a statement in sql/advise/: run the one of your server, and keep "
            "its whole answer"
        )
    if "end" not in counts:
        raise AdviseError(
            f"{file}: cut off, its last row (end) is missing: run the statement again, and keep "
            "its whole answer"
        )
    for name in WORDS:
        if name not in words:
            raise AdviseError(f"{file}: the row {name} is missing: run the statement unchanged")
    return Reading(file, words, counts, disks, ticks, cores or None)


def _take(name: str, value: str, words: dict[str, str], counts: dict[str, int], file: str) -> None:
    """One row of the answer. What a server doesn't count stays away."""
    if name in words or name in counts:
        raise AdviseError(f"{file}: the row {name} comes twice: keep one reading in a file")
    if name in WORDS:
        words[name] = value
    elif value.lower() not in ("", "absent", "null", "\\n", "none"):
        if not _WHOLE.fullmatch(value):
            raise AdviseError(
                f"{file}: {name} is {value[:40]!r} and not a whole number: export it without "
                "separators of thousands (in the locale C)"
            )
        counts[name] = int(value)


def _decoded(content: bytes) -> str:
    """Text in UTF-8 or, as PowerShell writes it, UTF-16; with or without a mark of byte order."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", errors="replace")
    return content.decode("utf-8-sig", errors="replace")
