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
# `vmstate_cpu_common` in cpu-system.c: whether it is halted, and the interrupts that wait for it.
CPU = b"\x0acpu_common\0\0\0\0"
WAITING = struct.Struct(">15sIII")
HARD = 2
# `vmstate_apic_common` in apic_common.c: 13 bytes, then vectors in service, level-triggered and
# requested, 8 words each; the local vector table, whose first word is the timer's; 6 words; when
# the timer was set, when it rings next, and that time again, or -1 when it has rung.
APIC = b"\x04apic\0\0\0\0"
RINGS = struct.Struct(">9s17s64s8I24s24sqqq")
RUNG = -1

BOOT_STEP_NS = 100_000_000
# A timer that the guest has set rings within its tick, 4 ms.
LONGEST_JUMP_NS = 10_000_000


def normalise_clocks(state: Path, resumed_from: Path | None) -> None:
    """Make the saved clocks a function of what the guest did, and the same in every run.

    While QEMU stops the CPU, its other thread may take it for idle and jump to the next timer, or
    not: that is the host's doing. A machine that was resumed from a state has kept its CPU busy
    since (``guest.system.awake``), so no jump counts. One that has booted waited here and there for
    some ms; it goes on 0.1 to 0.2 s after its instructions, which leaves room for these jumps.
    The host's own clocks begin at zero; the guest's unused one (HPET) keeps step with its clock.
    Where the CPU's timer rang in the jump, it is set again: its interrupt would come up to 4 ms
    early, and everything after it at other times than in a run without the jump.

    All of the clock is moved to the jumps: a machine that records takes its first count of
    instructions for a difference, and for 32 bits wide. Raises LabError when the file is not what
    QEMU 10 writes, and when the CPU was idle for longer.
    """
    content = bytearray(state.read_bytes())
    at, jumps_ns, instructions = _clock_of(state, content)
    _set_timer_again(state, content, jumps_ns + instructions)
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


def _set_timer_again(state: Path, content: bytearray, now_ns: int) -> None:
    """Undo what the CPU's timer did when it rang as the clock jumped to it, if it did.

    It is the only one that a jump can reach: the guest uses no other clock's, and the alarm of its
    calendar (RTC) rings after a day. Raises LabError when an interrupt waits for another reason.
    """
    cpu_at = _only(state, content, CPU, WAITING)
    *cpu, waiting = WAITING.unpack_from(content, cpu_at)
    apic_at = _only(state, content, APIC, RINGS)
    *head, table, rest, set_ns, next_ns, rings_ns = RINGS.unpack_from(content, apic_at)
    head, requested = head[:3], head[3:]
    if waiting == 0 and not any(requested) and rings_ns == next_ns:
        return
    vector = table[3]
    only_timer = [1 << vector % 32 if word == vector // 32 else 0 for word in range(8)]
    if waiting != HARD or requested != only_timer or rings_ns != RUNG or next_ns != now_ns:
        raise LabError(f"{state}: an interrupt waits in a machine that is to be saved; run again")
    WAITING.pack_into(content, cpu_at, *cpu, 0)
    RINGS.pack_into(content, apic_at, *head, *[0] * 8, table, rest, set_ns, next_ns, next_ns)


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
