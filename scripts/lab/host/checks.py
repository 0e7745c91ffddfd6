"""What this host lacks for a cell, before anything is changed: a line each, with the fix."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab import host_module
from scripts.lab.errors import LabError
from scripts.lab.host import kernel
from scripts.lab.host.bench import Bench
from scripts.lab.host.commands import PACKAGES, program, run
from scripts.lab.host.devices import Devices, devices_of

BTF = Path("/sys/kernel/btf/vmlinux")
MEMORY = Path("/proc/meminfo")
NOT_ROOT = "lab.kind: cells on this host's kernel change it for a while, as root: use sudo"
# What the host keeps beside an engine.
SYSTEM_MEMORY_MIB = 256
PROGRAMS = ("unshare", "mount", "wipefs", "findmnt")
ALWAYS = ("loop", "erofs", "overlay")


def needed_modules(job: Job, devices: Devices) -> list[str]:
    """The kernel's own modules that a cell needs, in the order in which they are loaded."""
    filesystem = [job["filesystem"]] if job["filesystem"] != "none" else []
    return [*ALWAYS, *devices.modules(job["device"]), *filesystem]


def missing(jobs: Iterable[Job], shared: Path, bench: Bench) -> list[str]:
    """What is missing or in the way for any of the cells, each said once."""
    if os.geteuid() != 0:
        # Without it most of what follows can't even be looked at.
        return [NOT_ROOT]
    jobs = list(jobs)
    found: list[str | None] = [*_of_programs(PROGRAMS), *bench.groups.missing(jobs)]
    for job in jobs:
        devices = devices_of(job, bench.kinds)
        found += [*_of_modules(job, devices), *_of_memory(job)]
        found += devices.missing(job["device"], shared)
        if job["traces"] and not BTF.exists():
            found.append(
                f"{BTF}: bpftrace needs a kernel with CONFIG_DEBUG_INFO_BTF: boot one, or leave "
                "`traces` out of the experiment"
            )
    return list(dict.fromkeys(line for line in found if line))


def _of_programs(names: Iterable[str]) -> list[str]:
    return [
        f"{name}: is not installed: install the package {PACKAGES.get(name, name)}"
        for name in names
        if program(name) is None
    ]


def _of_modules(job: Job, devices: Devices) -> list[str]:
    absent = [name for name in needed_modules(job, devices) if not kernel.is_there(name)]
    # A kernel that has them all built in needs no modprobe.
    if absent and (lacking := _of_programs(["modprobe"])):
        return lacking  # and then it is unknown
    return [
        f"{host_module.MODULES / host_module.release()}: this kernel has no {name}: boot one "
        "that has the module (Debian's and Ubuntu's have it)"
        for name in absent
        if not _can_be_loaded(name)
    ]


def _can_be_loaded(name: str) -> bool:
    try:
        run("modprobe", "--dry-run", name)
    except LabError:
        return False
    return True


def _of_memory(job: Job) -> list[str]:
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", MEMORY.read_text(), re.MULTILINE)
    room_mib = int(found[1]) // 1024 - SYSTEM_MEMORY_MIB if found else 0
    if found and job["engine_memory_mib"] > room_mib:
        return [
            f"engine_memory_mib: {job['engine_memory_mib']} is more than the {room_mib} MiB that "
            "this host has to spare"
        ]
    return []
