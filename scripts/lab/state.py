"""The file that QEMU saves a machine in: the clocks in it are made those of the guest alone."""

from __future__ import annotations

import struct
from pathlib import Path

from scripts.lab.errors import LabError

# QEMU's stream (docs/devel/migration/main.rst there): a section is its name's length, its name, two
# numbers, then its fields; a subsection (5) follows. `vmstate_timers` in cpu-timers.c: what to add
# to the host's cycles and to its clock (ns), nothing between them. `vmstate_icount_timer`: jumps
# over idle time (ns) and the instructions so far, whose sum is the guest's clock.
TIMER = b"\x05timer\0\0\0\0"
ICOUNT = b"\x05\x0ctimer/icount"
CLOCKS = struct.Struct(">10sIqqq14sIqq")
# `vmstate_hpet` in hpet.c: configuration, interrupts, and the ticks of 10 ns so far.
HPET = b"\x04hpet\0\0\0\0"
TICKS = struct.Struct(">9sIQQQ")
TICK_NS = 10

BOOT_STEP_NS = 100_000_000
# A timer that the guest has set rings within its tick, 4 ms.
LONGEST_JUMP_NS = 10_000_000


def settle(state: Path, resumed_from: Path | None) -> None:
    """Make the saved clocks a function of what the guest did, and the same in every run.

    While QEMU stops the CPU, its other thread may take it for idle and jump to the next timer, or
    not: that is the host's doing. A machine that was resumed from a state has kept its CPU busy
    since (``guest.system.awake``), so no jump counts. One that has booted waited here and there for
    some ms; it goes on 0.1 to 0.2 s after its instructions, which leaves room for these jumps.
    The host's own clocks begin at zero; the guest's unused one (HPET) keeps step with its clock.

    All of the clock is moved to the jumps: a machine that records takes its first count of
    instructions for a difference, and for 32 bits wide. Raises LabError when the file is not what
    QEMU 10 writes, and when the CPU was idle for longer.
    """
    content = bytearray(state.read_bytes())
    at, jumps_ns, instructions = _clock_of(state, content)
    if resumed_from:
        _, before_ns, _ = _clock_of(resumed_from, resumed_from.read_bytes())
        settled_ns, room_ns = before_ns + instructions, LONGEST_JUMP_NS
    else:
        before_ns = 0
        settled_ns = (instructions // BOOT_STEP_NS + 2) * BOOT_STEP_NS
        room_ns = settled_ns - instructions
    if not 0 <= jumps_ns - before_ns <= room_ns:
        raise LabError(f"{state}: the CPU was idle in a machine that is to be saved; run again")
    head = CLOCKS.unpack_from(content, at)
    CLOCKS.pack_into(content, at, *head[:2], 0, 0, 0, *head[5:7], settled_ns, 0)
    ticks_at = _only(state, content, HPET, TICKS)
    head = TICKS.unpack_from(content, ticks_at)
    TICKS.pack_into(content, ticks_at, *head[:-1], settled_ns // TICK_NS)
    state.write_bytes(content)


def _clock_of(state: Path, content: bytes | bytearray) -> tuple[int, int, int]:
    """Where the clocks are, the jumps (ns), and the instructions (1 ns each)."""
    at = _only(state, content, TIMER, CLOCKS)
    *_, icount, _, jumps_ns, instructions = CLOCKS.unpack_from(content, at)
    if icount != ICOUNT:
        raise _another_qemu(state)
    return at, jumps_ns, instructions


def _only(state: Path, content: bytes | bytearray, name: bytes, fields: struct.Struct) -> int:
    """Where the section of that name is."""
    at = content.find(name)
    if content.count(name) != 1 or len(content) < at + fields.size:
        raise _another_qemu(state)
    return at


def _another_qemu(state: Path) -> LabError:
    return LabError(f"{state}: no clock where QEMU 10 saves it; the toolchain's QEMU is another")
