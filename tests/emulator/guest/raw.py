"""A driver of our own in place of the kernel's, that may do what no driver would."""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from guest import emulator

PAGE = 4096
CAP, VS, CC, CSTS, AQA, ASQ, ACQ = 0x00, 0x08, 0x14, 0x1C, 0x24, 0x28, 0x30
DOORBELLS = 0x1000
READY, FATAL = 1, 2
ENABLE = 1 | 6 << 16 | 4 << 20
COMMAND = struct.Struct("<BBHIQQQQ6I")
COMPLETION = struct.Struct("<IIHHHH")
_PAGEMAP_PRESENT = 1 << 63


class Memory:
    """Pages of ours that stay where they are, with their physical addresses."""

    def __init__(self, pages: int) -> None:
        # Locked pages may still be moved to make room for larger ones.
        setting = Path("/proc/sys/vm/compact_unevictable_allowed")
        if setting.exists():
            setting.write_text("0")
        self.view = mmap.mmap(-1, pages * PAGE, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        self.view[:] = bytes(len(self.view))
        self._start = ctypes.addressof(ctypes.c_char.from_buffer(self.view))
        libc = ctypes.CDLL(None, use_errno=True)
        locked = libc.mlock(ctypes.c_void_p(self._start), ctypes.c_size_t(pages * PAGE))
        assert locked == 0, os.strerror(ctypes.get_errno())
        self.physical = self._addresses()

    def _addresses(self) -> list[int]:
        pages = len(self.view) // PAGE
        with Path("/proc/self/pagemap").open("rb", buffering=0) as pagemap:
            pagemap.seek(self._start // PAGE * 8)
            entries = struct.unpack(f"<{pages}Q", pagemap.read(pages * 8))
        assert all(entry & _PAGEMAP_PRESENT for entry in entries)
        return [(entry & ((1 << 55) - 1)) * PAGE for entry in entries]

    def check(self) -> None:
        """Make sure that no page has been moved."""
        assert self._addresses() == self.physical, "the kernel moved our memory"


@dataclass(frozen=True)
class Completion:
    """What the controller answered."""

    command_id: int
    status: int
    result: int
    head: int


class Queue:
    """A submission queue and a completion queue of one page each, with the same number."""

    def __init__(self, driver: Driver, number: int, entries: int) -> None:
        self.driver, self.number, self.entries = driver, number, entries
        self.memory = Memory(2)
        self.tail = self.head = 0
        self.phase = 1

    def put(self, entry: bytes) -> None:
        """Write a command of 64 bytes without telling the controller."""
        self.memory.view[self.tail * 64 : self.tail * 64 + 64] = entry
        self.tail = (self.tail + 1) % self.entries

    def ring(self, tail: int | None = None, *, look: bool = True) -> None:
        """Write the tail to the doorbell, or any other value."""
        value = self.tail if tail is None else tail
        self.driver.write(DOORBELLS + 8 * self.number, value)
        if look:
            self.driver.look()

    def free(self, head: int | None = None) -> None:
        """Tell the controller which completions were read, or any other value."""
        self.driver.write(DOORBELLS + 8 * self.number + 4, self.head if head is None else head)
        self.driver.look()

    def take(self, *, free: bool = True) -> list[Completion]:
        """The completions that are there."""
        found = []
        while True:
            at = PAGE + self.head * 16
            result, _, head, _, command_id, status = COMPLETION.unpack(
                self.memory.view[at : at + 16]
            )
            if status & 1 != self.phase:
                break
            found.append(Completion(command_id, status >> 1 & ~0x6000, result, head))
            self.head = (self.head + 1) % self.entries
            self.phase ^= self.head == 0
        if found and free:
            self.free()
        return found

    def wait(self, count: int, timeout_s: float = 1.0) -> list[Completion]:
        """So many completions, or as many as came in time."""
        found = self.take()
        give_up = time.monotonic() + timeout_s
        while len(found) < count and time.monotonic() < give_up:
            time.sleep(0.0002)
            found += self.take()
        return found

    def run(self, opcode: int, prps: Sequence[int] = (0, 0), **fields: int) -> Completion:
        """One command from beginning to end."""
        self.put(command(opcode, prps, **fields))
        self.ring()
        found = self.wait(1)
        if len(found) != 1:
            self.memory.check()
        assert len(found) == 1, (found, self.head, self.tail)
        return found[0]


def command(
    opcode: int,
    prps: Sequence[int] = (0, 0),
    *,
    flags: int = 0,
    command_id: int = 1,
    nsid: int = 0,
    words: Sequence[int] = (),
) -> bytes:
    """The 64 bytes of a command; ``words`` are its dwords from the tenth on."""
    rest = [*words, *[0] * (6 - len(words))]
    return COMMAND.pack(opcode, flags, command_id, nsid, 0, 0, *prps, *rest)


class Driver:
    """The emulator without the kernel's driver; its admin queue is up unless asked otherwise."""

    def __init__(self, *, up: bool = True, **parameters: object) -> None:
        emulator.load(**parameters)
        self.function = emulator.folders()[0].parent
        (self.function / "driver/unbind").write_text(self.function.name)
        self._config = os.open(self.function / "config", os.O_RDWR)
        os.pwrite(self._config, struct.pack("<H", 6), 4)
        file = os.open(self.function / "resource0", os.O_RDWR)
        self._window = mmap.mmap(file, 0x4000)
        os.close(file)
        # In words, each written by one store. struct.pack_into stores a zero first, and a doorbell
        # that the controller sees as zero between the two says that the whole ring is full.
        self._registers = memoryview(self._window).cast("I")
        self._pages: list[Memory] = []
        self.admin = Queue(self, 0, 64)
        if up:
            self.enable()
            assert self.read(CSTS) == READY

    def close(self) -> None:
        """Switch the controller off and let go."""
        self.disable()
        self._registers.release()
        self._window.close()
        os.close(self._config)

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def page(self) -> int:
        """The address of a page that is kept for as long as the controller may write to it."""
        self._pages.append(Memory(1))
        return self._pages[-1].physical[0]

    def read(self, offset: int) -> int:
        """A register of 32 bits."""
        return self._registers[offset // 4]

    def write(self, offset: int, value: int) -> None:
        """Write a register of 32 bits, or half of one of 64."""
        self._registers[offset // 4] = value

    def look(self) -> None:
        """Make the controller look: it sees every write to PCI configuration space."""
        os.pwrite(self._config, b"\0", 0x0C)
        time.sleep(0.00001)

    def disable(self) -> None:
        """Reset the controller."""
        self.write(CC, 0)
        self.look()
        time.sleep(0.01)

    def enable(self, cc: int = ENABLE, asq: int | None = None, acq: int | None = None) -> int:
        """Switch on with a new admin queue; the status register then."""
        self.disable()
        self.admin = Queue(self, 0, 64)
        asq = self.admin.memory.physical[0] if asq is None else asq
        acq = self.admin.memory.physical[1] if acq is None else acq
        self.write(AQA, 63 | 63 << 16)
        for register, address in ((ASQ, asq), (ACQ, acq)):
            self.write(register, address & 0xFFFFFFFF)
            self.write(register + 4, address >> 32)
        self.write(CC, cc)
        self.look()
        time.sleep(0.01)
        return self.read(CSTS)

    def create_queue(self, number: int = 1, entries: int = 64) -> Queue:
        """An I/O queue."""
        queue = Queue(self, number, entries)
        size = number | (entries - 1) << 16
        done = self.admin.run(5, (queue.memory.physical[1], 0), words=(size, 1))
        assert done.status == 0, hex(done.status)
        done = self.admin.run(1, (queue.memory.physical[0], 0), words=(size, 1 | number << 16))
        assert done.status == 0, hex(done.status)
        return queue
