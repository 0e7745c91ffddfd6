"""Names for places in a program, by the debug symbols that are kept beside an engine's layer."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError
from scripts.programs import run_program

# Of the ELF format for 64 bits, little endian.
_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
LOADED, EXECUTED = 1, 1
SYMBOLS, FUNCTION = 2, 2
UNKNOWN = "no symbols"
LIMIT_S = 120.0


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int


class Functions:
    """The functions of a program."""

    def __init__(self, debug: Path, toolchain: Path) -> None:
        """Read them from the file of its debug symbols; ``toolchain`` is that layer's folder."""
        content = debug.read_bytes()
        header = _HEADER.unpack_from(content)
        segments_at, sections_at = header[4], header[5]
        segments = [
            _SEGMENT.unpack_from(content, segments_at + number * header[8])
            for number in range(header[9])
        ]
        code = (each[3] for each in segments if each[0] == LOADED and each[1] & EXECUTED)
        self._begin = min(code, default=0)
        sections = [
            _Section(*_SECTION.unpack_from(content, sections_at + number * header[10]))
            for number in range(header[11])
        ]
        found = _plain(sorted(_functions(content, sections)), toolchain)
        self._starts = [start for start, _, _ in found]
        self._found = found

    def name_at(self, place: int) -> str:
        """The function that has a place, counted from the beginning of the program's code."""
        address = self._begin + place
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return UNKNOWN
        start, size, name = self._found[index]
        return name if address < start + size else UNKNOWN


def _functions(content: bytes, sections: list[_Section]) -> Iterator[tuple[int, int, str]]:
    for section in sections:
        if section.kind != SYMBOLS:
            continue
        names = sections[section.link].offset
        for at in range(section.offset, section.offset + section.size, _SYMBOL.size):
            name, info, _, _, address, size = _SYMBOL.unpack_from(content, at)
            if info & 15 == FUNCTION and size:
                text = content[names + name : content.index(b"\0", names + name)].decode()
                # A compiler's own part of a function, such as what is hardly ever run.
                yield address, size, text.partition(".")[0]


def _plain(found: list[tuple[int, int, str]], toolchain: Path) -> list[tuple[int, int, str]]:
    """The same with names of C++ as they are written, without the types of arguments."""
    if not any(name.startswith("_Z") for *_, name in found):
        return found
    try:
        argv = [*toolchain_binary(toolchain / "tree", "c++filt"), "--no-params"]
    except LayerError:
        return found
    text = "".join(f"{name}\n" for *_, name in found)
    names = run_program(argv, "c++filt", limit_s=LIMIT_S, stdin=text).stdout.splitlines()
    return [(at, size, name) for (at, size, _), name in zip(found, names, strict=True)]


@cache
def functions_of(layer: Path, program: str) -> Functions | None:
    """The functions of a program in a layer; None where the layer has no symbols of it."""
    found = sorted((layer / "debug").rglob(f"{program}.debug"))
    return Functions(found[0], layer.parent / "toolchain") if found else None
