"""QEMU's saved machine, a migration stream, with pages of its memory put in.

A machine is saved with ``x-ignore-shared``: its state has no page of the memory that is a file. One
that maps these files *privately* takes pages for them all the same. So what differs from a file
that is there already can be in the state, and the rest stay in that file.

The format is that of QEMU 10.0: migration/savevm.c has header, configuration and sections,
migration/ram.c the section of the memory (``ram_save_setup``, ``ram_load_precopy``). Numbers are
big-endian. A stream begins like this, and with nothing else::

    "QEVM", version 3
    07  length and name of the kind of machine
        05  "configuration/capabilities", version 1, 1 capability: "x-ignore-shared"
    01  section of the memory: number, "ram", instance 0, version 4
        bytes of all blocks | 4
        for each block: its name, its bytes, its address
        16                                <- pages go before this end
    7e  number of the section
    02  number of the section, and QEMU's own first page, which names its block

A page is its offset in its block, with flags in the low bits, and the block's name, where it is not
that of the page before (flag 0x20). What follows is one byte 0 for a page of zeros (0x02), 4096
bytes (0x08), or what differs from the page that is there (0x40): a byte 1, 2 bytes for the length,
and the runs (xbzrle.py).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scripts.files import read_file
from scripts.lab.errors import LabError
from scripts.lab.virtual.differences import PAGE_BYTES, Pages
from scripts.lab.virtual.xbzrle import encoded

MAGIC, VERSION = b"QEVM", 3
SECTION_START, SECTION_PART, SUBSECTION, CONFIGURATION, FOOTER = 0x01, 0x02, 0x05, 0x07, 0x7E
RAM_VERSION = 4
ZERO, MEM_SIZE, PAGE, END, SAME_BLOCK, RUNS = 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
RUNS_OF_XBZRLE = 1


def write_with_pages(state: Path, out: Path, blocks: Mapping[str, Iterable[Pages]]) -> None:
    """Write a saved machine to ``out`` with pages of these blocks of its memory.

    Raises LabError for a state that is not as QEMU 10.0 writes it.
    """
    content = read_file(state)
    end = _end_of_setup(state, content, blocks)
    with out.open("wb") as file:
        file.write(content[:end])
        for name, pages in blocks.items():
            for record in _records(name, pages):
                file.write(record)
        file.write(content[end:])


def _records(name: str, some: Iterable[Pages]) -> Iterator[bytes]:
    """The pages of a block, each as whichever record is the shortest."""
    flags, named = 0, _counted(name)
    for pages in some:
        for offset, page, runs in zip(pages.offsets, pages.now, encoded(pages), strict=True):
            if not page.any():
                kind, content = ZERO, b"\0"
            elif len(runs) + 3 < PAGE_BYTES:
                kind, content = RUNS, struct.pack(">BH", RUNS_OF_XBZRLE, len(runs)) + runs
            else:
                kind, content = PAGE, page.tobytes()
            yield struct.pack(">Q", offset | kind | flags) + named + content
            flags, named = SAME_BLOCK, b""


def _counted(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def _end_of_setup(state: Path, content: bytes, wanted: Iterable[str]) -> int:
    """Where the section ends that announces the blocks of the memory."""
    stream = _Stream(state, content)
    stream.expect(MAGIC + struct.pack(">I", VERSION), "header")
    stream.expect(bytes([CONFIGURATION]), "configuration")
    stream.take(stream.number(">I"))
    stream.expect(
        bytes([SUBSECTION])
        + _counted("configuration/capabilities")
        + struct.pack(">II", 1, 1)
        + _counted("x-ignore-shared"),
        "capability x-ignore-shared alone",
    )
    stream.expect(bytes([SECTION_START]), "section of the memory")
    section = stream.take(4)
    stream.expect(_counted("ram") + struct.pack(">II", 0, RAM_VERSION), "section of the memory")
    left, names = stream.number(">Q") ^ MEM_SIZE, set()
    while left > 0:
        names.add(stream.take(stream.number(">B")))
        left -= stream.number(">Q")
        stream.take(8)
    end = stream.at
    if left:
        raise stream.strange("list of blocks of that size")
    if missing := sorted({name.encode() for name in wanted} - names):
        raise stream.strange(f"block {missing[0].decode()} in the list of blocks that ends")
    stream.expect(struct.pack(">Q", END), "end of the list of blocks")
    stream.expect(bytes([FOOTER]) + section, "footer of the list of blocks")
    stream.expect(bytes([SECTION_PART]) + section, "further section of the memory")
    if stream.number(">Q") & SAME_BLOCK:
        raise stream.strange("name of the first page's block")
    return end


class _Stream:
    """The bytes of a state, read from the beginning."""

    def __init__(self, path: Path, content: bytes):
        self.path, self.content, self.at = path, content, 0

    def take(self, count: int) -> bytes:
        if len(self.content) < self.at + count:
            raise self.strange("byte more")
        self.at += count
        return self.content[self.at - count : self.at]

    def number(self, form: str) -> int:
        (found,) = struct.unpack(form, self.take(struct.calcsize(form)))
        return int(found)

    def expect(self, wanted: bytes, what: str) -> None:
        begin = self.at
        if self.content[begin : begin + len(wanted)] != wanted:
            raise self.strange(what)
        self.at += len(wanted)

    def strange(self, what: str) -> LabError:
        return LabError(
            f"{self.path}: QEMU saved a machine in another form than that of QEMU 10.0: no {what} "
            f"at byte {self.at}; delete the folder layers/qemu, and run snakemake again"
        )
