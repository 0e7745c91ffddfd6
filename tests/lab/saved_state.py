"""The beginning of a saved machine as QEMU 10.0 writes it, for tests without QEMU."""

from __future__ import annotations

import struct
from collections.abc import Mapping

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
