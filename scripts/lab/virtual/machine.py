"""The virtual machine: its memory map and QEMU's arguments, all of it fixed.

Everything that the guest can see is memory: the layers, the emulated device's storage, the inbox
and the outbox are files that QEMU maps as further NUMA nodes. Nothing is completed by the host in
its own time, so the guest's clock, which is its instruction count at a fixed rate, reads the same
time in every run.

Guest physical memory::

    0        ram      what Linux manages
    4 GiB    device   storage of the emulated device, reserved by memmap=size$start
             base     /dev/pmem0, the base layer, read-only
             inbox    /dev/pmem1, the payload: read on booting and again on resuming
             outbox   /dev/pmem2, the results
             engine   /dev/pmem3, the engine's layer, read-only
             load     /dev/pmem4, rows to load, in a dataset's job only
             tools    /dev/pmem4 and on, the user's own, such as HammerDB, which makes its rows
                      itself, read-only
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.identity.payload import DEVICE_START_MIB
from scripts.jobs import CPU_GIPS, TURN_INSTRUCTIONS
from scripts.lab.errors import LabError

INBOX_MIB = 8
OUTBOX_MIB = 64

# Westmere has no ERMS: `rep movs` counts an instruction an iteration, and an iteration moves eight
# bytes instead of one. It has no RDRAND either, whose values would differ from run to run, but
# SSE4.2 and PCLMULQDQ, without which engines compute their pages' checksums a byte at a time.
CPU_MODEL = "Westmere"
# An instruction takes 1000/mips ns. sleep=off jumps over idle time instead of waiting for it. CPUs,
# one or several, take turns of a number of instructions, so that QEMU's other threads decide
# nothing (docs/virtual-time.md).
CLOCK = "shift=0,sleep=off,align=off,quantum={turn},mips={mips}"

# What the machine's real-time clock says as it is switched on; it counts virtual time from there.
RTC_BASE = "2020-01-01"

# Where there is one CPU no other waits for its turn to end, and the end costs the host time.
LONE_TURN_INSTRUCTIONS = 50_000

# The name of QEMU's control socket in the folder that it runs in.
CONTROL = "qmp"

KERNEL_ARGUMENTS = (
    "console=ttyS0 loglevel=4 nokaslr mitigations=off panic=-1 oops=panic tsc=reliable "
    "transparent_hugepage=never nvme_core.multipath=N nvme_core.default_ps_max_latency_us=0"
)


@dataclass(frozen=True)
class Boot:
    """What a machine starts from: QEMU's command, an initramfs; its CPUs and how fast they are."""

    qemu: tuple[str, ...]
    kernel: Path
    initramfs: Path
    cpus: int = 1
    turn_instructions: int = TURN_INSTRUCTIONS
    gips: float = CPU_GIPS


@dataclass(frozen=True)
class Region:
    """A file that the guest sees as memory, or memory that ends with the machine (no path).

    ``kind`` is "ram", "reserved" (the device's storage) or "pmem" (a /dev/pmemN). ``shared`` says
    whether what the guest writes goes to the file; otherwise writes are private and lost.
    """

    name: str
    path: Path | None
    size_mib: int
    kind: str
    shared: bool
    readonly: bool = False


def pmem_size_mib(path: Path) -> int:
    """The size of an image in MiB; Linux maps pmem for DAX in steps of 2 MiB.

    Raises LabError for an image of another size, which only a layer half-made can have.
    """
    size_mib, rest = divmod(path.stat().st_size, 1 << 20)
    if rest or size_mib % 2:
        raise LabError(f"{path}: not a multiple of 2 MiB; delete it and build the layer again")
    return size_mib


def kernel_command_line(regions: Sequence[Region]) -> str:
    """The guest kernel's arguments: every region beyond RAM is named by a ``memmap``."""
    words = [KERNEL_ARGUMENTS]
    for region, start_mib in placed(regions):
        if region.kind == "reserved":
            words.append(f"memmap={region.size_mib}M${start_mib}M")
        elif region.kind == "pmem":
            words.append(f"memmap={region.size_mib}M!{start_mib}M")
    return " ".join(words)


def placed(regions: Sequence[Region]) -> list[tuple[Region, int]]:
    """Each region with its guest physical start in MiB, in the order given, RAM first."""
    assert regions[0].kind == "ram", "the first region is the machine's RAM"
    places = [(regions[0], 0)]
    start_mib = DEVICE_START_MIB
    for region in regions[1:]:
        places.append((region, start_mib))
        start_mib += region.size_mib
    return places


def described(boot: Boot, regions: Sequence[Region]) -> str:
    """QEMU's arguments for provenance: the same on every host, as they name no path of it."""
    return shlex.join(qemu_arguments(boot, regions))


def files_of(boot: Boot, regions: Sequence[Region], console: Path) -> dict[str, Path]:
    """The files that the names in QEMU's arguments stand for."""
    files = {"vmlinuz": boot.kernel, "initramfs.cpio": boot.initramfs, "console.log": console}
    return files | {region.name: region.path for region in regions if region.path}


def qemu_arguments(boot: Boot, regions: Sequence[Region]) -> list[str]:
    """QEMU's arguments for a machine over ``regions``, which takes commands at ``CONTROL``.

    They are for the QEMU of the layer ``qemu``.

    Its files go by their names in ``files_of``, and QEMU runs in a folder that has them by these:
    a path may hold a comma, which ends an option, or be longer than a socket's may be.
    """
    total_mib = sum(region.size_mib for region in regions)
    turn_instructions = boot.turn_instructions if boot.cpus > 1 else LONE_TURN_INSTRUCTIONS
    arguments = [
        *("-machine", f"pc,max-ram-below-4g={regions[0].size_mib}M"),
        *("-accel", "tcg,thread=single,tb-size=512"),
        *("-icount", CLOCK.format(turn=turn_instructions, mips=round(boot.gips * 1000))),
        *("-rtc", f"base={RTC_BASE},clock=vm"),
        *("-seed", "1"),
        *("-cpu", CPU_MODEL),
        *("-smp", str(boot.cpus)),
        *("-m", f"{total_mib}M"),
        *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
        *("-serial", "file:console.log"),
        # The guest asks for its snapshot by writing to this port, so it stops at an exact
        # instruction and not when the host happens to get round to it.
        *("-device", "pvpanic", "-action", "panic=pause"),
        *("-qmp", f"unix:{CONTROL},server=on,wait=off"),
    ]
    for node, region in enumerate(regions):
        kind, file = "ram", ""
        if region.path:
            share = "on" if region.shared else "off"
            kind, file = "file", f",mem-path={region.name},share={share}"
        backend = f"memory-backend-{kind},id={region.name},size={region.size_mib}M{file}"
        if region.readonly:
            backend += ",readonly=on"
        last = f"-{boot.cpus - 1}" if boot.cpus > 1 else ""
        of_node = f"cpus=0{last}," if node == 0 else ""
        arguments += ["-object", backend]
        arguments += ["-numa", f"node,nodeid={node},{of_node}memdev={region.name}"]
    arguments += [
        *("-kernel", "vmlinuz"),
        *("-initrd", "initramfs.cpio"),
        *("-append", kernel_command_line(regions)),
    ]
    return arguments
