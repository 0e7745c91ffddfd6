"""A machine with several CPUs in real time, on a kernel that watches itself.

The lab's machine has one CPU and takes its time from it, so what can go wrong between two CPUs
never does there. Here the same guest runs on as many host threads as it has CPUs.
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boot_guest import DEVICE_MIB, Run, make_payload, read_outcomes

from scripts.lab.boot import INIT, Newc
from scripts.lab.places import REPOSITORY, Places
from scripts.lab.tools import die_with
from scripts.lab.virtual.machine import CLOCK, Boot, Region, files_of, qemu_arguments
from scripts.lab.virtual.process import Ending
from scripts.lab.virtual.regions import blank, common
from scripts.layers.enter import toolchain_binary

CPUS = 4
# KASAN keeps a byte for each eight, and for a while what was freed.
RAM_MIB = 2048
# All of KASAN's reports instead of the first, and KCSAN from the start on one access in a thousand:
# a machine that is emulated makes fewer of them than the usual one in four thousand is meant for.
WATCHERS = "kasan_multi_shot kcsan.early_enable=1 kcsan.skip_watch=1000"
# How a report of the kernel's own checkers begins, of whichever of them.
_BEGIN = re.compile(
    r"BUG: |WARNING: |INFO: (?:task|rcu|trying|possible)|rcu: INFO|general protection fault"
    r"|nvme \S+: I/O tag|Oops: |ODEBUG: |watchdog: BUG|Kernel panic|list_(?:add|del) corruption"
)
_STAMP = re.compile(r"^\[ *[\d.]+\](?:\[ *[TC]\d+\])? ?")
_LINES = 90
_RACE = "KCSAN: data-race"
# When a device vanishes, the nvme driver freezes its queues in one thread and unfreezes them in
# another, which lockdep takes for a lock that a thread forgot. (The block layer has functions for
# this, whose names end in "non_owner"; the driver of Linux 6.12 doesn't call them.) The lock stays
# in the thread's list when the queue's memory is used for something else, and any lock at its
# address is then reported, with the driver's function as the place that took it.
_FROZEN = "at: nvme_start_freeze+"


@dataclass(frozen=True)
class Report:
    """What the kernel found wrong with itself: the first line, and those after it."""

    title: str
    text: str

    @property
    def race(self) -> bool:
        """Whether two CPUs used the same memory at one time."""
        return _RACE in self.title

    @property
    def ours(self) -> bool:
        """Whether it is for the emulator: all are but races in others' functions and `_FROZEN`."""
        if self.race:
            return "[vnvme]" in self.title
        return _FROZEN not in self.text


def reports_of(console: str) -> list[Report]:
    """What the kernel reported on its console, one after the other."""
    lines = [_STAMP.sub("", line) for line in console.splitlines()]
    begins = [number for number, line in enumerate(lines) if _BEGIN.match(line)]
    reports = []
    for begin, end in itertools.pairwise([*begins, len(lines)]):
        reports.append(Report(lines[begin], "\n".join(lines[begin : min(end, begin + _LINES)])))
    return reports


def boot_smp_guest(
    places: Places,
    kernel: Path,
    module: Path,
    checks: Sequence[str],
    work: Path,
    *,
    wall_limit_s: float,
    options: dict[str, Any] | None = None,
) -> Run:
    """Run checks one after the other on a kernel of ours, which has no modules of its own."""
    machine = {"machine_memory_mib": RAM_MIB, "engine": None}
    device = blank(work / "device.img", DEVICE_MIB)
    regions = [
        Region("ram", None, RAM_MIB, "ram", shared=False),
        Region("device", device, DEVICE_MIB, "reserved", shared=True),
        *common(machine, places, work, make_payload(module, checks, options or {})),
    ]
    (work / "initramfs.cpio").write_bytes(_initramfs(places))
    boot = Boot(
        tuple(toolchain_binary(places.toolchain, "qemu-system-x86_64")),
        kernel,
        work / "initramfs.cpio",
    )
    console = work / "console.log"
    ending = _run(boot, regions, console, wall_limit_s)
    outcomes = read_outcomes(work)
    return Run(ending, console.read_text(errors="replace"), outcomes, device)


def _initramfs(places: Places) -> bytes:
    """As the lab's, but with no modules to load, and for kernels without direct access."""
    archive = Newc()
    for folder in ("bin", "modules", "dev", "proc", "sys"):
        archive.add(folder, b"", 0o040755)
    archive.add("init", (REPOSITORY / INIT).read_bytes().replace(b",dax=always", b""), 0o100755)
    busybox = places.shared / "layers/base/boot/busybox"
    archive.add("bin/busybox", busybox.read_bytes(), 0o100755)
    archive.add("modules/order", b"", 0o100644)
    return archive.finish()


def smp_arguments(boot: Boot, regions: Sequence[Region]) -> list[str]:
    """The lab's machine with more CPUs, a host thread each, and the host's clock."""
    changes = {
        "tcg,thread=single,tb-size=512": "tcg,thread=multi,tb-size=512",
        "node,nodeid=0,cpus=0,memdev=ram": f"node,nodeid=0,cpus=0-{CPUS - 1},memdev=ram",
    }
    arguments = [changes.get(word, word) for word in qemu_arguments(boot, regions)]
    clock = arguments.index("-icount")
    assert arguments[clock + 1].startswith(CLOCK.partition("{")[0])
    del arguments[clock : clock + 2]
    arguments[arguments.index("-smp") + 1] = str(CPUS)
    line = arguments.index("-append") + 1
    arguments[line] = arguments[line].replace("loglevel=4", f"loglevel=6 {WATCHERS}")
    return arguments


def _run(boot: Boot, regions: Sequence[Region], console: Path, wall_limit_s: float) -> Ending:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bandwise-") as folder:
        for name, path in files_of(boot, regions, console).items():
            (Path(folder) / name).symlink_to(path.resolve())
        process = subprocess.Popen(
            [*boot.qemu, *smp_arguments(boot, regions)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=folder,
            text=True,
            preexec_fn=die_with(os.getpid()),
        )
        cause = "off"
        try:
            errors = process.communicate(timeout=wall_limit_s)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1]
            cause = "wall_limit"
    if process.returncode and cause == "off":
        cause = "crash"
    return Ending(cause, time.monotonic() - began, wall_limit_s, errors)
