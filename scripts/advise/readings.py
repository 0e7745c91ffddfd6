"""Readings of a server's statistics, as a client or a graphical tool wrote them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.advise.rules import RULES, refusal
from scripts.advise.statements import Statement, read_statement

_BETWEEN = RULES["between"]
_ROW = re.compile(RULES["row"].replace("{between}", _BETWEEN))
_PROCESSOR, _DISK, _READ_AHEAD, _WHOLE = (
    re.compile(RULES[name]) for name in ("processor", "disk", "read_ahead", "whole")
)
_ENDS = re.compile("\r\n|\r|\n")
_AROUND = "".join(_BETWEEN[1:-1].replace("\\t", "\t").replace("\\u00a0", "\u00a0"))
# No row that is read is longer; a longer line costs no time.
_LONGEST = 20_000
_SHOWN = 40


@dataclass(frozen=True)
class Reading:
    """What a server counted until some instant, and its host where that was read, too."""

    file: str
    words: Mapping[str, str]
    counts: Mapping[str, int]
    disks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    read_ahead_kib: Mapping[str, int] = field(default_factory=dict)
    processor_ticks: int | None = None
    cores: int | None = None
    statements: Mapping[str, Statement] = field(default_factory=dict)
    # Since when the server counts its statements.
    statements_since_us: int | None = None


def read_reading(path: Path) -> Reading:
    """A file with a statement's answer, perhaps with what the host counted, too."""
    if not path.is_file():
        raise refusal("no_file", file=path)
    if path.stat().st_size > RULES["most_bytes"]:
        raise refusal("large", file=path, mib=RULES["most_bytes"] // 1024**2)
    return parse_reading(decoded(path.read_bytes()), str(path))


def parse_reading(text: str, file: str) -> Reading:
    """The same of a text. Raises AdviseError with what to run instead."""
    words: dict[str, str] = {}
    counts: dict[str, int] = {}
    disks: dict[str, dict[str, int]] = {}
    read_ahead: dict[str, int] = {}
    statements: dict[str, Statement] = {}
    ticks: int | None = None
    cores = 0
    for line in _ENDS.split(text):
        if len(line) > _LONGEST:
            continue
        if row := _ROW.match(line):
            _take(row[1], row[2].rstrip(_AROUND), words, counts, file)
        elif found := read_statement(line, _AROUND):
            if found[0] in statements:
                raise refusal("twice", file=file, name=f"of statement {found[0]}")
            statements[found[0]] = found[1]
        elif disk := _DISK.match(line):
            if disk[1] in disks:
                raise refusal("host_twice", file=file, name=disk[1])
            numbers = (int(each) for each in disk[2].split())
            disks[disk[1]] = dict(zip(RULES["disk_counts"], numbers, strict=False))
        elif cpu := _PROCESSOR.match(line):
            if cpu[1]:
                cores += 1
            elif ticks is not None:
                raise refusal("host_twice", file=file, name="cpu")
            else:
                # user, nice, system, then idle and iowait, irq, softirq; steal is another guest's.
                user, nice, system, _, _, irq, softirq = (int(each) for each in cpu[2].split()[:7])
                ticks = user + nice + system + irq + softirq
        elif ahead := _READ_AHEAD.match(line):
            read_ahead[ahead[1]] = int(ahead[2])
    if not counts and not words:
        raise refusal("layout" if RULES["mark"] in text else "no_row", file=file)
    if not statements and RULES["statements"]["mark"] in text:
        raise refusal("layout", file=file)
    if "end" not in counts:
        raise refusal("cut_off", file=file)
    whole = statements.pop(RULES["statements"]["whole"], None)
    if statements and whole is None:
        raise refusal("statements_cut_off", file=file)
    for name in RULES["words"]:
        if name not in words:
            raise refusal("no_word", file=file, name=name)
    since_us = None if whole is None else whole.counts.get("time_us")
    return Reading(
        file, words, counts, disks, read_ahead, ticks, cores or None, statements, since_us
    )


def _take(name: str, value: str, words: dict[str, str], counts: dict[str, int], file: str) -> None:
    """One row of the answer. What a server doesn't count stays away."""
    if name in words or name in counts:
        raise refusal("twice", file=file, name=name)
    if name in RULES["words"]:
        words[name] = value[:_SHOWN]
    elif value.lower() not in RULES["absent"]:
        if not _WHOLE.match(value):
            raise refusal("not_whole", file=file, name=name, value=value[:_SHOWN])
        counts[name] = int(value)


def decoded(content: bytes) -> str:
    """Text in UTF-8 or, as PowerShell writes it, UTF-16; with or without a mark of byte order."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", errors="replace")
    # What is written begins with a character of ASCII, so one byte of two is zero.
    if len(content) > 1 and (content[0] == 0) != (content[1] == 0):
        return content.decode("utf-16-le" if content[0] else "utf-16-be", errors="replace")
    return content.decode("utf-8-sig", errors="replace")
