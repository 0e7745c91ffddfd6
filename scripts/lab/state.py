"""The file that QEMU saves a machine in: what has to be changed in it before a resume."""

from __future__ import annotations

import struct
from pathlib import Path

from scripts.lab.errors import LabError

# QEMU's stream (docs/devel/migration/main.rst there): a subsection is its name's length, its name,
# its version, then its fields. This one holds the jumps over idle time (in ns) and the
# instructions so far, whose sum is the guest's clock: `vmstate_icount_timer` in cpu-timers.c.
SECTION = b"\x0ctimer/icount"
FIELDS = struct.Struct(">Iqq")


def count_from_zero(state: Path) -> None:
    """Move the instructions counted so far to the jumps: the guest's clock is the same.

    A machine that records takes its first count for a difference, and for 32 bits wide.
    Raises LabError when the file is not what QEMU 10 writes.
    """
    content = state.read_bytes()
    at = content.find(SECTION) + len(SECTION)
    if content.count(SECTION) != 1 or len(content) < at + FIELDS.size:
        raise LabError(f"{state}: no clock where QEMU 10 saves it; the toolchain's QEMU is another")
    version, jumps_ns, instructions = FIELDS.unpack_from(content, at)
    rebased = FIELDS.pack(version, jumps_ns + instructions, 0)
    with state.open("r+b") as file:
        file.seek(at)
        file.write(rebased)
