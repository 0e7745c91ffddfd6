"""A saved machine as QEMU 10.0 writes and reads it, for tests without QEMU."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

PAGE_BYTES = 4096
# The kinds of pages: of zeros, whole, and what differs.
ZERO, WHOLE, RUNS = 0x02, 0x08, 0x40
# Of a block that is not a file, which QEMU saves itself: a page of zeros in a block of firmware.
FIRMWARE = "/rom@etc/acpi/tables"
REST = struct.pack(">QB", 0x02, len(FIRMWARE)) + FIRMWARE.encode() + b"\0the state of devices"


def saved_state(blocks: Mapping[str, tuple[int, int]], rest: bytes = REST) -> bytes:
    """A state of a machine with these blocks of memory: their bytes and addresses."""
    listed = b"".join(
        bytes([len(name)]) + name.encode() + struct.pack(">QQ", *block)
        for name, block in blocks.items()
    )
    machine = b"pc-i440fx-10.0"
    return b"".join(
        [
            b"QEVM\0\0\0\3",
            b"\x07" + struct.pack(">I", len(machine)) + machine,
            b"\x05\x1aconfiguration/capabilities" + struct.pack(">II", 1, 1),
            b"\x0fx-ignore-shared",
            b"\x01\0\0\0\1\x03ram" + struct.pack(">II", 0, 4),
            struct.pack(">Q", sum(size for size, _ in blocks.values()) | 0x04),
            listed,
            struct.pack(">Q", 0x10) + b"\x7e\0\0\0\1",
            b"\x02\0\0\0\1",
            rest,
        ]
    )


class Reader:
    """Takes a stream as QEMU's ram_load_precopy does, over what is in the blocks of its memory."""

    def __init__(self, content: bytes):
        self.content, self.at = content, 0

    def take(self, count: int) -> bytes:
        self.at += count
        assert self.at <= len(self.content)
        return self.content[self.at - count : self.at]

    def number(self, form: str) -> int:
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def text(self) -> str:
        return self.take(self.number(">B")).decode()

    def load(self, memory: Mapping[str, Any]) -> list[int]:
        """Load the pages of the first section into blocks by name; the kinds of their records."""
        self.take(9 + self.number_at(9))
        self.take(1)
        assert self.text() == "configuration/capabilities"
        self.take(8)
        assert self.text() == "x-ignore-shared"
        self.take(5)
        assert self.text() == "ram"
        self.take(8)
        left = self.number(">Q") - 0x04
        while left > 0:
            self.text()
            left -= self.number(">Q")
            self.take(8)
        block, kinds = None, []
        while (word := self.number(">Q")) != 0x10:
            offset, kind = word & ~0xFFF, word & 0xFFF
            block = block if kind & 0x20 else memory[self.text()]
            assert block is not None
            kinds.append(kind & ~0x20)
            block[offset : offset + PAGE_BYTES] = self.page(
                kinds[-1], bytearray(block[offset : offset + PAGE_BYTES])
            )
        return kinds

    def number_at(self, at: int) -> int:
        return 4 + struct.unpack_from(">I", self.content, at)[0]

    def page(self, kind: int, former: bytearray) -> bytes:
        assert len(former) == PAGE_BYTES
        if kind == ZERO:
            assert self.take(1) == b"\0"
            return bytes(PAGE_BYTES)
        if kind == WHOLE:
            return self.take(PAGE_BYTES)
        assert (kind, self.take(1)) == (RUNS, b"\1")
        count = self.number(">H")
        assert count <= PAGE_BYTES
        return decoded(self.take(count), former)


def decoded(runs: bytes, page: bytearray) -> bytes:
    """A page after its runs, as QEMU's xbzrle_decode_buffer has it, which refuses these, too."""
    at = place = 0

    def number() -> int:
        nonlocal at
        at += 1
        value = runs[at - 1]
        if value & 0x80:
            assert not runs[at] & 0x80
            value = value & 0x7F | runs[at] << 7
            at += 1
        return value

    while at < len(runs):
        is_first = at == 0
        stays = number()
        changes = number()
        assert stays or is_first
        assert changes
        place += stays
        assert place + changes <= PAGE_BYTES
        assert at + changes <= len(runs)
        page[place : place + changes] = runs[at : at + changes]
        place, at = place + changes, at + changes
    return bytes(page)
