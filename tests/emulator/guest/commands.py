"""NVMe commands by ioctl, as nvme-cli's passthrough sends them."""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
from pathlib import Path

ADMIN, IO = 0xC0484E41, 0xC0484E43
DO_NOT_RETRY = 0x4000

# Status codes: the type's number times 256, plus the code.
SUCCESS = 0
INVALID_OPCODE = 0x001
INVALID_FIELD = 0x002
DATA_TRANSFER_ERROR = 0x004
INVALID_NAMESPACE = 0x00B
INVALID_PRP_OFFSET = 0x013
LBA_OUT_OF_RANGE = 0x080
INVALID_CQ = 0x100
INVALID_QUEUE_ID = 0x101
INVALID_QUEUE_SIZE = 0x102
ABORT_LIMIT = 0x103
INVALID_VECTOR = 0x108
INVALID_LOG_PAGE = 0x109
INVALID_FORMAT = 0x10A
INVALID_QUEUE_DELETION = 0x10C
NOT_SAVEABLE = 0x10D
NOT_CHANGEABLE = 0x10E
NOT_PER_NAMESPACE = 0x10F
COMPARE_FAILURE = 0x285
BAD_POINTERS = (INVALID_PRP_OFFSET, DATA_TRANSFER_ERROR)


class Passthrough(ctypes.Structure):
    """struct nvme_passthru_cmd of linux/nvme_ioctl.h."""

    _fields_ = (
        ("opcode", ctypes.c_uint8),
        ("flags", ctypes.c_uint8),
        ("reserved", ctypes.c_uint16),
        ("nsid", ctypes.c_uint32),
        ("cdw2", ctypes.c_uint32),
        ("cdw3", ctypes.c_uint32),
        ("metadata", ctypes.c_uint64),
        ("addr", ctypes.c_uint64),
        ("metadata_len", ctypes.c_uint32),
        ("data_len", ctypes.c_uint32),
        ("cdw10", ctypes.c_uint32),
        ("cdw11", ctypes.c_uint32),
        ("cdw12", ctypes.c_uint32),
        ("cdw13", ctypes.c_uint32),
        ("cdw14", ctypes.c_uint32),
        ("cdw15", ctypes.c_uint32),
        ("timeout_ms", ctypes.c_uint32),
        ("result", ctypes.c_uint32),
    )


class Node:
    """An open device file that takes commands: a controller's or a namespace's."""

    def __init__(self, path: str | Path) -> None:
        self._file = os.open(path, os.O_RDWR)
        self.result = 0

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def admin(self, opcode: int, data: bytearray | mmap.mmap | None = None, **fields: int) -> int:
        """Send an admin command; its status without the do-not-retry bit."""
        return self._send(ADMIN, opcode, data, fields)

    def io(self, opcode: int, data: bytearray | mmap.mmap | None = None, **fields: int) -> int:
        """Send an I/O command, to namespace 1 unless another is named."""
        return self._send(IO, opcode, data, {"nsid": 1} | fields)

    def _send(
        self, kind: int, opcode: int, data: bytearray | mmap.mmap | None, fields: dict[str, int]
    ) -> int:
        command = Passthrough(opcode=opcode, **fields)
        if data is not None:
            buffer = (ctypes.c_char * len(data)).from_buffer(data)
            command.addr = ctypes.addressof(buffer)
            command.data_len = len(data)
        status = fcntl.ioctl(self._file, kind, command)
        self.result = command.result
        return status & ~DO_NOT_RETRY


def lba(first: int, count: int) -> dict[str, int]:
    """The fields of a command over ``count`` blocks."""
    return {"cdw10": first & 0xFFFFFFFF, "cdw11": first >> 32, "cdw12": count - 1}
