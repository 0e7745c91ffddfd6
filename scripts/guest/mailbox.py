"""The inbox and the outbox: two stretches of memory that the host can see.

Both are read and written past the page cache, as the inbox changes while the machine is stopped.
"""

from __future__ import annotations

import io
import json
import mmap
import os
import shutil
import tarfile
from pathlib import Path

INBOX = Path("/dev/pmem1")
OUTBOX = Path("/dev/pmem2")
HEADER_BYTES = 4096
CHUNK_BYTES = 1 << 20


class OutboxFull(Exception):
    """The results are larger than the outbox."""


def read_inbox(folder: Path) -> None:
    """Unpack the payload into ``folder``, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(_read_directly(INBOX))) as tar:
        tar.extractall(folder, filter="fully_trusted")


def write_outbox(header: dict[str, object], folder: Path | None) -> None:
    """Write a header and, if given, a tar of ``folder``'s files in the order of their names.

    Raises OutboxFull before anything is written when they don't fit.
    """
    body = _tar_of(folder) if folder else b""
    head = _head(header | {"body_bytes": len(body)})
    descriptor = os.open(OUTBOX, os.O_RDWR | os.O_DIRECT)
    try:
        room_bytes = os.lseek(descriptor, 0, os.SEEK_END) - HEADER_BYTES
        if len(body) > room_bytes:
            raise OutboxFull(
                f"the results take {len(body)} bytes and the outbox has {room_bytes}; trace less "
                "or measure for a shorter time"
            )
        # The header goes last: a body without one is a body that was cut off.
        _write_directly(descriptor, HEADER_BYTES, body)
        _write_directly(descriptor, 0, head.ljust(HEADER_BYTES, b"\0"))
    finally:
        os.close(descriptor)


def _head(header: dict[str, object]) -> bytes:
    """The header as JSON; a reason for which there is no room, such as an engine's log, is cut."""
    head = json.dumps(header).encode()
    reason = str(header.get("reason"))
    while len(head) > HEADER_BYTES:
        # A character takes twelve bytes at most.
        reason = reason[: -max(1, (len(head) - HEADER_BYTES) // 12)]
        head = json.dumps(header | {"reason": f"{reason} ..."}).encode()
    return head


def _tar_of(folder: Path) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            data = path.read_bytes()
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def _aligned(size_bytes: int) -> memoryview:
    """Memory that begins at a page, as O_DIRECT wants it; it goes with the last reference to it."""
    return memoryview(mmap.mmap(-1, size_bytes))


def _read_directly(device: Path) -> bytes:
    descriptor = os.open(device, os.O_RDONLY | os.O_DIRECT)
    try:
        size_bytes = os.lseek(descriptor, 0, os.SEEK_END)
        buffer = _aligned(size_bytes)
        done_bytes = 0
        while done_bytes < size_bytes:
            part_bytes = os.preadv(descriptor, [buffer[done_bytes:]], done_bytes)
            if part_bytes == 0:
                raise OSError(f"{device}: {done_bytes} of {size_bytes} bytes can be read")
            done_bytes += part_bytes
        return bytes(buffer)
    finally:
        os.close(descriptor)


def _write_directly(descriptor: int, offset: int, data: bytes) -> None:
    buffer = _aligned(CHUNK_BYTES)
    for start in range(0, len(data), CHUNK_BYTES):
        piece = data[start : start + CHUNK_BYTES]
        padded_bytes = -(-len(piece) // 4096) * 4096
        buffer[:padded_bytes] = piece.ljust(padded_bytes, b"\0")
        done_bytes = 0
        while done_bytes < padded_bytes:
            place = offset + start + done_bytes
            part_bytes = os.pwritev(descriptor, [buffer[done_bytes:padded_bytes]], place)
            if part_bytes == 0:
                raise OSError(f"{OUTBOX}: nothing can be written at byte {place}")
            done_bytes += part_bytes
